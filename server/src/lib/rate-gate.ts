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

  /** @returns false when there were too many lately, and then takes nothing. */
  pass(amount = 1): boolean {
    if (this.left < amount) return false;
    this.#tokens -= amount;
    return true;
  }

  /** Takes an amount that was used already; the gate may fall below zero. */
  charge(amount: number): void {
    this.#tokens = this.left - amount;
  }

  /** Milliseconds from now until one can pass. */
  get waitMs(): number {
    return (1000 * Math.max(0, 1 - this.left)) / this.#perSecond;
  }

  /** The amount that can pass now; below zero where more was charged. */
  get left(): number {
    const nowMs = this.#now();
    const refill = ((nowMs - this.#filledAt) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#burst, this.#tokens + refill);
    this.#filledAt = nowMs;
    return this.#tokens;
  }
}
