import { expect, test } from 'vitest';
import { sleep, systemClock } from './clock.ts';

test('a timer of the system clock never fires early, not even by a fraction of a millisecond', async () => {
  const early: number[] = [];
  const waits = Array.from({ length: 300 }, async (_, n) => {
    // Starts at different fractions of a millisecond.
    await sleep(systemClock, n / 7);
    const delayMs = 1 + n / 29;
    const since = systemClock.now();
    await sleep(systemClock, delayMs);
    if (systemClock.now() - since < delayMs) early.push(delayMs);
  });
  await Promise.all(waits);
  expect(early).toEqual([]);
});

test('a cancelled timer does not fire, nor does one beyond the longest delay of Node', async () => {
  const rung: string[] = [];
  const cancel = systemClock.after(2, () => rung.push('called off'));
  const cancelFar = systemClock.after(2 ** 33, () => rung.push('far'));
  cancel();
  await sleep(systemClock, 20);
  cancelFar();
  expect(rung).toEqual([]);
});
