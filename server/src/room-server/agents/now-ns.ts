/** Nanoseconds since 1970, in which LiveKit's protocol tells the times of agents' jobs. */
export const nowNs = () => BigInt(Date.now()) * 1_000_000n;
