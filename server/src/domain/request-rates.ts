import { createHash } from 'node:crypto';
import type { Logger } from '../lib/logger.ts';
import type { Clock } from './clock.ts';

/** Where the processes of one installation put their counts together. */
export interface RequestRateStore {
  /** Adds to the bucket of the window that began at `windowStart`, and answers what all have counted in it. */
  add(bucket: string, hits: number, windowStart: Date, expiresAt: Date): Promise<number>;
  forgetExpired(now: Date): Promise<void>;
}

export interface CountedRequest {
  /** With this one. */
  hits: number;
  /** Whole seconds until the window ends, at least 1. */
  resetSeconds: number;
}

/** Counts requests in windows of a minute that begin with the minutes of the clock. */
export interface RequestRates {
  /** @param limit of the bucket in a window */
  count(bucket: string, limit: number): Promise<CountedRequest>;
}

export const RATE_WINDOW_SECONDS = 60;
/**
 * A process puts its count into the store each time it has counted this share of the limit, and learns of the others
 * then. So it is unaware of so much at most for each other process, whatever the load, and costs 20 statements a minute
 * for who uses all of a limit.
 */
const UNSHARED_SHARE = 0.05;
/** Of one window; who comes from more addresses than that in a minute makes the oldest of them forgotten. */
const MOST_BUCKETS = 100_000;

interface Bucket {
  /** What all have counted, as of the last look; with what is on its way there. */
  shared: number;
  /** Counted here and not yet shared. */
  own: number;
}

/** @param store absent where this process is the only one */
export function createRequestRates(
  store: RequestRateStore | undefined,
  clock: Clock,
  logger: Logger,
): RequestRates {
  let windowStart = new Date(0);
  let buckets = new Map<string, Bucket>();

  function openWindow(now: Date): void {
    const windowMs = RATE_WINDOW_SECONDS * 1_000;
    const start = Math.floor(now.getTime() / windowMs) * windowMs;
    if (start === windowStart.getTime()) return;
    windowStart = new Date(start);
    buckets = new Map();
    store?.forgetExpired(now).catch((err: unknown) => {
      logger.warn({ err }, 'old counts of requests could not be forgotten');
    });
  }

  function bucketOf(name: string): { bucket: Bucket; isNew: boolean } {
    const known = buckets.get(name);
    if (known) return { bucket: known, isNew: false };
    if (buckets.size >= MOST_BUCKETS) buckets.delete(buckets.keys().next().value!);
    const bucket = { shared: 0, own: 0 };
    buckets.set(name, bucket);
    return { bucket, isNew: true };
  }

  /** Without the store this process's own count holds: who cannot reach it answers little anyway. */
  async function share(name: string, bucket: Bucket): Promise<void> {
    const hits = bucket.own;
    bucket.own = 0;
    bucket.shared += hits;
    const expiresAt = new Date(windowStart.getTime() + 2 * RATE_WINDOW_SECONDS * 1_000);
    try {
      const total = await store!.add(hash(name), hits, windowStart, expiresAt);
      // Another call may be under way as well: whichever answers last, the count never goes back.
      bucket.shared = Math.max(bucket.shared, total);
    } catch (err) {
      bucket.shared -= hits;
      bucket.own += hits;
      logger.warn({ err }, 'a count of requests could not be shared');
    }
  }

  return {
    async count(name, limit) {
      const now = clock();
      openWindow(now);
      const { bucket, isNew } = bucketOf(name);
      bucket.own += 1;
      // Who is over the limit already makes no more work.
      const isDue = isNew || bucket.own >= Math.max(1, Math.floor(limit * UNSHARED_SHARE));
      if (store && isDue && bucket.shared <= limit) await share(name, bucket);
      const leftMs = windowStart.getTime() + RATE_WINDOW_SECONDS * 1_000 - now.getTime();
      return { hits: bucket.shared + bucket.own, resetSeconds: Math.max(1, Math.ceil(leftMs / 1_000)) };
    },
  };
}

/** Names hold addresses and users; the store need not know them, nor how long they are. */
const hash = (name: string) => createHash('sha256').update(name).digest('base64url');
