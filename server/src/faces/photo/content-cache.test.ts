import { expect, it } from 'vitest';
import { ContentCache, contentKey } from './content-cache.ts';

const keyOf = (picture: number) => contentKey(Uint8Array.of(picture));

it('forgets the least recently used picture', () => {
  const faces = new ContentCache<string>(64);
  for (let picture = 0; picture < 64; picture++) faces.set(keyOf(picture), 'found');
  expect(faces.get(keyOf(0))).toBe('found');
  faces.set(keyOf(64), 'found');
  expect([0, 1, 2].map((picture) => faces.get(keyOf(picture)))).toEqual(['found', undefined, 'found']);
});

it('holds up to its maximum, and nothing larger', () => {
  const sizes = new ContentCache<number>(10, (size) => size);
  for (const size of [4, 5, 4]) sizes.set(keyOf(size), size);
  expect([4, 5].map((size) => sizes.get(keyOf(size)))).toEqual([4, 5]);
  sizes.set(keyOf(6), 6);
  expect([4, 5, 6].map((size) => sizes.get(keyOf(size)))).toEqual([undefined, undefined, 6]);
  sizes.set(keyOf(11), 11);
  expect(sizes.get(keyOf(11))).toBeUndefined();
});
