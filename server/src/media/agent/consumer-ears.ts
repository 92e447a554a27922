/** Decides from 10 ms pieces whether somebody speaks; the sound of our own playout is told to it. */
export interface VoiceActivity {
  /**
   * `pcm`: mono 24 kHz. `own`: the loudest 10 ms of our own sound in the last half second (root mean square, 0..1),
   * for what may come back as an echo.
   */
  push(pcm: Int16Array, own: number): 'started' | 'ended' | undefined;
  /** How long ago the speech that has just `ended` really ended. */
  readonly trailingMs: number;
  reset(): void;
}

export interface ConsumerEarsEvents {
  onSpeechStarted: () => void;
  /** `trailingMs`: how long ago it ended. */
  onSpeechEnded: (trailingMs: number) => void;
}

/** How far back our own sound may come out of the consumer's loudspeaker and into the microphone again. */
const ECHO_WINDOW_MS = 500;

/** Listens to the consumer's microphone. */
export class ConsumerEars {
  readonly #activity: VoiceActivity;
  readonly #ownLevel: (windowMs: number) => number;
  readonly #events: ConsumerEarsEvents;
  #speaking = false;

  constructor(activity: VoiceActivity, ownLevel: (windowMs: number) => number, events: ConsumerEarsEvents) {
    this.#activity = activity;
    this.#ownLevel = ownLevel;
    this.#events = events;
  }

  get speaking(): boolean {
    return this.#speaking;
  }

  push(pcm: Int16Array): void {
    const change = this.#activity.push(pcm, this.#ownLevel(ECHO_WINDOW_MS));
    if (change === 'started' && !this.#speaking) {
      this.#speaking = true;
      this.#events.onSpeechStarted();
    } else if (change === 'ended' && this.#speaking) {
      this.#speaking = false;
      this.#events.onSpeechEnded(this.#activity.trailingMs);
    }
  }

  /** The microphone is gone: whoever spoke has stopped. */
  close(): void {
    this.#activity.reset();
    if (!this.#speaking) return;
    this.#speaking = false;
    this.#events.onSpeechEnded(0);
  }
}
