/** The domain's only source of the current time, so that tests can set it. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds of a monotonic clock with an arbitrary origin. */
export type Monotonic = () => number;

export const systemMonotonic: Monotonic = () => performance.now();

export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);
