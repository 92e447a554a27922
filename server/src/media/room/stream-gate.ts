import { RateGate } from '../../lib/rate-gate.ts';

/** Maximum number of streams open at once: of one participant, and of a whole room. */
const MAX_OPEN = 16;
const MAX_OPEN_IN_ROOM = 128;
/** Maximum streams that one participant may begin per second: agents send one for each piece of a transcript. */
const BEGUN_A_SECOND = 50;
/** Maximum participants whose rate is tracked; streams of further ones are not read. */
const MAX_SENDERS = 1000;

/**
 * Decides which streams of a room are read. An open stream holds memory and handles every event of the process; one
 * that is never finished stays open until its sender leaves.
 */
export class StreamGate {
  readonly #onRefused: (identity: string) => void;
  readonly #open = new Map<string, number>();
  readonly #rates = new Map<string, RateGate>();
  #openInRoom = 0;
  #hasTold = false;

  /** `onRefused` is called once, for the first participant whose stream is not read. */
  constructor(onRefused: (identity: string) => void) {
    this.#onRefused = onRefused;
  }

  /** @returns whether the stream may be read; if so, `end` must be called later */
  begin(identity: string): boolean {
    const open = this.#open.get(identity) ?? 0;
    if (open < MAX_OPEN && this.#openInRoom < MAX_OPEN_IN_ROOM && this.#rateOf(identity)?.pass()) {
      this.#open.set(identity, open + 1);
      this.#openInRoom++;
      return true;
    }
    if (!this.#hasTold) this.#onRefused(identity);
    this.#hasTold = true;
    return false;
  }

  end(identity: string): void {
    const open = this.#open.get(identity) ?? 0;
    if (open > 1) this.#open.set(identity, open - 1);
    else this.#open.delete(identity);
    this.#openInRoom--;
  }

  #rateOf(identity: string): RateGate | undefined {
    const rate = this.#rates.get(identity);
    if (rate || this.#rates.size >= MAX_SENDERS) return rate;
    const fresh = new RateGate(BEGUN_A_SECOND);
    this.#rates.set(identity, fresh);
    return fresh;
  }
}
