interface LastPlaceOptions {
  /** How long refused names take precedence: long enough to try again. */
  waitingMs: number;
  /** Maximum number of names remembered: of those that have begun a run, and of those that were refused. */
  maxRemembered: number;
}

/**
 * Decides who may take the last of several places. A name with a recent run must leave it free while another name was
 * recently refused and has not been admitted since, so that nobody can hold all places again and again. Times in ms.
 */
export class LastPlace {
  readonly #options: LastPlaceOptions;
  /** Runs that are starting, may still be running, or ended recently. */
  readonly #begun = new Set<{ name: string; until: number }>();
  /** When each refused name is forgotten. */
  readonly #refused = new Map<string, number>();

  constructor(options: LastPlaceOptions) {
    this.#options = options;
  }

  hasBegun(name: string, now: number): boolean {
    return [...this.#begun].some((begun) => begun.name === name && begun.until > now);
  }

  /** Whether the place is reserved for a refused name, ahead of those with a recent run. */
  isReserved(now: number): boolean {
    return [...this.#refused.values()].some((until) => until > now);
  }

  /**
   * Records that `name` begins a run that lasts at most until `until`. @returns a function that withdraws it if the run
   * does not take place
   */
  begun(name: string, until: number): () => void {
    const begun = { name, until: until + this.#options.waitingMs };
    this.#begun.add(begun);
    if (this.#begun.size > this.#options.maxRemembered)
      this.#begun.delete(this.#begun.values().next().value!);
    return () => this.#begun.delete(begun);
  }

  admitted(name: string): void {
    this.#refused.delete(name);
  }

  refused(name: string, now: number): void {
    this.#refused.delete(name);
    this.#refused.set(name, now + this.#options.waitingMs);
    if (this.#refused.size > this.#options.maxRemembered)
      this.#refused.delete(this.#refused.keys().next().value!);
  }
}
