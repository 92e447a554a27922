/** Chunks after which the estimate is checked: at least one of them was handed over without delay. */
const WINDOW_CHUNKS = 100;
/** How far the estimate moves in that time when chunks are sent later than estimated. */
const STEP_MS = 1;

/**
 * Estimates when the next chunk that is given to an audio source will be sent. rtc-node does not report it; but the
 * source takes a chunk every `chunkMs`, and never holds more than `queueMs` when it asks for the next. So chunks follow
 * one another without a gap, however late the event loop is, unless the queue ran empty.
 */
export class SendTimes {
  readonly #queueMs: number;
  readonly #chunkMs: number;
  #next = Number.NEGATIVE_INFINITY;
  #leastSlackMs = Number.POSITIVE_INFINITY;
  #chunks = 0;

  constructor(queueMs: number, chunkMs: number) {
    this.#queueMs = queueMs;
    this.#chunkMs = chunkMs;
  }

  /** Milliseconds until the next chunk has to be sent. */
  leftMs(now: number): number {
    return this.#next - now;
  }

  /** Returns the media time at which a chunk handed over at `now` is sent. `asked`: the source just had room. */
  next(now: number, sinkReady = true): number {
    const latest = now + this.#queueMs + this.#chunkMs;
    if (this.#next < now) this.#next = now + this.#chunkMs / 2;
    const sentAt = Math.min(this.#next, latest);
    this.#next = sentAt + this.#chunkMs + (sinkReady ? this.#correction(latest - sentAt) : 0);
    return sentAt;
  }

  /** Call this when the source's queue was emptied. */
  reset(): void {
    this.#next = Number.NEGATIVE_INFINITY;
  }

  /**
   * Corrects the estimate. The event loop is late now and then, but not always, so the smallest lateness of several
   * chunks is an error of the estimate.
   */
  #correction(slackMs: number): number {
    this.#leastSlackMs = Math.min(this.#leastSlackMs, slackMs);
    if (++this.#chunks < WINDOW_CHUNKS) return 0;
    const step = Math.min(STEP_MS, this.#leastSlackMs);
    this.#leastSlackMs = Number.POSITIVE_INFINITY;
    this.#chunks = 0;
    return step;
  }
}
