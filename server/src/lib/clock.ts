/** Time as a dependency, so that policies are tested without waiting. */
export interface Clock {
  /** Milliseconds of a monotonic clock with an arbitrary origin; fractions included. */
  now(): number;
  /** Milliseconds since the epoch. */
  wall(): number;
  /** Calls back once, `delayMs` from now or a little later. Returns a function that cancels. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The longest delay of a Node timer; longer ones would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** `now` is the `process.hrtime` clock, which rtc-node compares with video timestamps. */
export const systemClock: Clock = {
  now: () => Number(process.hrtime.bigint()) / 1e6,
  wall: () => Date.now(),
  after: (delayMs, callback) => {
    const dueAt = systemClock.now() + delayMs;
    let timer: NodeJS.Timeout;
    const wait = (ms: number) => {
      timer = setTimeout(ring, Math.min(ms, LONGEST_TIMER_MS));
    };
    // Node truncates the delay and the current time: its timers fire up to two milliseconds early.
    const ring = () => {
      const leftMs = dueAt - systemClock.now();
      if (leftMs > 0) wait(leftMs);
      else callback();
    };
    wait(Math.max(0, delayMs));
    return () => clearTimeout(timer);
  },
};

export function sleep(clock: Clock, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(delayMs, resolve);
  });
}
