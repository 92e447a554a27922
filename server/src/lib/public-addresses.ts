import { BlockList, isIPv6 } from 'node:net';

/**
 * Addresses that are not of the public internet: this machine, its networks, link-local (cloud metadata lives there),
 * carrier NAT, documentation, multicast, reserved (IANA special-purpose registries).
 */
const special = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 128],
  ['::1', 128],
  // IPv4 in IPv6 clothes: NAT64, 6to4 and Teredo reach IPv4 addresses that the list above forbids.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  special.addSubnet(net, prefix, 'ipv6');
}

export function isPublicAddress(address: string): boolean {
  // `BlockList` checks ::ffff:a.b.c.d against the IPv4 rules by itself.
  return !special.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
