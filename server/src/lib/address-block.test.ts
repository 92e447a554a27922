import { expect, test } from 'vitest';
import { addressBlock, plainAddress } from './address-block.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::7', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::6]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::6]', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'no address'],
  ['203.0.113.7:99999999', 'no address'],
  ['[not an address]:443', 'no address'],
  ['', 'no address'],
])('%s belongs to %s', (address, block) => expect(addressBlock(address)).toBe(block));

test('an address is written without port and zone', () => {
  expect(plainAddress('[2001:db8::1]:443')).toBe('2001:db8::1');
  expect(plainAddress('fe80::1%eth0')).toBe('fe80::1');
  expect(plainAddress('somebody')).toBeUndefined();
});
