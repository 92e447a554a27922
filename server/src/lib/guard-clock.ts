import type { Clock } from './clock.ts';

/** The same clock, but errors thrown by callbacks go to `onError` instead of crashing the process. */
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
