interface Taken {
  count: number;
  waiting: (() => void)[];
}

/** Limits concurrent holders per key; others queue in order. Every slot taken must be released once. */
export class Slots {
  readonly #mostWaiting: number;
  readonly #taken = new Map<string, Taken>();

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Whether a slot was free; it is taken then. */
  take(key: string, most: number): boolean {
    const slots = this.#taken.get(key);
    if (!slots) this.#taken.set(key, { count: 1, waiting: [] });
    else if (slots.count < most) slots.count++;
    else return false;
    return true;
  }

  /** Where none was free: calls back once one is, which is taken then; `false` where too many wait already. */
  wait(key: string, onTaken: () => void): boolean {
    const { waiting } = this.#taken.get(key)!;
    if (waiting.length >= this.#mostWaiting) return false;
    waiting.push(onTaken);
    return true;
  }

  give(key: string): void {
    const slots = this.#taken.get(key)!;
    // The slot passes to the next in the queue, so the count does not change.
    const next = slots.waiting.shift();
    if (next) queueMicrotask(next);
    else if (--slots.count === 0) this.#taken.delete(key);
  }
}
