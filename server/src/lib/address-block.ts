import { isIP, SocketAddress } from 'node:net';

/** `203.0.113.7:4711` and `[2001:db8::1]:443`, as some proxies write them. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

/**
 * An IP address as `X-Forwarded-For` has it, without port and zone, in its shortest form; `undefined`: it is none.
 * @param text `undefined` for the address of a socket that has been closed, whatever the types of Node and Fastify say
 */
export function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined) return;
  const [, bracketed, beforePort] = WITH_PORT.exec(text) ?? [];
  const [address = ''] = (bracketed ?? beforePort ?? text).split('%');
  if (isIP(address) !== 6) return isIP(address) ? address : undefined;
  const shortest = new SocketAddress({ address, family: 'ipv6' }).address;
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(shortest)?.[1] ?? shortest;
}

/**
 * The block of addresses that probably belongs to one client: a single IPv4 address, or a /64 of IPv6, which is the
 * least that a client is assigned. All that is no address is one client.
 */
export function addressBlock(text: string | undefined): string {
  const address = plainAddress(text);
  if (!address?.includes(':')) return address ?? 'no address';
  const [start = '', end] = address.split('::');
  const before = start.split(':').filter(Boolean);
  const after = (end ?? '').split(':').filter(Boolean);
  const zeros = end === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
