import { expect, test } from 'vitest';
import { StreamGate } from './stream-gate.ts';

test('unfinished streams are refused above a limit, per participant and room, with a single report', () => {
  const told: string[] = [];
  const gate = new StreamGate((identity) => told.push(identity));
  const begun = (identity: string, count: number) =>
    Array.from({ length: count }, () => gate.begin(identity)).filter(Boolean).length;
  expect(begun('hostile', 20_000)).toBe(16);
  expect(begun('user', 1)).toBe(1);
  gate.end('hostile');
  expect(begun('hostile', 2)).toBe(1);
  const others = Array.from({ length: 10 }, (_, n) => begun(`other ${n}`, 16));
  expect(others.reduce((sum, count) => sum + count)).toBe(128 - 17);
  expect(told).toEqual(['hostile']);
});

test('finished streams are refused if they arrive endlessly', () => {
  const gate = new StreamGate(() => undefined);
  let read = 0;
  for (let n = 0; n < 20_000; n++) {
    if (!gate.begin('hostile')) continue;
    read++;
    gate.end('hostile');
  }
  // The initial burst is as large as the limit per second, plus what refills while the loop runs.
  expect(read).toBeLessThan(2000);
});
