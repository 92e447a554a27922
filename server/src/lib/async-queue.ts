/** Passes items in order from one part of a process to another: pushed at any time, taken one by one. */
export class AsyncQueue<T> {
  readonly #items: T[] = [];
  #end: { error: unknown } | undefined;
  #wake: () => void = () => undefined;

  get isEnded(): boolean {
    return this.#end !== undefined;
  }

  /** Does nothing after the end. */
  push(item: T): void {
    if (this.#end) return;
    this.#items.push(item);
    this.#wake();
  }

  /** Ends the queue; the first end counts. With `error`, the taker gets that error after the last item. */
  end(error?: unknown): void {
    this.#end ??= { error };
    this.#wake();
  }

  /** Waits for the next item; `undefined` at the end. Supports one taker only. */
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
