const INITIAL_TIMEOUT_MS = 300;
const MIN_TIMEOUT_MS = 50;
const MAX_TIMEOUT_MS = 1000;
const MIN_VARIATION_MS = 5;
/** The minimum time by which a packet may be reordered without counting as lost. */
const MIN_REORDERING_MS = 5;

/**
 * The round-trip time of acknowledgements, and the timeouts derived from it (RFC 6298, with limits that suit a
 * conversation instead of RFC 9260's 1 s to 60 s).
 */
export class RoundTripEstimate {
  #smoothedMs: number | undefined;
  #variationMs = 0;
  #latestMs = 0;
  #minMs = 0;

  add(sampleMs: number): void {
    this.#latestMs = sampleMs;
    if (this.#smoothedMs === undefined) {
      this.#smoothedMs = sampleMs;
      this.#variationMs = sampleMs / 2;
      this.#minMs = sampleMs;
      return;
    }
    this.#minMs = Math.min(this.#minMs, sampleMs);
    this.#variationMs += (Math.abs(this.#smoothedMs - sampleMs) - this.#variationMs) / 4;
    this.#smoothedMs += (sampleMs - this.#smoothedMs) / 8;
  }

  /** The shortest round trip so far (ms); 0 before the first. */
  get minMs(): number {
    return this.#minMs;
  }

  /** The timeout of a packet if nothing is received at all. */
  get timeoutMs(): number {
    if (this.#smoothedMs === undefined) return INITIAL_TIMEOUT_MS;
    const timeoutMs = this.#smoothedMs + 4 * Math.max(this.#variationMs, MIN_VARIATION_MS);
    return Math.min(MAX_TIMEOUT_MS, Math.max(MIN_TIMEOUT_MS, timeoutMs));
  }

  /** The timeout of a packet if later ones were acknowledged. */
  get reorderingMs(): number {
    if (this.#smoothedMs === undefined) return INITIAL_TIMEOUT_MS;
    const roundTripMs = Math.max(this.#smoothedMs, this.#latestMs);
    return Math.min(MAX_TIMEOUT_MS, roundTripMs + Math.max(MIN_REORDERING_MS, this.#smoothedMs / 4));
  }

  /** @param failures how often this timeout has already expired */
  backedOffMs(failures: number): number {
    return Math.min(MAX_TIMEOUT_MS, this.timeoutMs * 2 ** Math.min(failures, 10));
  }
}
