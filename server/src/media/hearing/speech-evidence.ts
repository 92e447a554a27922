import { durationMs, isSilent } from '../../audio/pcm.ts';
import { MICROPHONE_RATE } from '../../audio/sample-rates.ts';
import type { SpeechStream } from '../../speech-recognition/recognizer.ts';
import type { EchoDetector, HearingDeps } from './hearing-deps.ts';

/** A frame whose probability exceeds the first value is speech; speech that has begun continues above the second. */
const START_PROBABILITY = 0.5;
const CONTINUE_PROBABILITY = 0.35;
/** Consecutive frames of speech that begin speech: 128 ms, because a note of music may pass for speech for 96 ms. */
const START_FRAMES = 4;
/** Consecutive frames of speech that resume speech after a pause. */
const RESUME_FRAMES = 2;
const FRAME_MS = 32;
/** The detector does not wait longer for the model: speech must be noticed within 400 ms. */
const MODEL_LATE_MS = 300;

/** A silence that probably ends the speech: its words are recognized already. */
export const HESITATION_MS = 96;
/** A silence that counts as a pause in speech. */
export const PAUSE_MS = 200;
/** After this much silence, speech counts as new. */
const NEW_SPEECH_MS = 500;

/**
 * Finds speech on which two detectors agree. One works on the audio alone: it subtracts the avatar's echo and takes any
 * other sound for speech. The other is a model that tells speech from other sounds, but also takes the avatar's echo
 * for speech. If the model is late, lost or absent, the first decides alone. All times are on the microphone's clock.
 * The model runs in a thread: its findings take effect with the next piece of audio.
 */
export class SpeechEvidence {
  readonly #detector: EchoDetector;
  readonly #stream: SpeechStream | undefined;
  #nowMs = 0;
  /** When the current speech that the echo detector found began, and when its last speech ended. */
  #detectedSinceMs: number | undefined;
  #detectedEndMs = 0;
  /** Until when the audio alone showed speech, because the model was late. */
  #detectorOnlyUntilMs = Number.NEGATIVE_INFINITY;
  #model: ModelSpeech | undefined;
  #playedUntilMs = Number.NEGATIVE_INFINITY;

  constructor(hearingDeps: HearingDeps) {
    this.#detector = hearingDeps.openDetector();
    if (!hearingDeps.model) return;
    this.#model = new ModelSpeech();
    this.#stream = hearingDeps.model.open(
      (probability, endMs) => this.#model?.judge(probability, endMs),
      (reason) => {
        this.#model = undefined;
        hearingDeps.onModelLost?.(reason);
      },
    );
  }

  /** Takes the avatar's audio, and when it is played. */
  pushPlayout(pcm: Int16Array, sampleRate: number, atMs: number): void {
    this.#detector.pushPlayout(pcm, sampleRate, atMs);
    if (!isSilent(pcm))
      this.#playedUntilMs = Math.max(this.#playedUntilMs, atMs + durationMs(pcm.length, sampleRate));
  }

  /** Takes the same audio twice: at the microphone's rate, and at that of the models. */
  push(pcm: Int16Array, samples: Float32Array): void {
    this.#nowMs += durationMs(pcm.length, MICROPHONE_RATE);
    if (this.#model) this.#stream?.push(samples);
    for (const { kind, atMs } of this.#detector.push(pcm)) {
      this.#detectedSinceMs = kind === 'speech_started' ? atMs : undefined;
      if (kind === 'speech_ended') this.#detectedEndMs = atMs;
    }
    if (this.isModelLate && this.#detectedSinceMs !== undefined) this.#detectorOnlyUntilMs = this.#nowMs;
  }

  close(): void {
    this.#stream?.close();
  }

  /** Milliseconds for which the avatar has been silent; negative while it is heard. */
  get avatarSilentMs(): number {
    return this.#nowMs - this.#playedUntilMs;
  }

  /** Whether the model's answers are late. */
  get isModelLate(): boolean {
    return this.#model !== undefined && this.#nowMs - this.#model.judgedMs > MODEL_LATE_MS;
  }

  /** Whether the audio alone shows speech now, which the model may not have judged yet. */
  get isDetected(): boolean {
    return this.#detectedSinceMs !== undefined;
  }

  /** When the current speech began; undefined if there is none. */
  get sinceMs(): number | undefined {
    const model = this.#timelyModel;
    if (this.#detectedSinceMs === undefined || !model) return this.#detectedSinceMs;
    return model.sinceMs === undefined ? undefined : Math.max(this.#detectedSinceMs, model.sinceMs);
  }

  get lastSpeechMs(): number {
    const detectedMs = this.#detectedSinceMs === undefined ? this.#detectedEndMs : this.#nowMs;
    return this.#timelyModel
      ? Math.max(this.#detectorOnlyUntilMs, Math.min(detectedMs, this.#timelyModel.lastMs))
      : detectedMs;
  }

  /** Milliseconds without speech, as far as is known yet. */
  get silentMs(): number {
    return (this.#timelyModel?.judgedMs ?? this.#nowMs) - this.lastSpeechMs;
  }

  /** Makes the next speech count as new. */
  forget(): void {
    this.#model?.forget();
  }

  get #timelyModel(): ModelSpeech | undefined {
    return this.isModelLate ? undefined : this.#model;
  }
}

/** Speech according to a model's probabilities. */
class ModelSpeech {
  judgedMs = 0;
  sinceMs: number | undefined;
  lastMs = Number.NEGATIVE_INFINITY;
  #speechFrames = 0;

  judge(probability: number, endMs: number): void {
    this.judgedMs = endMs;
    const isPause = endMs - this.lastMs > PAUSE_MS;
    if (probability > (this.sinceMs === undefined || isPause ? START_PROBABILITY : CONTINUE_PROBABILITY)) {
      this.#speechFrames++;
      const needed = this.sinceMs === undefined ? START_FRAMES : isPause ? RESUME_FRAMES : 1;
      if (this.#speechFrames < needed) return;
      this.sinceMs ??= endMs - this.#speechFrames * FRAME_MS;
      this.lastMs = endMs;
      return;
    }
    this.#speechFrames = 0;
    if (endMs - this.lastMs >= NEW_SPEECH_MS) this.sinceMs = undefined;
  }

  forget(): void {
    this.sinceMs = undefined;
    this.#speechFrames = 0;
  }
}
