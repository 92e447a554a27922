interface Taken {
  count: number;
  waiting: { amount: number; most: number; onTaken: () => void }[];
}

/** Limits what holders have of a key at the same time; others queue in order. All that is taken must be given back once. */
export class Slots {
  readonly #mostWaiting: number;
  readonly #taken = new Map<string, Taken>();

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Whether so many slots were free, and nobody waits for some; they are taken then. */
  take(key: string, most: number, amount = 1): boolean {
    const slots = this.#taken.get(key);
    if (!slots) this.#taken.set(key, { count: amount, waiting: [] });
    else if (slots.waiting.length === 0 && slots.count + amount <= most) slots.count += amount;
    else return false;
    return true;
  }

  /** Where `take` took none: calls back once they are free, and taken then; `false` where too many wait already. */
  wait(key: string, most: number, onTaken: () => void, amount = 1): boolean {
    const { waiting } = this.#taken.get(key)!;
    if (waiting.length >= this.#mostWaiting) return false;
    waiting.push({ amount, most, onTaken });
    return true;
  }

  give(key: string, amount = 1): void {
    const slots = this.#taken.get(key)!;
    slots.count -= amount;
    for (let [next] = slots.waiting; next && slots.count + next.amount <= next.most; [next] = slots.waiting) {
      slots.waiting.shift();
      slots.count += next.amount;
      queueMicrotask(next.onTaken);
    }
    if (slots.count === 0) this.#taken.delete(key);
  }
}
