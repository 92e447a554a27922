import { durationMs } from '../../lib/pcm.ts';
import { Resampler } from '../../lib/resampler.ts';
import { MICROPHONE_RATE, MODEL_RATE } from '../../lib/sample-rates.ts';
import type { SpeechDetector, SpeechStream } from '../../speech-recognition/recognizer.ts';
import type { VoiceActivity } from './microphone-listener.ts';

export interface AgreedVoiceActivityOptions {
  /** Subtracts the avatar's echo, and takes any other sound for speech. */
  own: VoiceActivity;
  /** Tells speech from other sound, but takes the avatar's echo for speech, too. */
  detector: SpeechDetector;
  /**
   * Whether a short remark in mid-answer ("mm-hm") does not interrupt; the sound is mono at `MODEL_RATE`. Absent: any speech
   * interrupts at once.
   */
  isBackchannel?: ((samples: Float32Array) => Promise<boolean>) | undefined;
  /** The model has failed: from now on our own detector decides alone. */
  onLost?: (reason: string) => void;
}

/** A frame is speech above the first probability; speech that has begun goes on above the second. */
const SPEECH = 0.5;
const QUIET = 0.35;
/** Frames of speech in a row that start an utterance: 128 ms, since a note of music may pass for speech for 96 ms. */
const START_FRAMES = 4;
const FRAME_MS = 32;
/** Silence that ends an utterance; the same as of our own detector. */
const HANGOVER_MS = 500;
/** Silence after which a remark is complete. */
const REMARK_PAUSE_MS = 200;
/** Speech that is longer than this is no remark, and interrupts. */
const LONGEST_REMARK_MS = 800;
/** How long after it was sent the avatar's sound may still come in through the microphone. */
const ECHO_TAIL_MS = 500;
/** An answer of the model that is later than this is not waited for: a consumer who speaks must be noticed. */
const LATE_MS = 600;
const MEMORY_MS = 3000;

type Event = ReturnType<VoiceActivity['push']>[number];

/**
 * Speech is what two detectors agree on: ours, which subtracts the avatar's echo, and a model that tells speech from music,
 * typing and machines. With `isBackchannel`, a short remark while the avatar speaks is transcribed before it interrupts.
 * The model runs in a thread; its answer takes effect with the next piece of sound.
 */
export class AgreedVoiceActivity implements VoiceActivity {
  readonly #options: AgreedVoiceActivityOptions;
  readonly #stream: SpeechStream;
  readonly #resampler = new Resampler(MICROPHONE_RATE, MODEL_RATE);
  #recent: Float32Array = new Float32Array(0);
  #receivedMs = 0;
  #judgedMs = 0;
  #playedUntilMs = Number.NEGATIVE_INFINITY;
  /** Since when our own detector has found speech. */
  #ownSinceMs: number | undefined;
  /** The same of the model. */
  #speechSinceMs: number | undefined;
  #lastSpeechMs = Number.NEGATIVE_INFINITY;
  #run = 0;
  #speaking = false;
  /** A remark while the avatar speaks, and whether it is being transcribed. */
  #remark: { fromMs: number; asked: boolean } | undefined;
  /** Found between two pieces of sound, by the model. */
  #known: Event[] = [];
  #alone = false;

