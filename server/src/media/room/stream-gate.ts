import { RateGate } from '../../lib/rate-gate.ts';

/** Streams that one participant, and all of a room, may have open at once. */
const MAX_OPEN = 16;
const MAX_OPEN_IN_ROOM = 128;
/** Streams that one participant may begin: agents send one for each piece of a transcript. */
const BEGUN_A_SECOND = 50;
/** Participants whose streams are counted; beyond that a room has many that send. */
const MAX_SENDERS = 1000;

/**
 * Which streams of a room are read. Each that is open holds memory and is asked about every event of the process, and one that its
 * sender never finishes is open for as long as the sender is there.
 */
export class StreamGate {
  readonly #onRefused: (identity: string) => void;
  readonly #open = new Map<string, number>();
  readonly #rates = new Map<string, RateGate>();
  #openInRoom = 0;
  #hasTold = false;

  /** `onRefused` is called once, for the first whose stream is not read. */
  constructor(onRefused: (identity: string) => void) {
    this.#onRefused = onRefused;
  }

  /** @returns false for a stream that is not to be read; otherwise `end` must follow. */
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
