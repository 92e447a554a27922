import type { Clock } from './clock.ts';

/**
 * The same clock, but from now on its wall time advances with the monotonic clock, so that differences between its
 * times are real durations.
 */
export function steadyClock(clock: Clock): Clock {
  const offsetMs = clock.wall() - clock.now();
  return {
    now: () => clock.now(),
    wall: () => Math.round(offsetMs + clock.now()),
    after: (delayMs, callback) => clock.after(delayMs, callback),
  };
}
