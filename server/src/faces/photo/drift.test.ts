import { expect, it } from 'vitest';
import { Drift } from './drift.ts';

const REST = [10, 20, 30];
const at = (...values: number[]) => Float64Array.from(values);

it('reuses what was drawn for points that move together, and measures their distance from rest', () => {
  const drift = new Drift([0, 1, 2], at(...REST), at(...REST));
  expect(drift.follow(at(11, 21, 31), at(...REST)), 'nothing is drawn yet').toBe(true);
  drift.record(at(11, 21, 31), at(...REST));
  expect(drift.follow(at(14, 24, 34), at(8, 18, 28))).toBe(false);
  expect([drift.x, drift.y]).toEqual([4, -2]);
});

it('does not reuse what has visibly changed, however slowly', () => {
  const drift = new Drift([0, 1, 2], at(...REST), at(...REST));
  drift.follow(at(...REST), at(...REST));
  drift.record(at(...REST), at(...REST));
  const opened = [0.12, 0.24, 0.36, 0.48].map((by) => drift.follow(at(...REST), at(10, 20, 30 + by)));
  expect(opened).toEqual([false, false, true, true]);
});
