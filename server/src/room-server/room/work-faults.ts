/** Since the thread started: how often work for a participant has failed, by a fault of ours. */
export const workFaults = { count: 0 };
