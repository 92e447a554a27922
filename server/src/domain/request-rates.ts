import { createHash } from 'node:crypto';
import { addressBlock } from '../lib/address-block.ts';
import type { Logger } from '../lib/logger.ts';
import type { Clock } from './clock.ts';

/** The counts shared by the processes of one installation. */
export interface RequestRateStore {
  /** Adds to the bucket of the window that began at `windowStart`, and returns the total of all processes. */
  add(bucket: string, hits: number, windowStart: Date, expiresAt: Date): Promise<number>;
  deleteExpired(now: Date): Promise<void>;
}

export const RATE_WINDOW_SECONDS = 60;
/** Maximum attempts of an address per window with a missing or wrong credential, across all entry points. */
export const MAX_ATTEMPTS = 600;

/** Returns the bucket of an address, or of its address block, for one kind of request. */
export const bucketOfAddress = (address: string | undefined, kind: string) =>
  `address ${addressBlock(address)} ${kind}`;

/** @returns whole seconds until the next attempt, if this was one too many */
export async function countAttempt(rates: RequestRates, address: string): Promise<number | undefined> {
  const { hits, resetSeconds } = await rates.count(bucketOfAddress(address, 'attempts'), MAX_ATTEMPTS);
  return hits > MAX_ATTEMPTS ? resetSeconds : undefined;
}

/**
 * A process exchanges its count with the store whenever it has counted this share of the limit. At any load it thus
 * misses at most this share per other process, and a client that uses its whole limit costs 20 statements a minute.
 */
const UNSHARED_SHARE = 0.05;
/**
 * Number of buckets (separately for addresses and for all others) after which older ones are dropped within a window.
 * The owner of an IPv6 network has more addresses than that, so buckets of addresses displace only each other. They are
 * dropped all at once, because finding a map's first entry takes longer the more entries were deleted before it.
 */
const MAX_BUCKETS = 50_000;
interface Bucket {
  /** The total at the last exchange, plus counts in transit. */
  shared: number;
  /** Counted here and not yet shared. */
  own: number;
}

class Buckets {
  #new = new Map<string, Bucket>();
  #old = new Map<string, Bucket>();

  get(name: string): Bucket | undefined {
    return this.#new.get(name) ?? this.#old.get(name);
  }

  add(name: string): Bucket {
    if (this.#new.size >= MAX_BUCKETS) {
      this.#old = this.#new;
      this.#new = new Map();
    }
    const bucket = { shared: 0, own: 0 };
    this.#new.set(name, bucket);
    return bucket;
  }
}

export type RequestRates = ReturnType<typeof createRequestRates>;

/**
 * Counts requests in windows of a clock minute.
 * @param store absent if this is the only process
 */
export function createRequestRates(store: RequestRateStore | undefined, clock: Clock, logger: Logger) {
  let windowStart = new Date(0);
  let buckets = { ofAddresses: new Buckets(), others: new Buckets() };

  function openWindow(now: Date): void {
    const windowMs = RATE_WINDOW_SECONDS * 1_000;
    const start = Math.floor(now.getTime() / windowMs) * windowMs;
    if (start === windowStart.getTime()) return;
    windowStart = new Date(start);
    buckets = { ofAddresses: new Buckets(), others: new Buckets() };
    store?.deleteExpired(now).catch((err: unknown) => {
      logger.warn(
        { event: 'rate_limit.counts_not_deleted', err },
        'the service could not delete old counts of requests',
      );
    });
  }

  function bucketOf(name: string): { bucket: Bucket; isNew: boolean } {
    const group = name.startsWith('address ') ? buckets.ofAddresses : buckets.others;
    const known = group.get(name);
    if (known) return { bucket: known, isNew: false };
    return { bucket: group.add(name), isNew: true };
  }

  /**
   * Exchanges a count with the store. If that fails, this process's own count applies; without its store, a process
   * answers few requests anyway.
   * @returns the total including the hits that were sent; hits that arrived meanwhile count only for themselves
   */
  async function share(name: string, bucket: Bucket): Promise<number> {
    const hits = bucket.own;
    bucket.own = 0;
    bucket.shared += hits;
    const expiresAt = new Date(windowStart.getTime() + 2 * RATE_WINDOW_SECONDS * 1_000);
    try {
      const total = await store!.add(hash(name), hits, windowStart, expiresAt);
      // Another exchange may be in flight: the count never decreases, whichever returns last.
      bucket.shared = Math.max(bucket.shared, total);
      return total;
    } catch (err) {
      bucket.shared -= hits;
      bucket.own += hits;
      logger.warn(
        { event: 'rate_limit.count_not_shared', err },
        'the service could not share a request count with its other processes; it counts alone until the next attempt',
      );
      return bucket.shared + bucket.own;
    }
  }

  return {
    /**
     * @param limit the bucket's limit per window
     * @returns hits including this one, and whole seconds until the window ends, at least 1
     */
    async count(name: string, limit: number) {
      const now = clock();
      openWindow(now);
      const { bucket, isNew } = bucketOf(name);
      bucket.own += 1;
      // A client over its limit causes no further statements.
      const isDue = isNew || bucket.own >= Math.max(1, Math.floor(limit * UNSHARED_SHARE));
      const isShared = store && isDue && bucket.shared <= limit;
      const hits = isShared ? await share(name, bucket) : bucket.shared + bucket.own;
      const leftMs = windowStart.getTime() + RATE_WINDOW_SECONDS * 1_000 - now.getTime();
      return { hits, resetSeconds: Math.max(1, Math.ceil(leftMs / 1_000)) };
    },
  };
}

/** Hashed, because names contain addresses and user names of any length. */
const hash = (name: string) => createHash('sha256').update(name).digest('base64url');
