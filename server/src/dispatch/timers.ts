/** Delayed callbacks, which are dropped once it is closed; they do not keep the process alive. */
export class Timers {
  readonly #timers = new Set<NodeJS.Timeout>();
  #closed = false;

  get closed(): boolean {
    return this.#closed;
  }

  later(delayMs: number, callback: () => void): void {
    if (this.#closed) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      callback();
    }, delayMs);
    timer.unref();
    this.#timers.add(timer);
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }
}
