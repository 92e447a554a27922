/** Who waits for a slot of its key has too many before it. */
export class SlotsTakenError extends Error {
  override readonly name = 'SlotsTakenError';
}

/** So many at the same time for each key; the others wait in their order. */
export class Slots {
  readonly #mostWaiting: number;
  readonly #taken = new Map<string, { count: number; waiting: (() => void)[] }>();

  constructor(mostWaiting: number) {
    this.#mostWaiting = mostWaiting;
  }

  /**
   * Resolves with what gives the slot back, to be called once.
   * @throws SlotsTakenError
   */
  async take(key: string, most: number): Promise<() => void> {
    const slots = this.#taken.get(key) ?? { count: 0, waiting: [] };
    this.#taken.set(key, slots);
    if (slots.count >= most) {
      if (slots.waiting.length >= this.#mostWaiting) throw new SlotsTakenError('too many wait already');
      // Whoever gives its slot back hands it on, so the count stays.
      await new Promise<void>((resolve) => slots.waiting.push(resolve));
    } else slots.count++;
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      const next = slots.waiting.shift();
      if (next) next();
      else if (--slots.count === 0) this.#taken.delete(key);
    };
  }
}
