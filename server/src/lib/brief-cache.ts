export interface BriefCacheOptions {
  /** How old what is answered may be, counted from the begin of its reading. */
  keepMs: number;
  /** The oldest go when there are more. */
  most: number;
  /** The time in ms. */
  now: () => number;
}

/**
 * Answers from memory what has been read a moment ago; who asks during a reading gets what it finds. A reading that
 * fails or finds nothing is not kept.
 */
export class BriefCache<T> {
  readonly #options: BriefCacheOptions;
  /** In the order of their reading, since a newer one is put behind all others. */
  readonly #kept = new Map<string, { at: number; value: Promise<T | undefined> }>();

  constructor(options: BriefCacheOptions) {
    this.#options = options;
  }

  read(key: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const now = this.#options.now();
    const found = this.#kept.get(key);
    // A clock that was set back makes no value young.
    if (found && now >= found.at && now - found.at < this.#options.keepMs) return found.value;
    const entry = { at: now, value: load() };
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    const drop = () => {
      if (this.#kept.get(key) === entry) this.#kept.delete(key);
    };
    entry.value.then((value) => value === undefined && drop(), drop);
    if (this.#kept.size > this.#options.most) this.#kept.delete(this.#kept.keys().next().value!);
    return entry.value;
  }

  /** What is being read is forgotten as well: it may be from before the change. */
  forget(key: string): void {
    this.#kept.delete(key);
  }

  clear(): void {
    this.#kept.clear();
  }
}
