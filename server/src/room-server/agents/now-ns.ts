/** Nanoseconds since 1970, the unit of job times in LiveKit's protocol. */
export const nowNs = () => BigInt(Date.now()) * 1_000_000n;
