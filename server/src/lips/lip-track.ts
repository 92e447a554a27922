import type { TimedPhone } from '../voices/voice.ts';

/** The visemes of one utterance over time. Times count from its first sample. */
export interface LipTrack {
  /** Appends audio, with exact phoneme times (from this chunk's start) if the voice provides them. */
  append(pcm: Int16Array, sampleRate: number, phones?: TimedPhone[]): void;
  /** Appends audio for which the mouth may rest, because nobody sees it. */
  skip(pcm: Int16Array, sampleRate: number): void;
  /** Writes the weights of the 15 visemes at the moment. Returns false if nothing is being said. */
  visemesAt(timeMs: number, weights: Float32Array): boolean;
  /** Returns the loudness at the moment, 0 to 1. */
  energyAt(timeMs: number): number;
}

/** For an avatar without a face. */
export const NO_LIPS: LipTrack = {
  append: () => undefined,
  skip: () => undefined,
  visemesAt: () => false,
  energyAt: () => 0,
};
