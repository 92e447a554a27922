import type { Clock } from './clock.ts';

/** The same clock, with a net: what a callback throws goes to `onError` and not to the process. */
export function guardClock(clock: Clock, onError: (error: unknown) => void): Clock {
  return {
    now: () => clock.now(),
    wall: () => clock.wall(),
    after: (delayMs, callback) =>
      clock.after(delayMs, () => {
        try {
          callback();
        } catch (error) {
          onError(error);
        }
      }),
  };
}
