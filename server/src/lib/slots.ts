interface Taken {
  count: number;
  waiting: { amount: number; maxAmount: number; onTaken: () => void }[];
}

/** Limits the slots of a key taken at the same time; others queue. Everything taken must be released once. */
export class Slots {
  readonly #maxWaiting: number;
  readonly #taken = new Map<string, Taken>();

  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  /** Takes `amount` slots if that many are free and nobody waits. @returns whether it did */
  take(key: string, maxAmount: number, amount = 1): boolean {
    const slots = this.#taken.get(key);
    if (!slots) this.#taken.set(key, { count: amount, waiting: [] });
    else if (slots.waiting.length === 0 && slots.count + amount <= maxAmount) slots.count += amount;
    else return false;
    return true;
  }

  /** Call after `take` returned false: calls back once the slots are taken. @returns false if too many wait */
  wait(key: string, maxAmount: number, onTaken: () => void, amount = 1): boolean {
    const { waiting } = this.#taken.get(key)!;
    if (waiting.length >= this.#maxWaiting) return false;
    waiting.push({ amount, maxAmount, onTaken });
    return true;
  }

  release(key: string, amount = 1): void {
    const slots = this.#taken.get(key)!;
    slots.count -= amount;
    // If all slots are free, the next gets its amount even if that exceeds `maxAmount`: otherwise it would wait forever.
    const fits = ({ amount: more, maxAmount }: { amount: number; maxAmount: number }) =>
      slots.count === 0 || slots.count + more <= maxAmount;
    for (let [next] = slots.waiting; next && fits(next); [next] = slots.waiting) {
      slots.waiting.shift();
      slots.count += next.amount;
      queueMicrotask(next.onTaken);
    }
    if (slots.count === 0) this.#taken.delete(key);
  }
}
