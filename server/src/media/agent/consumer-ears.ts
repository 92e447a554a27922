import { MICROPHONE_RATE } from '../../engines/engine.ts';
import type { SentSound } from '../avatar/audio-pump.ts';

/** Decides whether somebody speaks; `VoiceActivityDetector` of `lib/voice-activity.ts`, or a test's own. */
export interface VoiceActivity {
  /** Our own sound, mono, and its place on the microphone's clock, which is 0 at the first pushed sample. */
  pushPlayout(pcm: Int16Array, sampleRate: number, atMs: number): void;
  /** The microphone, mono 24 kHz, without gaps. `atMs` is on its clock. */
  push(pcm: Int16Array): { kind: 'speech_started' | 'speech_ended'; atMs: number }[];
  close?(): void;
}

export interface ConsumerEarsOptions {
  /** Media time. */
  now: () => number;
  createVoiceActivity: () => VoiceActivity;
  /** Our own sound that has left since the last call, oldest first. */
  ownSound: () => SentSound[];
  onSpeechStarted: () => void;
  /** `trailingMs`: how long ago it ended. */
  onSpeechEnded: (trailingMs: number) => void;
}

const SAMPLES_PER_MS = MICROPHONE_RATE / 1000;
/** Bursts end within so long a time: the earliest piece of it tells where the microphone's clock is. */
const OFFSET_WINDOW_MS = 2000;
const OFFSET_STEP_MS = 100;
/** Pieces that are later than this for so long are not late: sound before them was lost. */
const LOST_MS = 20;

/** Listens to the consumer's microphone. */
export class ConsumerEars {
  readonly #options: ConsumerEarsOptions;
  #activity: VoiceActivity;
  #heardMs = 0;
  /** Media time of the microphone's zero. */
  #offset = Number.POSITIVE_INFINITY;
  /** The least of each tenth of a second. */
  #offsets: { at: number; offset: number }[] = [];
  #speaking = false;
  #speechFromMs = 0;

  constructor(options: ConsumerEarsOptions) {
    this.#options = options;
    this.#activity = options.createVoiceActivity();
  }

  get speaking(): boolean {
    return this.#speaking;
  }

  /** How long ago it began, while somebody speaks; a detector may need a while to be sure. */
  get speechMs(): number {
    return this.#speaking ? this.#heardMs - this.#speechFromMs : 0;
  }

  push(pcm: Int16Array): void {
    this.#follow();
    for (const { pcm: sound, sampleRate, leftAt } of this.#options.ownSound()) {
      this.#activity.pushPlayout(sound, sampleRate, leftAt - this.#offset);
    }
    this.#hear(pcm);
  }

  #hear(pcm: Int16Array): void {
    this.#heardMs += pcm.length / SAMPLES_PER_MS;
    for (const { kind, atMs } of this.#activity.push(pcm)) {
      this.#speaking = kind === 'speech_started';
      if (this.#speaking) {
        this.#speechFromMs = atMs;
        this.#options.onSpeechStarted();
      } else this.#options.onSpeechEnded(Math.max(0, this.#heardMs - atMs));
    }
  }

  /**
   * Pieces come in bursts when a machine is busy; the earliest tell the true time of all. Only the latest seconds
   * count: sound that is lost on the way (the native part drops what waits for longer than 100 ms) moves the zero for
   * good. Silence takes its place: our own sound, were it moved instead, would come to lie over what was played
   * before, of which the echo is still to come.
   */
  #follow(): void {
    const now = this.#options.now();
    const offset = now - this.#heardMs;
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
      this.#hear(new Int16Array(Math.round(lostMs * SAMPLES_PER_MS)));
    }
  }

  /** Nothing more is listened to. */
  end(): void {
    this.#activity.close?.();
  }

  /** The microphone is gone: whoever spoke has stopped, and the next one is another room. */
  close(): void {
    this.#activity.close?.();
    this.#activity = this.#options.createVoiceActivity();
    this.#heardMs = 0;
    this.#offset = Number.POSITIVE_INFINITY;
    this.#offsets = [];
    if (!this.#speaking) return;
    this.#speaking = false;
    this.#options.onSpeechEnded(0);
  }
}
