/** A token bucket: lets through `perSecond` on average, and `burst` at once. */
export class RateGate {
  readonly #perSecond: number;
  readonly #burst: number;
  readonly #now: () => number;
  #tokens: number;
  #filledAt: number;

  /** `now`: milliseconds of a monotonic clock. */
  constructor(perSecond: number, burst = perSecond, now = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#now = now;
    this.#tokens = burst;
    this.#filledAt = now();
  }

  /** @returns false, and takes nothing, if fewer than `amount` tokens are left */
  pass(amount = 1): boolean {
    if (this.left < amount) return false;
    this.#tokens -= amount;
    return true;
  }

  /** Takes an amount that was already used; the number of tokens may become negative. */
  charge(amount: number): void {
    this.#tokens = this.left - amount;
  }

  /** Milliseconds until the next one can pass. */
  get waitMs(): number {
    return (1000 * Math.max(0, 1 - this.left)) / this.#perSecond;
  }

  /** The amount that can pass now; negative if more was charged. */
  get left(): number {
    const nowMs = this.#now();
    const refill = ((nowMs - this.#filledAt) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + refill);
    this.#filledAt = nowMs;
    return this.#tokens;
  }
}
