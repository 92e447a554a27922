/** How likely a frame must be speech for speech to begin, and below which it is a pause. */
const SPEECH = 0.5;
const QUIET = 0.35;
/** In a row: a click is shorter, and single notes of music may pass for 96 ms of speech. */
const START_FRAMES = 4;
/** To go on after a pause. */
const RESUME_FRAMES = 2;

export type PauseEvent =
  /** `atMs`: when the speech began. */
  | { kind: 'started'; atMs: number }
  /** There has been `hesitationMs` of silence since `atMs`: `paused` or `resumed` follows. */
  | { kind: 'hesitated'; atMs: number }
  /** There has been `pauseMs` of silence since `atMs`. */
  | { kind: 'paused'; atMs: number }
  | { kind: 'resumed'; atMs: number };

/** Cuts a stream of probabilities into speech and the pauses in it; who listens says when the speech is over. */
export class SpeechPauses {
  readonly #hesitationMs: number;
  readonly #pauseMs: number;
  #state: 'idle' | 'speaking' | 'hesitating' | 'paused' = 'idle';
  #run = 0;
  #runFromMs = 0;
  #lastSpeechMs = 0;
  #lastMs = 0;

  constructor({ hesitationMs, pauseMs }: { hesitationMs: number; pauseMs: number }) {
    this.#hesitationMs = hesitationMs;
    this.#pauseMs = pauseMs;
  }

  /** When speech was heard last. */
  get lastSpeechMs(): number {
    return this.#lastSpeechMs;
  }

  /** `endMs`: where the frame ends on the clock of the sound. */
  take(probability: number, endMs: number): PauseEvent | undefined {
    const fromMs = this.#lastMs;
    this.#lastMs = endMs;
    if (this.#state === 'speaking' || this.#state === 'hesitating')
      return this.#watchForPause(probability > QUIET, fromMs, endMs);
    const isSpeech = probability > SPEECH;
    if (!isSpeech) {
      this.#run = 0;
      return undefined;
    }
    if (this.#run++ === 0) this.#runFromMs = fromMs;
    if (this.#run < (this.#state === 'idle' ? START_FRAMES : RESUME_FRAMES)) return undefined;
    const kind = this.#state === 'idle' ? 'started' : 'resumed';
    this.#state = 'speaking';
    this.#lastSpeechMs = endMs;
    return { kind, atMs: this.#runFromMs };
  }

  #watchForPause(isSpeech: boolean, fromMs: number, endMs: number): PauseEvent | undefined {
    if (isSpeech) {
      this.#lastSpeechMs = endMs;
      if (this.#state === 'speaking') return undefined;
      this.#state = 'speaking';
      return { kind: 'resumed', atMs: fromMs };
    }
    const silentMs = endMs - this.#lastSpeechMs;
    if (silentMs >= this.#pauseMs) {
      this.#state = 'paused';
      this.#run = 0;
      return { kind: 'paused', atMs: this.#lastSpeechMs };
    }
    if (silentMs < this.#hesitationMs || this.#state === 'hesitating') return undefined;
    this.#state = 'hesitating';
    return { kind: 'hesitated', atMs: this.#lastSpeechMs };
  }

  /** The speech is over; what comes is a new one. */
  finish(): void {
    this.#state = 'idle';
    this.#run = 0;
  }
}
