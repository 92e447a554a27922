interface LastPlaceOptions {
  /** How long those who were refused go first: long enough that they may come back. */
  waitingMs: number;
  /** Most names that are remembered: of those who have begun something, and as many of those who were refused. */
  maxRemembered: number;
}

/**
 * Decides who may take the last of several places: whoever has begun something there leaves it free as long as another was
 * refused a moment ago and has not come in since; so none holds all places again and again while others are refused. Times in ms.
 */
export class LastPlace {
  readonly #options: LastPlaceOptions;
  /** Runs that are being begun, may run still, or ended a moment ago. */
  readonly #begun = new Set<{ name: string; until: number }>();
  /** When each refused name is forgotten. */
  readonly #refused = new Map<string, number>();

  constructor(options: LastPlaceOptions) {
    this.#options = options;
  }

  hasBegun(name: string, now: number): boolean {
    return [...this.#begun].some((begun) => begun.name === name && begun.until > now);
  }

  /** Whether somebody is waited for who is to go before those who have begun something. */
  isKept(now: number): boolean {
    return [...this.#refused.values()].some((until) => until > now);
  }

  /**
   * Records that `name` begins something that runs until `until` at the longest. @returns a function to call where it does not
   */
  begun(name: string, until: number): () => void {
    const begun = { name, until: until + this.#options.waitingMs };
    this.#begun.add(begun);
    if (this.#begun.size > this.#options.maxRemembered)
      this.#begun.delete(this.#begun.values().next().value!);
    return () => this.#begun.delete(begun);
  }

  cameIn(name: string): void {
    this.#refused.delete(name);
  }

  refused(name: string, now: number): void {
    this.#refused.delete(name);
    this.#refused.set(name, now + this.#options.waitingMs);
    if (this.#refused.size > this.#options.maxRemembered)
      this.#refused.delete(this.#refused.keys().next().value!);
  }
}
