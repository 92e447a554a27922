import { expect, test } from 'vitest';
import { SteadyTimes } from './steady-times.ts';

const START_MS = Date.parse('2026-03-01T12:00:00Z');
const HOUR_MS = 3_600_000;

function world() {
  const at = { wall: START_MS, monotonic: 1000 };
  const times = new SteadyTimes(
    () => new Date(at.wall),
    () => at.monotonic,
  );
  const pass = (ms: number) => {
    at.wall += ms;
    at.monotonic += ms;
  };
  return { at, times, pass };
}
const seenAt = (ms: number) => ({ id: 'a', lastHeartbeatAt: new Date(ms) });

test.each([HOUR_MS, -HOUR_MS])(
  'a jump of the wall clock by %d ms does not count as time that passed',
  (jumpMs) => {
    const { at, times, pass } = world();
    expect(times.now(seenAt(START_MS)).getTime()).toBe(START_MS);
    at.wall += jumpMs;
    pass(7000);
    expect(times.now(seenAt(START_MS)).getTime()).toBe(START_MS + 7000);
  },
);

test.each([
  ['an hour old', START_MS - HOUR_MS],
  ['of the future', START_MS + HOUR_MS],
])('time continues from a first heartbeat that is %s', (_, heartbeat) => {
  const { times, pass } = world();
  expect(times.now(seenAt(heartbeat)).getTime()).toBe(heartbeat);
  pass(16_000);
  expect(times.now(seenAt(heartbeat)).getTime()).toBe(heartbeat + 16_000);
});

test('conversations that have ended are forgotten', () => {
  const { times } = world();
  times.now(seenAt(START_MS));
  times.keepOnly(['b']);
  expect(times.known('a')).toBeUndefined();
});
