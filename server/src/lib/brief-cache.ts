export interface BriefCacheOptions {
  /** Maximum age of a value, counted from the start of its read. */
  keepMs: number;
  /** Maximum number of values; the oldest are dropped first. */
  maxValues: number;
  /** The time in ms. */
  now: () => number;
}

/** Caches recent reads; concurrent requests share one read. Failures and empty results are not cached. */
export class BriefCache<T> {
  readonly #options: BriefCacheOptions;
  /** Values in the order in which they were read, newest last. */
  readonly #kept = new Map<string, { at: number; value: Promise<T | undefined> }>();

  constructor(options: BriefCacheOptions) {
    this.#options = options;
  }

  read(key: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const now = this.#options.now();
    const found = this.#kept.get(key);
    // A value from the future (the clock was set back) does not count as recent.
    if (found && now >= found.at && now - found.at < this.#options.keepMs) return found.value;
    const entry = { at: now, value: load() };
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    const drop = () => {
      if (this.#kept.get(key) === entry) this.#kept.delete(key);
    };
    entry.value.then((value) => value === undefined && drop(), drop);
    if (this.#kept.size > this.#options.maxValues) this.#kept.delete(this.#kept.keys().next().value!);
    return entry.value;
  }

  /** Also drops a read in progress: it may show the state before the change. */
  forget(key: string): void {
    this.#kept.delete(key);
  }

  clear(): void {
    this.#kept.clear();
  }
}
