import type { Clock } from '../lib/clock.ts';
import { RateGate } from '../lib/rate-gate.ts';

/**
 * A vendor sends an answer faster than it is spoken: 30 s of audio, 2 MB as base64, within a second or two. The limits
 * allow a minute of audio at once, and then about 30 s of audio per second.
 */
const BYTES_AT_ONCE = 4_000_000;
const BYTES_A_SECOND = 2_000_000;
const MESSAGES_AT_ONCE = 500;
const MESSAGES_A_SECOND = 200;
/** A provider that has to be held back for this long without a pause sends more than anybody can listen to. */
const LONGEST_HELD_MS = 30_000;

/** Limits how much a provider may send on one connection, so that the process can serve others too. */
export class MessageBudget {
  readonly #clock: Clock;
  readonly #bytes: RateGate;
  readonly #messages: RateGate;
  #heldSinceMs: number | undefined;

  constructor(clock: Clock) {
    const now = () => clock.now();
    this.#clock = clock;
    this.#bytes = new RateGate(BYTES_A_SECOND, BYTES_AT_ONCE, now);
    this.#messages = new RateGate(MESSAGES_A_SECOND, MESSAGES_AT_ONCE, now);
  }

  /** Counts a message that has arrived. */
  charge(bytes: number): void {
    if (this.#bytes.left > BYTES_AT_ONCE / 2 && this.#messages.left > MESSAGES_AT_ONCE / 2)
      this.#heldSinceMs = undefined;
    this.#bytes.charge(bytes);
    this.#messages.charge(1);
    if (this.waitMs > 0) this.#heldSinceMs ??= this.#clock.now();
  }

  /** Milliseconds for which nothing more should be read. */
  get waitMs(): number {
    return Math.ceil(Math.max(this.#bytes.waitMs, this.#messages.waitMs));
  }

  get isExhausted(): boolean {
    return this.#heldSinceMs !== undefined && this.#clock.now() - this.#heldSinceMs >= LONGEST_HELD_MS;
  }
}
