import { expect, test } from 'vitest';
import { RecentMap } from './recent-map.ts';

test('keeps the values of the most recently requested keys', () => {
  let made = 0;
  const map = new RecentMap<string, number>(2, () => ++made);
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map((key) => map.get(key))).toEqual([1, 2, 1, 3, 1, 4]);
  map.delete('a');
  expect(map.get('a')).toBe(5);
});
