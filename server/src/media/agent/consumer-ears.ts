/** Decides from 10 ms pieces whether somebody speaks; the sound of our own playout is told to it. */
export interface VoiceActivity {
  /**
   * `pcm`: mono 24 kHz. `own`: how loud our own sound was in the last half second, 0..1, for what may come back
   * as an echo.
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
const ECHO_STEP_MS = 50;

/** Listens to the consumer's microphone. */
export class ConsumerEars {
  readonly #activity: VoiceActivity;
  readonly #ownEnergyAt: (agoMs: number) => number;
  readonly #events: ConsumerEarsEvents;
  #speaking = false;

  constructor(activity: VoiceActivity, ownEnergyAt: (agoMs: number) => number, events: ConsumerEarsEvents) {
    this.#activity = activity;
    this.#ownEnergyAt = ownEnergyAt;
    this.#events = events;
  }

  get speaking(): boolean {
    return this.#speaking;
  }

  push(pcm: Int16Array): void {
    let own = 0;
    for (let ago = 0; ago <= ECHO_WINDOW_MS; ago += ECHO_STEP_MS) own = Math.max(own, this.#ownEnergyAt(ago));
    const change = this.#activity.push(pcm, own);
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
