import { MICROPHONE_RATE } from '../../lib/sample-rates.ts';
import type { SentSound } from '../avatar/audio-pump.ts';

/** Detects speech; `VoiceActivityDetector` of `lib/voice-activity.ts`, or a test's own. */
export interface VoiceActivity {
  /** The avatar's own sound, mono, and its place on the microphone's clock, which is 0 at the first pushed sample. */
  pushPlayout(pcm: Int16Array, sampleRate: number, atMs: number): void;
  /** The microphone, mono 24 kHz, without gaps. `atMs` is on its clock. */
  push(pcm: Int16Array): { kind: 'speech_started' | 'speech_ended'; atMs: number }[];
  close?(): void;
}

export interface MicrophoneListenerOptions {
  /** Media time. */
  now: () => number;
  createVoiceActivity: () => VoiceActivity;
  /** The avatar's sound that was sent since the last call, oldest first. */
  ownSound: () => SentSound[];
  onSpeechStarted: () => void;
  /** `trailingMs`: how long ago the speech ended. */
  onSpeechEnded: (trailingMs: number) => void;
}

const SAMPLES_PER_MS = MICROPHONE_RATE / 1000;
/** Bursts of late sound end within this time: its earliest piece shows where the microphone's clock stands. */
const OFFSET_WINDOW_MS = 2000;
const OFFSET_STEP_MS = 100;
/** Where all pieces of the window come later than this, they are not late: sound before them was lost. */
const LOST_MS = 20;

/** Detects where the consumer's speech begins and ends, by the microphone and by the avatar's own sound on the same clock. */
export class MicrophoneListener {
  readonly #options: MicrophoneListenerOptions;
  #activity: VoiceActivity;
  #receivedMs = 0;
  /** Media time of the microphone's first sample. */
  #offset = Number.POSITIVE_INFINITY;
  /** The smallest offset of each 100 ms. */
  #offsets: { at: number; offset: number }[] = [];
  #speaking = false;
  #speechFromMs = 0;

  constructor(options: MicrophoneListenerOptions) {
    this.#options = options;
    this.#activity = options.createVoiceActivity();
  }

  get speaking(): boolean {
    return this.#speaking;
  }

  /** How long ago the speech began; 0 while the consumer is silent. A detector needs a while to be sure, so it starts above 0. */
  get speechMs(): number {
    return this.#speaking ? this.#receivedMs - this.#speechFromMs : 0;
  }

  push(pcm: Int16Array): void {
    this.#follow();
    for (const { pcm: sound, sampleRate, leftAt } of this.#options.ownSound()) {
      this.#activity.pushPlayout(sound, sampleRate, leftAt - this.#offset);
    }
    this.#detect(pcm);
  }

  #detect(pcm: Int16Array): void {
    this.#receivedMs += pcm.length / SAMPLES_PER_MS;
    for (const { kind, atMs } of this.#activity.push(pcm)) {
      this.#speaking = kind === 'speech_started';
      if (this.#speaking) {
        this.#speechFromMs = atMs;
        this.#options.onSpeechStarted();
      } else this.#options.onSpeechEnded(Math.max(0, this.#receivedMs - atMs));
    }
  }

  /**
   * Follows the microphone's clock. On a busy machine pieces come in bursts, so the earliest pieces show the true time.
   * Only the latest seconds count, because lost sound (the native part drops what waits for longer than 100 ms) moves the
   * clock for good. Lost sound is replaced by silence. Moving the avatar's sound instead would put it over sound that was
   * played before, and whose echo is still to come.
   */
  #follow(): void {
    const now = this.#options.now();
    const offset = now - this.#receivedMs;
    const last = this.#offsets.at(-1);
    if (last && now - last.at < OFFSET_STEP_MS) last.offset = Math.min(last.offset, offset);
    else this.#offsets.push({ at: now, offset });
    while (now - this.#offsets[0]!.at > OFFSET_WINDOW_MS) this.#offsets.shift();
    this.#offset = Math.min(this.#offset, offset);
    const lostMs = Math.min(...this.#offsets.map((each) => each.offset)) - this.#offset;
    if (lostMs > OFFSET_WINDOW_MS) {
      this.close();
      this.#follow();
    } else if (lostMs > LOST_MS) {
      for (const each of this.#offsets) each.offset -= lostMs;
      this.#detect(new Int16Array(Math.round(lostMs * SAMPLES_PER_MS)));
    }
  }

  /** Releases the detector at the end of the conversation. */
  end(): void {
    this.#activity.close?.();
  }

  /** The microphone is gone: ends speech that was going on, and starts afresh for the next microphone. */
  close(): void {
    this.#activity.close?.();
    this.#activity = this.#options.createVoiceActivity();
    this.#receivedMs = 0;
    this.#offset = Number.POSITIVE_INFINITY;
    this.#offsets = [];
    if (!this.#speaking) return;
    this.#speaking = false;
    this.#options.onSpeechEnded(0);
  }
}
