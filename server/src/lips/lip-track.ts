import type { TimedPhone } from '../voices/voice.ts';

/** The mouth of one utterance over time; times count from its first sample. */
export interface LipTrack {
  /** Appends audio, and exact phoneme times where the voice gives them (counted from this chunk's start). */
  append(pcm: Int16Array, sampleRate: number, phones?: TimedPhone[]): void;
  /** Appends audio at whose moments nobody looks at the mouth: it rests. */
  skip(pcm: Int16Array, sampleRate: number): void;
  /** Writes 15 weights for the moment; false when nothing is said then. */
  visemesAt(timeMs: number, weights: Float32Array): boolean;
  /** Loudness at the moment, 0..1. */
  energyAt(timeMs: number): number;
}

/** Of an avatar without a face. */
export const NO_LIPS: LipTrack = {
  append: () => undefined,
  skip: () => undefined,
  visemesAt: () => false,
  energyAt: () => 0,
};
