import { expect, it } from 'vitest';
import { whenHung } from './when-hung.ts';

/** Returns how often it looked before it took the process for one that hangs. */
const looksUntilHung = (computedMs: (look: number) => number) =>
  new Promise<number>((resolve) => {
    let looks = 0;
    whenHung(
      10,
      () => resolve(looks - 1),
      () => computedMs(looks++),
    );
  });

it('takes a process for one that hangs at once where it computes nothing', async () =>
  expect(await looksUntilHung(() => 5)).toBe(1));

it('waits for one that is slow, and not for ever', async () => {
  // A quarter of the time; then nothing any more.
  expect(await looksUntilHung((look) => Math.min(look, 2) * 2.5)).toBe(3);
  // It spins.
  expect(await looksUntilHung((look) => look * 2.5)).toBe(4);
});

it('can be stopped', () => {
  const stop = whenHung(10, () => expect.fail('it was stopped'));
  stop();
});
