import { expect, test } from 'vitest';
import { FramePace } from './frame-pace.ts';

test('counts pictures that were due and late since the last call, for running conversations', () => {
  const pace = new FramePace();
  const one = { sent: 100, late: 50, skipped: 10 };
  const other = { sent: 0, late: 0, skipped: 0 };
  const source = pace.join({ stats: one, apply: () => undefined });
  pace.join({ stats: other, apply: () => undefined });
  Object.assign(one, { sent: 120, late: 53 });
  Object.assign(other, { sent: 24, skipped: 1 });
  expect(pace.takeCount()).toEqual({ due: 45, late: 4 });
  source.leave();
  one.sent += 20;
  expect(pace.takeCount()).toEqual({ due: 0, late: 0 });
});

test('a conversation that joins later follows the earlier setting', () => {
  const pace = new FramePace();
  pace.set({ maxFps: 15, scale: 1, savesInSilence: true });
  const orders: number[] = [];
  const source = pace.join({
    stats: { sent: 0, late: 0, skipped: 0 },
    apply: ({ maxFps }) => orders.push(maxFps),
  });
  pace.set({ maxFps: 20, scale: 1, savesInSilence: true });
  source.leave();
  pace.set({ maxFps: 25, scale: 1, savesInSilence: true });
  expect(orders).toEqual([15, 20]);
});
