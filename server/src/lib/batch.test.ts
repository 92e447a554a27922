import { expect, test } from 'vitest';
import { Batch } from './batch.ts';

test('the first item runs at once, later ones are batched, and each gets its own result', async () => {
  const runs: number[][] = [];
  const batch = new Batch<number, number>(async (items) => {
    runs.push([...items]);
    return items.map((item) => item * 10);
  }, 3);
  expect(await Promise.all([1, 2, 3, 4, 5].map((item) => batch.add(item)))).toEqual([10, 20, 30, 40, 50]);
  expect(runs).toEqual([[1], [2, 3, 4], [5]]);
});

test('a failure affects its own batch only', async () => {
  const batch = new Batch<string, string>(async (items) => {
    if (items.includes('bad')) throw new Error('no store');
    return items;
  });
  const all = await Promise.allSettled(['a', 'bad', 'c'].map((item) => batch.add(item)));
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await batch.add('d')).toBe('d');
});
