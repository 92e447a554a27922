import { expect, test } from 'vitest';
import { BriefCache } from './brief-cache.ts';

function setUp(maxValues = 10) {
  let now = 0;
  let reads = 0;
  const cache = new BriefCache<string>({ keepMs: 1_000, maxValues, now: () => now });
  const read = (key: string, value: string | undefined = key) =>
    cache.read(key, async () => {
      reads += 1;
      return value;
    });
  return { cache, read, reads: () => reads, at: (ms: number) => (now = ms) };
}

test('recent values are served from memory; old values, and those from the future, are read again', async () => {
  const { read, reads, at } = setUp();
  at(5_000);
  expect(await read('a')).toBe('a');
  at(5_999);
  expect(await read('a', 'newer')).toBe('a');
  at(6_000);
  expect(await read('a', 'newer')).toBe('newer');
  at(3_000);
  expect(await read('a', 'set back')).toBe('set back');
  expect(reads()).toBe(3);
});

test('failures and empty results are not cached', async () => {
  const { cache, read } = setUp();
  expect(await cache.read('a', async () => undefined)).toBeUndefined();
  await expect(cache.read('a', () => Promise.reject(new Error('no store')))).rejects.toThrow('no store');
  expect(await read('a')).toBe('a');
});

test('a read that was invalidated while it ran is not cached', async () => {
  const { cache, read } = setUp();
  let finish!: (value: string) => void;
  const early = cache.read('a', () => new Promise((resolve) => (finish = resolve)));
  cache.forget('a');
  finish('before the change');
  expect(await early).toBe('before the change');
  expect(await read('a', 'after the change')).toBe('after the change');
});
