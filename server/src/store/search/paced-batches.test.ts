import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PacedBatches } from './paced-batches.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rowsOf = (costMs: number) => (size: number) => {
  vi.advanceTimersByTime(size * costMs);
  return Promise.resolve(size);
};

test('the size of a batch depends on the time available and on the cost of its rows', async () => {
  const batches = new PacedBatches(48);
  const sizes = async (costMs: number) => {
    const found: number[] = [];
    for (let batch = 0; batch < 5; batch++) {
      found.push(await batches.run(rowsOf(costMs)));
      await vi.runAllTimersAsync();
    }
    return found;
  };
  expect(await sizes(0.1)).toEqual([1, 2, 4, 8, 16]);
  expect(await sizes(0.1)).toEqual([32, 48, 48, 48, 48]);
  expect(await sizes(10)).toEqual([48, 3, 3, 3, 3]);
});

test('after each batch others get the store for as long as it took, whoever writes', async () => {
  await new PacedBatches(8).run(rowsOf(10));
  const begun: number[] = [];
  const next = new PacedBatches(8).run(async () => void begun.push(performance.now()));
  const endedAt = performance.now();
  await vi.advanceTimersByTimeAsync(9);
  expect(begun).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await next;
  expect(begun).toEqual([endedAt + 10]);
});
