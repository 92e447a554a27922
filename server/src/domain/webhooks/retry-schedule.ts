const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Pauses between attempts, after the Standard Webhooks specification; just under three days in all. */
const PAUSES_MS = [
  5_000,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  18 * HOUR,
  22 * HOUR,
];
/** Each pause is shortened by up to this share, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;
const LONGEST_RETRY_AFTER_SECONDS = 24 * 3600;

/**
 * How long to wait after `attempts` attempts have failed; undefined: there is no other. A receiver's Retry-After is
 * respected.
 */
export function retryDelayMs(
  attempts: number,
  retryAfterSeconds: number | undefined,
  random: () => number = Math.random,
): number | undefined {
  const pauseMs = PAUSES_MS[attempts - 1];
  if (pauseMs === undefined) return undefined;
  const askedMs = Math.min(retryAfterSeconds ?? 0, LONGEST_RETRY_AFTER_SECONDS) * 1000;
  return Math.max(Math.round(pauseMs * (1 - JITTER * random())), askedMs);
}
