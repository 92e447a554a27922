import { expect, test } from 'vitest';
import { FramePhases } from './frame-phases.ts';

test('those at the same time are spread evenly, whoever came and went before', () => {
  const phases = new FramePhases();
  const taken = Array.from({ length: 8 }, () => phases.take());
  expect(taken.map(({ phase }) => phase)).toEqual([0, 0.5, 0.25, 0.75, 0.125, 0.625, 0.375, 0.875]);
  taken[1]!.release();
  taken[2]!.release();
  expect([phases.take().phase, phases.take().phase]).toEqual([0.5, 0.25]);
  expect(phases.take().phase).toBe(1 / 16);
});
