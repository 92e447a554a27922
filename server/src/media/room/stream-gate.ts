import { Budget } from '../../lib/budget.ts';
import { RateGate } from '../../lib/rate-gate.ts';
import { RecentMap } from '../../lib/recent-map.ts';

/** Maximum number of streams open at once: of one participant, and of a whole room. */
const MAX_OPEN = { ofOne: 16, all: 128, isHard: true };
/** Maximum streams that one participant may begin per second: agents send one for each piece of a transcript. */
const STREAMS_PER_SECOND = 50;
/** Maximum participants whose rate is tracked. */
const MAX_SENDERS = 1000;

/**
 * Decides which streams of a room are read. An open stream holds memory and handles every event of the process; one
 * that is never finished stays open until its sender leaves.
 */
export class StreamGate {
  readonly #onRefused: (identity: string) => void;
  readonly #open = new Budget(MAX_OPEN);
  readonly #rates = new RecentMap<string, RateGate>(MAX_SENDERS, () => new RateGate(STREAMS_PER_SECOND));
  #hasReported = false;

  /** `onRefused` is called once, for the first participant whose stream is not read. */
  constructor(onRefused: (identity: string) => void) {
    this.#onRefused = onRefused;
  }

  /** @returns whether the stream may be read; if so, `end` must be called later */
  begin(identity: string): boolean {
    if (!this.#open.isExceededBy(identity) && this.#rates.get(identity).pass()) {
      this.#open.take(identity);
      return true;
    }
    if (!this.#hasReported) this.#onRefused(identity);
    this.#hasReported = true;
    return false;
  }

  end(identity: string): void {
    this.#open.release(identity);
  }
}
