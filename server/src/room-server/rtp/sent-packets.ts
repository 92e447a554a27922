interface SentPacket {
  readonly sequence: number;
  readonly header: Buffer;
  readonly payload: Buffer;
  repeats: number;
  repeatedAt: number;
}

const MIN_REPEAT_MS = 20;
const MAX_REPEATS = 8;

/** The last packets that were sent, to be sent again when the receiver asks. */
export class SentPackets {
  readonly #ring: (SentPacket | undefined)[];

  constructor(capacity: number) {
    this.#ring = Array.from({ length: capacity });
  }

  add(sequence: number, header: Buffer, payload: Buffer): void {
    const entry = { sequence, header, payload, repeats: 0, repeatedAt: Number.NEGATIVE_INFINITY };
    this.#ring[sequence % this.#ring.length] = entry;
  }

  /** @returns undefined when it is no longer kept, or was repeated so recently or often that the request is an attack. */
  take(sequence: number, nowMs: number): { header: Buffer; payload: Buffer } | undefined {
    const entry = this.#ring[sequence % this.#ring.length];
    if (entry === undefined || entry.sequence !== sequence) return undefined;
    if (entry.repeats >= MAX_REPEATS || nowMs - entry.repeatedAt < MIN_REPEAT_MS) return undefined;
    entry.repeats++;
    entry.repeatedAt = nowMs;
    return entry;
  }
}
