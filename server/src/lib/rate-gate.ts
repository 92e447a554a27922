/** A token bucket: lets through `perSecond` on average, and as many at once. */
export class RateGate {
  readonly #perSecond: number;
  #tokens: number;
  #filledAt: number;

  constructor(perSecond: number, nowMs = performance.now()) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond;
    this.#filledAt = nowMs;
  }

  /** @returns false when there were too many lately. */
  pass(nowMs = performance.now()): boolean {
    const refill = ((nowMs - this.#filledAt) / 1000) * this.#perSecond;
    this.#tokens = Math.min(this.#perSecond, this.#tokens + refill);
    this.#filledAt = nowMs;
    if (this.#tokens < 1) return false;
    this.#tokens--;
    return true;
  }
}
