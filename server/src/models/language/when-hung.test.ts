import { expect, it } from 'vitest';
import { whenHung } from './when-hung.ts';

/** Returns after how many checks a process counts as hung. */
const looksUntilHung = (computedMs: (look: number) => number) =>
  new Promise<number>((resolve) => {
    let looks = 0;
    whenHung(
      10,
      () => resolve(looks - 1),
      () => computedMs(looks++),
    );
  });

it('detects at once a process that hangs without computing', async () =>
  expect(await looksUntilHung(() => 5)).toBe(1));

it('waits for a slow process, but not forever', async () => {
  // It computes a quarter of the time, and then nothing at all.
  expect(await looksUntilHung((look) => Math.min(look, 2) * 2.5)).toBe(3);
  // It is in an endless loop.
  expect(await looksUntilHung((look) => look * 2.5)).toBe(4);
});

it('can be stopped', () => {
  const stop = whenHung(10, () => expect.fail('it was stopped'));
  stop();
});
