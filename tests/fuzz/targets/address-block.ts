import { addressBlock } from '@visavis/server/dist/lib/address-block.js';
import type { FuzzTarget } from '../fuzz-target.ts';

export const target: FuzzTarget = {
  about: 'addresses of clients, by which their requests are counted',
  covers: ['/lib/address-block.js'],
  seeds: '203.0.113.7\n::ffff:203.0.113.7\n2001:db8:1:2::6\nfe80::1%eth0\n2001:db8:1:2:3:4:5:6',
  tokens: '::ffff: % : 1:2:3:4 255.255.255.255 ffff',
  read: (input) => addressBlock(input.toString()),
};
