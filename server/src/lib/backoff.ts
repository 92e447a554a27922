export interface BackoffOptions {
  firstMs: number;
  maxMs: number;
}

/**
 * Delay before attempt `attempt + 1` after `attempt` failures (1 and up): doubling, capped, and multiplied by a random
 * factor from 0.5 to 1.5, so that clients that failed together do not retry together.
 */
export function backoffMs(
  attempt: number,
  options: BackoffOptions,
  random: () => number = Math.random,
): number {
  const full = Math.min(options.maxMs, options.firstMs * 2 ** Math.min(30, attempt - 1));
  return Math.round(full * (0.5 + random()));
}
