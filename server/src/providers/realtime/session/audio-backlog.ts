import { durationMs } from '../../../audio/pcm.ts';
import { MICROPHONE_RATE } from '../../../audio/sample-rates.ts';

/** Buffers the user's audio while it cannot be sent; drops the oldest when there is too much. */
export class AudioBacklog {
  readonly #maxMs: number;
  #pieces: Int16Array[] = [];
  #ms = 0;

  constructor(maxMs: number) {
    this.#maxMs = maxMs;
  }

  push(pcm: Int16Array): void {
    this.#pieces.push(pcm.slice());
    this.#ms += durationMs(pcm.length, MICROPHONE_RATE);
    while (this.#ms > this.#maxMs && this.#pieces.length > 1) {
      this.#ms -= durationMs(this.#pieces.shift()!.length, MICROPHONE_RATE);
    }
  }

  /** Returns everything, oldest first, and empties the backlog. */
  take(): Int16Array[] {
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#ms = 0;
    return pieces;
  }
}
