import { durationMs } from '../../../audio/pcm.ts';
import { MICROPHONE_RATE } from '../../../audio/sample-rates.ts';

/** Buffers the user's audio while it cannot be sent; drops the oldest if there is too much. */
class AudioBacklog {
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

/** How much unanswered audio is kept; the beginning of a longer sentence is dropped. */
const UNANSWERED_MS = 5000;
/** How much is kept including unanswered audio; a socket would not take more at once. */
const WAITING_MS = 7500;

/**
 * Buffers the user's audio for a provider. Audio that cannot be sent waits, and audio that was sent is kept until it is
 * answered, because a lost connection also loses what the user was just saying.
 */
export class UserSound {
  readonly #waiting = new AudioBacklog(WAITING_MS);
  readonly #unanswered = new AudioBacklog(UNANSWERED_MS);

  /** Buffers audio that cannot be sent now. */
  wait(pcm: Int16Array): void {
    this.#waiting.push(pcm);
  }

  sent(pcm: Int16Array): void {
    this.#unanswered.push(pcm);
  }

  /** The provider has answered or transcribed everything it was sent. */
  answered(): void {
    this.#unanswered.take();
  }

  /** The connection was lost: unanswered audio is sent again on the next one. */
  lost(): void {
    const later = this.#waiting.take();
    for (const pcm of [...this.#unanswered.take(), ...later]) this.#waiting.push(pcm);
  }

  /** Returns what has to be sent now, oldest first. */
  take(): Int16Array[] {
    return this.#waiting.take();
  }
}
