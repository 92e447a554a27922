import type { Clock } from './clock.ts';

/** The same clock, whose wall time goes on from now as the monotonic clock does: what is written with it spans what has passed. */
export function steadyClock(clock: Clock): Clock {
  const offsetMs = clock.wall() - clock.now();
  return {
    now: () => clock.now(),
    wall: () => Math.round(offsetMs + clock.now()),
    after: (delayMs, callback) => clock.after(delayMs, callback),
  };
}
