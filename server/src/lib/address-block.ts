import { isIP, SocketAddress } from 'node:net';

/** `203.0.113.7:4711` and `[2001:db8::1]:443`, as some proxies write them. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?$/;

/**
 * Returns an IP address as `X-Forwarded-For` has it, without port and zone, in its shortest form; `undefined` if the
 * text is not an IP address.
 * @param text `undefined` for the address of a closed socket, although the types of Node and Fastify exclude that
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
 * Returns the block of addresses that probably belongs to one client: a single IPv4 address, or an IPv6 /64, the
 * smallest block that a client is assigned. Everything that is not an address counts as one client.
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
