import { timestampDistance } from './rtp-packet.ts';

/** Statistics of a received RTP stream for its receiver reports (RFC 3550 §6.4.1, appendices A.3 and A.8). */
export class ReceptionStatistics {
  readonly #clockRate: number;
  #base = 0;
  #highest = -1;
  #cycles = 0;
  #received = 0;
  #jitter = 0;
  #transit: number | undefined;
  #reported = { expected: 0, received: 0 };

  constructor(clockRate: number) {
    this.#clockRate = clockRate;
  }

  /** The highest sequence number received; -1 before the first packet. */
  get highest(): number {
    return this.#highest;
  }

  /** Records the first packet, or one with a higher sequence number than all before. */
  advance(sequence: number): void {
    if (this.#highest < 0) this.#base = sequence;
    else if (sequence < this.#highest) this.#cycles += 0x10000;
    this.#highest = sequence;
  }

  /** Counts a packet that is not a duplicate. Jitter is computed from timestamps relative to the arrival clock. */
  add(timestamp: number, nowMs: number): void {
    this.#received++;
    const arrival = Math.floor((nowMs * this.#clockRate) / 1000) | 0;
    const transit = timestampDistance(arrival, timestamp);
    if (this.#transit !== undefined) {
      const change = Math.abs(transit - this.#transit);
      if (change < this.#clockRate) this.#jitter += (change - this.#jitter) / 16;
    }
    this.#transit = transit;
  }

  /** @returns the fields of a report, and the packets lost since the last one (negative if there were duplicates). */
  report() {
    const highestSequence = this.#cycles + this.#highest;
    const expected = highestSequence - this.#base + 1;
    const expectedNow = expected - this.#reported.expected;
    const lostNow = expectedNow - (this.#received - this.#reported.received);
    this.#reported = { expected, received: this.#received };
    return {
      lostNow,
      fractionLost:
        expectedNow > 0 && lostNow > 0 ? Math.min(255, Math.floor((lostNow * 256) / expectedNow)) : 0,
      cumulativeLost: expected - this.#received,
      highestSequence,
      jitter: Math.floor(this.#jitter),
    };
  }
}
