import type { Clock } from './clock.ts';

/** Runs the work of a callback. An error in it ends only what the work belongs to, not the whole process. */
export type Guard = (work: () => void) => void;

/** For work that belongs to nothing that could be ended: errors propagate. */
export const unguarded: Guard = (work) => work();

export function guardClock(clock: Clock, guard: Guard): Clock {
  return {
    now: () => clock.now(),
    wall: () => clock.wall(),
    after: (delayMs, callback) => clock.after(delayMs, () => guard(callback)),
  };
}

type Callbacks = { readonly [Name: string]: ((...args: never[]) => void) | undefined };

export function guardCallbacks<T extends { [Name in keyof T]: Callbacks[string] }>(
  callbacks: T,
  guard: Guard,
): T {
  const guarded = Object.entries(callbacks as Callbacks).map(([name, callback]) => [
    name,
    callback && ((...args: never[]) => guard(() => callback(...args))),
  ]);
  return Object.fromEntries(guarded) as T;
}
