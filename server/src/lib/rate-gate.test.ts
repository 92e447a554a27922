import { expect, test } from 'vitest';
import { RateGate } from './rate-gate.ts';

test('a burst passes up to the rate, then as much as time allows', () => {
  const gate = new RateGate(10, 0);
  const passed = (count: number, nowMs: number) =>
    Array.from({ length: count }, () => gate.pass(nowMs)).filter(Boolean).length;
  expect(passed(20, 0)).toBe(10);
  expect(passed(20, 500)).toBe(5);
  expect(passed(20, 60_000)).toBe(10);
});
