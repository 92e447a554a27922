/** What one part of a process gives to another, in order: given at any time, taken one by one. */
export class AsyncQueue<T> {
  readonly #items: T[] = [];
  #end: { error: unknown } | undefined;
  #wake: () => void = () => undefined;

  get isEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Without effect after the end. */
  push(item: T): void {
    if (this.#end) return;
    this.#items.push(item);
    this.#wake();
  }

  /** Nothing follows; the first end counts. With `error`, whoever takes gets it after what was given. */
  end(error?: unknown): void {
    this.#end ??= { error };
    this.#wake();
  }

  /** For one taker. `undefined` at the end. */
  async next(): Promise<T | undefined> {
    for (;;) {
      const item = this.#items.shift();
      if (item !== undefined) return item;
      if (this.#end) {
        if (this.#end.error !== undefined) throw this.#end.error;
        return undefined;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }
}
