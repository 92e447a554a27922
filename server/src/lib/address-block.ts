import { isIPv6 } from 'node:net';

/**
 * The block of addresses that probably belongs to one client: a single IPv4 address, or a /64 of IPv6, which is the
 * least that a client is assigned.
 */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return address;
  const [start = '', end] = plain.split('::');
  const before = start.split(':').filter(Boolean);
  const after = (end ?? '').split(':').filter(Boolean);
  const zeros = end === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
