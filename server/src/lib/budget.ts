export type Owner = string | object;

/**
 * Counts amounts of a limited resource, per owner and in total. An owner that holds nothing may always take some,
 * unless the limit is hard.
 */
export class Budget {
  readonly #max: { ofOne: number; all: number; isHard?: boolean };
  readonly #held = new Map<Owner, number>();
  #heldByAll = 0;

  constructor(max: { ofOne: number; all: number; isHard?: boolean }) {
    this.#max = max;
  }

  /** Whether a further amount would exceed the owner's limit or the total. */
  isExceededBy(owner: Owner, amount = 1): boolean {
    const held = this.heldBy(owner);
    if (held === 0 && !this.#max.isHard) return false;
    return held + amount > this.#max.ofOne || this.#heldByAll + amount > this.#max.all;
  }

  heldBy(owner: Owner): number {
    return this.#held.get(owner) ?? 0;
  }

  take(owner: Owner, amount = 1): void {
    const held = this.heldBy(owner) + amount;
    this.#heldByAll += amount;
    if (held > 0) this.#held.set(owner, held);
    else this.#held.delete(owner);
  }

  release(owner: Owner, amount = 1): void {
    this.take(owner, -amount);
  }
}
