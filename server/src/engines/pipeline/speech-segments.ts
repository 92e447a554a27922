import { concatPcm, durationMs } from '../../lib/pcm.ts';

/** Detects when someone begins and ceases to speak, on the clock of the sound pushed. */
export interface VoiceActivity {
  push(pcm: Int16Array): { kind: 'speech_started' | 'speech_ended'; atMs: number }[];
}

/** Sound before and after what was heard as speech: soft beginnings and ends belong to words. */
const MARGIN_MS = 250;
/** Kept while nobody speaks. */
const MEMORY_MS = 1500;
/** Longer turns are transcribed in parts. */
const MAX_SEGMENT_MS = 60_000;

/** Cuts a microphone's stream into what was spoken at a time. */
export class SpeechSegments {
  readonly #activity: VoiceActivity;
  readonly #sampleRate: number;
  readonly #onSpeech: (speaking: boolean) => void;
  readonly #onSegment: (pcm: Int16Array) => void;
  #pieces: Int16Array[] = [];
  /** Time of the first sample that is kept, and of the end. */
  #keptFromMs = 0;
  #endMs = 0;
  #segmentFromMs: number | undefined;

  constructor(
    activity: VoiceActivity,
    sampleRate: number,
    on: { speech: (speaking: boolean) => void; segment: (pcm: Int16Array) => void },
  ) {
    this.#activity = activity;
    this.#sampleRate = sampleRate;
    this.#onSpeech = on.speech;
    this.#onSegment = on.segment;
  }

  push(pcm: Int16Array): void {
    this.#pieces.push(pcm.slice());
    this.#endMs += durationMs(pcm.length, this.#sampleRate);
    for (const { kind, atMs } of this.#activity.push(pcm)) {
      if (kind === 'speech_started') {
        this.#segmentFromMs = Math.max(this.#keptFromMs, atMs - MARGIN_MS);
        this.#onSpeech(true);
      } else {
        this.#finish(Math.min(this.#endMs, atMs + MARGIN_MS));
        this.#onSpeech(false);
      }
    }
    if (this.#segmentFromMs === undefined) this.#forgetBefore(this.#endMs - MEMORY_MS);
    else if (this.#endMs - this.#segmentFromMs > MAX_SEGMENT_MS) {
      this.#finish(this.#endMs);
      this.#segmentFromMs = this.#endMs;
    }
  }

  #finish(toMs: number): void {
    const fromMs = this.#segmentFromMs;
    if (fromMs === undefined) return;
    this.#segmentFromMs = undefined;
    const all = concatPcm(this.#pieces);
    const sampleAt = (ms: number) => Math.round(((ms - this.#keptFromMs) * this.#sampleRate) / 1000);
    this.#onSegment(all.slice(sampleAt(fromMs), sampleAt(toMs)));
    this.#forgetBefore(toMs);
  }

  #forgetBefore(ms: number): void {
    while (this.#pieces.length > 0) {
      const pieceMs = durationMs(this.#pieces[0]!.length, this.#sampleRate);
      if (this.#keptFromMs + pieceMs > ms) return;
      this.#keptFromMs += pieceMs;
      this.#pieces.shift();
    }
  }
}
