import { describe, expect, test } from 'vitest';
import { SendTimes } from './send-times.ts';

/** Creates a clock whose source took a chunk at 1000 and has a full queue; the next chunk is sent at 1050. */
function full(): SendTimes {
  const clock = new SendTimes(40, 10);
  for (let n = 0; n < 5; n++) clock.next(995);
  return clock;
}

/** Returns the largest deviation from 10 ms between the chunks handed over at these times. */
function unevenness(clock: SendTimes, handedOver: number[]): number {
  const sentAt = handedOver.map((at) => clock.next(at));
  return Math.max(0, ...sentAt.slice(1).map((at, n) => Math.abs(at - sentAt[n]! - 10)));
}

describe('SendTimes', () => {
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
    let sentAt = 0;
    for (let n = 0; n < 2000; n++) sentAt = clock.next(1000 + everyMs * n);
    expect(Math.abs(sentAt - (1000 + everyMs * 1999 + 50))).toBeLessThan(2.1);
  });
});