  constructor(options: AgreedVoiceActivityOptions) {
    this.#options = options;
    this.#stream = options.detector.open(
      (probability, endMs) => this.#judge(probability, endMs),
      (reason) => {
        this.#alone = true;
        options.onLost?.(reason);
      },
    );
  }

  pushPlayout(pcm: Int16Array, sampleRate: number, atMs: number): void {
    this.#options.own.pushPlayout(pcm, sampleRate, atMs);
    if (pcm.some((sample) => sample !== 0))
      this.#playedUntilMs = Math.max(this.#playedUntilMs, atMs + durationMs(pcm.length, sampleRate));
  }

  push(pcm: Int16Array): Event[] {
    const sound = Float32Array.from(this.#resampler.convert(pcm), (sample) => sample / 32_768);
    this.#remember(sound);
    this.#receivedMs += durationMs(pcm.length, MICROPHONE_RATE);
    if (!this.#alone) this.#stream.push(sound);
    for (const { kind, atMs } of this.#options.own.push(pcm))
      this.#ownSinceMs = kind === 'speech_started' ? atMs : undefined;
    const events = this.#known.splice(0);
    const change = this.#speaking ? this.#awaitEnd() : this.#awaitStart();
    return change ? [...events, change] : events;
  }

  close(): void {
    this.#stream.close();
    this.#options.own.close?.();
  }

  #awaitStart(): Event | undefined {
    const fromMs = this.#agreedSinceMs();
    const isPlaying = this.#receivedMs - this.#playedUntilMs < ECHO_TAIL_MS;
    if (this.#remark) return this.#awaitRemark(this.#remark, fromMs !== undefined);
    if (fromMs === undefined) return undefined;
    if (!isPlaying || !this.#options.isBackchannel || this.#isLate) return this.#start(fromMs);
    this.#remark = { fromMs, asked: false };
    return undefined;
  }

  /** Waits until the remark is over or has become too long to be one. */
  #awaitRemark(remark: { fromMs: number; asked: boolean }, isAgreed: boolean): Event | undefined {
    if (remark.asked) return undefined;
    if (isAgreed && this.#lastSpeechMs - remark.fromMs > LONGEST_REMARK_MS) return this.#start(remark.fromMs);
    if (isAgreed && this.#judgedMs - this.#lastSpeechMs < REMARK_PAUSE_MS && !this.#isLate) return undefined;
    remark.asked = true;
    void this.#understand(remark.fromMs);
    return undefined;
  }

  async #understand(fromMs: number): Promise<void> {
    const samples = this.#soundFrom(fromMs - REMARK_PAUSE_MS);
    const goesOn = await this.#options.isBackchannel!(samples).catch(() => false);
    this.#remark = undefined;
    if (goesOn) {
      // Reset the model's speech, too, so that what comes next counts as another remark.
      this.#speechSinceMs = undefined;
      this.#run = 0;
      return;
    }
    this.#speaking = true;
    this.#known.push({ kind: 'speech_started', atMs: fromMs });
  }

  #start(atMs: number): Event {
    this.#remark = undefined;
    this.#speaking = true;
    return { kind: 'speech_started', atMs };
  }

  #awaitEnd(): Event | undefined {
    if (this.#agreedSinceMs() !== undefined) return undefined;
    this.#speaking = false;
    const isModelsWord = !this.#alone && this.#speechSinceMs === undefined;
    const atMs = isModelsWord ? this.#lastSpeechMs : this.#receivedMs - HANGOVER_MS;
    return { kind: 'speech_ended', atMs: Math.max(0, atMs) };
  }

  #agreedSinceMs(): number | undefined {
    if (this.#ownSinceMs === undefined) return undefined;
    if (this.#alone || this.#isLate) return this.#ownSinceMs;
    return this.#speechSinceMs === undefined ? undefined : Math.max(this.#ownSinceMs, this.#speechSinceMs);
  }

  get #isLate(): boolean {
    return this.#receivedMs - this.#judgedMs > LATE_MS;
  }

  #judge(probability: number, endMs: number): void {
    this.#judgedMs = endMs;
    if (probability > (this.#speechSinceMs === undefined ? SPEECH : QUIET)) {
      this.#run++;
      if (this.#speechSinceMs !== undefined || this.#run >= START_FRAMES) {
        this.#speechSinceMs ??= endMs - this.#run * FRAME_MS;
        this.#lastSpeechMs = endMs;
      }
      return;
    }
    this.#run = 0;
    if (endMs - this.#lastSpeechMs >= HANGOVER_MS) this.#speechSinceMs = undefined;
  }

  #remember(sound: Float32Array): void {
    const most = (MEMORY_MS * MODEL_RATE) / 1000;
    const kept = this.#recent.subarray(Math.max(0, this.#recent.length + sound.length - most));
    const all = new Float32Array(kept.length + sound.length);
    all.set(kept);
    all.set(sound, kept.length);
    this.#recent = all;
  }

  #soundFrom(fromMs: number): Float32Array {
    const samples = Math.round(((this.#receivedMs - fromMs) * MODEL_RATE) / 1000);
    return this.#recent.slice(Math.max(0, this.#recent.length - samples));
  }
}
