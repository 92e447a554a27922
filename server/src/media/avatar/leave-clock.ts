/** How far a steady measurement moves the estimate: event-loop jitter averages out, drift does not. */
const GAIN = 0.05;
/** A difference beyond this is a jump of the source (a stall, an emptied queue), not jitter. */
const JUMP_MS = 25;

/**
 * Estimates when the next chunk given to an audio source will leave it. rtc-node does not say; what is known: with a
 * full queue a chunk is accepted the moment the source has taken one, so it leaves after the queue and one chunk.
 */
export class LeaveClock {
  readonly #queueMs: number;
  readonly #chunkMs: number;
  #next = Number.NEGATIVE_INFINITY;

  constructor(queueMs: number, chunkMs: number) {
    this.#queueMs = queueMs;
    this.#chunkMs = chunkMs;
  }

  /** Media time at which a chunk handed over at `now` leaves; `waited`: the source made us wait, its queue is full. */
  next(now: number, waited: boolean): number {
    const earliest = now + this.#chunkMs / 2;
    if (waited) {
      const measured = now + this.#queueMs + this.#chunkMs;
      const error = measured - this.#next;
      this.#next = Math.abs(error) > JUMP_MS ? measured : this.#next + GAIN * error;
    } else if (this.#next < earliest) {
      this.#next = earliest;
    }
    const leavesAt = this.#next;
    this.#next += this.#chunkMs;
    return leavesAt;
  }

  /** The source's queue was emptied. */
  reset(): void {
    this.#next = Number.NEGATIVE_INFINITY;
  }
}
