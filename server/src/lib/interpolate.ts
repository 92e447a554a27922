/** Interpolates linearly between two values; `share` is that of the second. */
export const mix = (a: number, b: number, share: number): number => a + (b - a) * share;

/** Rises from 0 to 1 with a slope of 0 at both ends; `share` is 0 to 1. */
export const smoothstep = (share: number): number => share * share * (3 - 2 * share);
