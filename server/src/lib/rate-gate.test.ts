import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RateGate } from './rate-gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const passed = (gate: RateGate, count: number) =>
  Array.from({ length: count }, () => gate.pass()).filter(Boolean).length;

test('a burst passes up to the rate, then as much as time allows', () => {
  const gate = new RateGate(10);
  expect(passed(gate, 20)).toBe(10);
  vi.advanceTimersByTime(500);
  expect(passed(gate, 20)).toBe(5);
  vi.advanceTimersByTime(60_000);
  expect(passed(gate, 20)).toBe(10);
});

test('a burst of its own, and amounts, of which one that does not pass takes nothing', () => {
  const gate = new RateGate(10, 100);
  expect(gate.pass(101)).toBe(false);
  expect(gate.pass(100)).toBe(true);
  expect(passed(gate, 1)).toBe(0);
});

test('what was used already is charged, and waited for', () => {
  const gate = new RateGate(10);
  gate.charge(30);
  expect(gate.waitMs).toBe(2100);
  vi.advanceTimersByTime(2100);
  expect(gate.waitMs).toBe(0);
});
