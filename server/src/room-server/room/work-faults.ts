/** Exceptions in our own code while it served a participant, since the thread started; part of the thread's statistics. */
export const workFaults = { count: 0 };
