/** Time as a dependency, so that policies are tested without waiting. */
export interface Clock {
  /** Milliseconds of a monotonic clock with an arbitrary origin; fractions included. */
  now(): number;
  /** Milliseconds since the epoch. */
  wall(): number;
  /** Calls back once, `delayMs` from now or a little later. The answer cancels. */
  after(delayMs: number, callback: () => void): () => void;
}

/** `now` is the `process.hrtime` clock: the one that rtc-node's video timestamps are compared with. */
export const systemClock: Clock = {
  now: () => Number(process.hrtime.bigint()) / 1e6,
  wall: () => Date.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, Math.max(0, delayMs));
    return () => clearTimeout(timer);
  },
};

/** Resolves after `delayMs` of the clock. */
export function sleep(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });
}
