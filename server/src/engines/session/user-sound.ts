import { AudioBacklog } from './audio-backlog.ts';

/** Sound that no provider has answered yet; the beginning of a longer sentence is given up. */
const UNANSWERED_MS = 5000;
/** With what was unanswered; more at once would be more than a socket takes. */
const WAITING_MS = 7500;

/**
 * The user's microphone on its way to a provider. What cannot be sent waits, and what was sent is kept until it is
 * answered: a line that is lost takes with it what the user was just saying.
 */
export class UserSound {
  readonly #waiting = new AudioBacklog(WAITING_MS);
  readonly #unanswered = new AudioBacklog(UNANSWERED_MS);

  /** It cannot be sent now. */
  wait(pcm: Int16Array): void {
    this.#waiting.push(pcm);
  }

  sent(pcm: Int16Array): void {
    this.#unanswered.push(pcm);
  }

  /** The provider has answered, or written down, all that it was sent. */
  answered(): void {
    this.#unanswered.take();
  }

  /** The line is gone: the next one is to hear again what was not answered. */
  lost(): void {
    const later = this.#waiting.take();
    for (const pcm of [...this.#unanswered.take(), ...later]) this.#waiting.push(pcm);
  }

  /** What is to be sent now, oldest first. */
  take(): Int16Array[] {
    return this.#waiting.take();
  }
}
