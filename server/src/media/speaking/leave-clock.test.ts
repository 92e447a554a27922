import { describe, expect, test } from 'vitest';
import { LeaveClock } from './leave-clock.ts';

/** Creates a clock whose source took a chunk at 1000 and has a full queue; the next chunk leaves at 1050. */
function full(): LeaveClock {
  const clock = new LeaveClock(40, 10);
  for (let n = 0; n < 5; n++) clock.next(995);
  return clock;
}

/** Returns the largest deviation from 10 ms between the chunks handed over at these times. */
function unevenness(clock: LeaveClock, handedOver: number[]): number {
  const leaves = handedOver.map((at) => clock.next(at));
  return Math.max(0, ...leaves.slice(1).map((at, n) => Math.abs(at - leaves[n]! - 10)));
}

describe('LeaveClock', () => {
  test('chunks are sent 10 ms apart although they are accepted with jitter', () => {
    const jitter = [0, 3, 1, 6, 0, 2, 9, 0, 1, 4];
    expect(
      unevenness(
        full(),
        jitter.map((late, n) => 1000 + 10 * n + late),
      ),
    ).toBe(0);
  });

  test('a stall that is shorter than the queue changes nothing', () => {
    const clock = full();
    expect(clock.next(1000)).toBe(1050);
    expect(unevenness(clock, [1048, 1050, 1052, 1054, 1056, 1060, 1070])).toBe(0);
    expect(clock.next(1080)).toBe(1130);
  });

  test('after a stall that emptied the queue a chunk is sent at once', () => {
    const clock = full();
    clock.next(1000);
    expect(clock.next(1300)).toBe(1305);
    expect(clock.next(1301)).toBe(1315);
  });

  test.each([10.01, 9.99])('slow drift is followed: a chunk each %f ms', (everyMs) => {
    const clock = full();
    let leavesAt = 0;
    for (let n = 0; n < 2000; n++) leavesAt = clock.next(1000 + everyMs * n);
    expect(Math.abs(leavesAt - (1000 + everyMs * 1999 + 50))).toBeLessThan(2.1);
  });
});
