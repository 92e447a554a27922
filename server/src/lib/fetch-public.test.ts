import { describe, expect, it } from 'vitest';
import { fetchPublic } from './fetch-public.ts';
import { isPublicAddress } from './public-addresses.ts';

describe('isPublicAddress', () => {
  it.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '172.32.0.1', '100.128.0.1'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'fd00::1',
    'fe80::1',
    'ff02::1',
  ])('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('fetchPublic', () => {
  const fetchIt = (url: string) => fetchPublic(url, { maxBytes: 1000, timeoutMs: 3000 });

  it.each([
    ['https://127.0.0.1/picture.png', 'its address is not public'],
    ['https://[::1]/picture.png', 'its address is not public'],
    ['https://2130706433/picture.png', 'its address is not public'],
    ['https://0x7f.1/picture.png', 'its address is not public'],
    ['https://localhost/picture.png', 'its address is not public'],
    ['http://example.com/picture.png', 'only https'],
    ['https://user:password@example.com/', 'credentials'],
  ])('refuses %s', async (url, reason) => {
    await expect(fetchIt(url)).rejects.toThrow(reason);
  });
});
