import { describe, expect, test } from 'vitest';
import { LeaveClock } from './leave-clock.ts';

describe('LeaveClock', () => {
  test('a chunk given to a full queue leaves after the queue and itself', () => {
    const clock = new LeaveClock(40, 10);
    expect(clock.next(1000, true)).toBe(1050);
  });

  test('chunks leave 10 ms apart although they are accepted with jitter', () => {
    const clock = new LeaveClock(40, 10);
    const jitter = [0, 3, 1, 6, 0, 2, 9, 0, 1, 4];
    const leaves = jitter.map((late, n) => clock.next(1000 + 10 * n + late, true));
    const gaps = leaves.slice(1).map((at, n) => at - leaves[n]!);
    for (const gap of gaps) expect(Math.abs(gap - 10)).toBeLessThan(0.6);
  });

  test('an empty queue fills up: each chunk follows the one before', () => {
    const clock = new LeaveClock(40, 10);
    expect([0, 0.1, 0.2, 0.3].map((late) => clock.next(1000 + late, false))).toEqual([
      1005, 1015, 1025, 1035,
    ]);
  });

  test('a stall of the source is a jump, not jitter', () => {
    const clock = new LeaveClock(40, 10);
    for (let n = 0; n < 10; n++) clock.next(1000 + 10 * n, true);
    expect(clock.next(1300, true)).toBe(1350);
  });

  test('slow drift is followed', () => {
    const clock = new LeaveClock(40, 10);
    let leavesAt = 0;
    for (let n = 0; n < 2000; n++) leavesAt = clock.next(1000 + 10.01 * n, true);
    expect(Math.abs(leavesAt - (1000 + 10.01 * 1999 + 50))).toBeLessThan(1);
  });

  test('after a cut nothing of the old queue counts', () => {
    const clock = new LeaveClock(40, 10);
    clock.next(1000, true);
    clock.reset();
    expect(clock.next(1003, false)).toBe(1008);
  });
});
