export interface FramePhase {
  /** Position within the time between two frames: 0 to 1. */
  readonly phase: number;
  release(): void;
}

/**
 * Spreads the frames of the conversations of one process over the time between two frames. Without this, some
 * conversations draw and send simultaneously and delay one another: with six on two cores, one frame in twenty came 58
 * ms after the previous one instead of 46.
 */
export class FramePhases {
  readonly #taken = new Set<number>();

  /** Takes the first free phase of 0, 1/2, 1/4, 3/4, 1/8 … (van der Corput sequence), which spreads phases evenly. */
  take(): FramePhase {
    let slot = 0;
    while (this.#taken.has(slot)) slot++;
    this.#taken.add(slot);
    return { phase: bitReversed(slot), release: () => void this.#taken.delete(slot) };
  }
}

/** Mirrors the binary digits of a whole number at the point: 6 = 110 becomes 0.011. */
function bitReversed(slot: number): number {
  let value = 0;
  for (let rest = slot, weight = 0.5; rest > 0; rest >>= 1, weight /= 2) if (rest & 1) value += weight;
  return value;
}
