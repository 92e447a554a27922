interface Taken {
  count: number;
  waiting: { amount: number; most: number; onTaken: () => void }[];
}

/** Limits the slots of a key taken at the same time; others queue. Everything taken must be given back once. */
export class Slots {
  readonly #mostWaiting: number;
  readonly #taken = new Map<string, Taken>();

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /** Takes `amount` slots if that many are free and nobody waits. @returns whether it did */
  take(key: string, most: number, amount = 1): boolean {
    const slots = this.#taken.get(key);
    if (!slots) this.#taken.set(key, { count: amount, waiting: [] });
    else if (slots.waiting.length === 0 && slots.count + amount <= most) slots.count += amount;
    else return false;
    return true;
  }

  /** Call after `take` returned false: calls back once the slots are taken. @returns false if too many wait */
  wait(key: string, most: number, onTaken: () => void, amount = 1): boolean {
    const { waiting } = this.#taken.get(key)!;
    if (waiting.length >= this.#mostWaiting) return false;
    waiting.push({ amount, most, onTaken });
    return true;
  }

  release(key: string, amount = 1): void {
    const slots = this.#taken.get(key)!;
    slots.count -= amount;
    // If all slots are free, the next gets its amount even if that exceeds `most`: otherwise it would wait forever.
    const fits = ({ amount: more, most }: { amount: number; most: number }) =>
      slots.count === 0 || slots.count + more <= most;
    for (let [next] = slots.waiting; next && fits(next); [next] = slots.waiting) {
      slots.waiting.shift();
      slots.count += next.amount;
      queueMicrotask(next.onTaken);
    }
    if (slots.count === 0) this.#taken.delete(key);
  }
}
