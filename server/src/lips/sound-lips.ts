import { Resampler } from '../audio/resampler.ts';
import { MODEL_RATE } from '../audio/sample-rates.ts';
import { FEATURES, frameTimeMs, HOP_MS, MelFeatures } from './mel-features.ts';
import { LOOK_AHEAD, LOOK_BACK, VisemeNetwork } from './viseme-network.ts';
import type { VoiceStatistics } from './voice-statistics.ts';

const VISEMES = 15;
/** Enough features for a moment, its surroundings, and the frames that wait for their look-ahead. */
const KEPT_FRAMES = 64;
/** The time that frame 0 describes. */
const FIRST_FRAME_MS = frameTimeMs(0);

/**
 * Finds visemes from audio alone, as it arrives. A moment is final once 40 ms after it are known (independent of how
 * the audio was split). Near the end of the known audio, the last frame stands for the future.
 */
export class SoundLips {
  readonly #features = new MelFeatures();
  readonly #network = new VisemeNetwork();
  readonly #statistics: VoiceStatistics;
  #resampler: Resampler | undefined;
  #resamplerRate = MODEL_RATE;
  /** A ring buffer of normalized features; frame `i` is at `i % KEPT_FRAMES`. */
  readonly #ring = Array.from({ length: KEPT_FRAMES }, () => new Float32Array(FEATURES));
  #known = 0;
  /** Probabilities of the final frames, 15 bytes each. */
  #settled = new Uint8Array(128 * VISEMES);
  #settledCount = 0;
  readonly #probabilities = new Float32Array(VISEMES);

  constructor(statistics: VoiceStatistics) {
    this.#statistics = statistics;
  }

  append(pcm: Int16Array, sampleRate: number): void {
    if (sampleRate !== this.#resamplerRate) {
      if (this.#resampler) this.#analyse(this.#resampler.flush());
      this.#resampler = sampleRate === MODEL_RATE ? undefined : new Resampler(sampleRate, MODEL_RATE);
      this.#resamplerRate = sampleRate;
    }
    this.#analyse(this.#resampler ? this.#resampler.convert(pcm) : pcm);
  }

  /** Writes the probabilities at a moment, interpolated between frames. Returns false before any frame is known. */
  at(timeMs: number, weights: Float32Array): boolean {
    if (this.#known === 0) return false;
    const position = Math.min(Math.max((timeMs - FIRST_FRAME_MS) / HOP_MS, 0), this.#known - 1);
    const before = Math.floor(position);
    const share = position - before;
    weights.fill(0);
    // Smoothed over three frames, as when the network is scored.
    this.#add(before - 1, 0.25 * (1 - share), weights);
    this.#add(before, 0.5 * (1 - share) + 0.25 * share, weights);
    this.#add(before + 1, 0.25 * (1 - share) + 0.5 * share, weights);
    this.#add(before + 2, 0.25 * share, weights);
    return true;
  }

  #add(index: number, weight: number, weights: Float32Array): void {
    if (weight === 0) return;
    const frame = Math.min(Math.max(index, 0), this.#known - 1);
    if (frame < this.#settledCount) {
      for (let v = 0; v < VISEMES; v++) weights[v]! += (weight * this.#settled[frame * VISEMES + v]!) / 255;
    } else {
      this.#infer(frame);
      for (let v = 0; v < VISEMES; v++) weights[v]! += weight * this.#probabilities[v]!;
    }
  }

  #analyse(pcm: Int16Array): void {
    this.#features.push(pcm, (frame) => {
      this.#statistics.normalise(frame, this.#ring[this.#known % KEPT_FRAMES]!);
      this.#known++;
      if (this.#known > LOOK_AHEAD) this.#settle();
    });
  }

  #settle(): void {
    const start = this.#settledCount * VISEMES;
    if (start === this.#settled.length) {
      const grown = new Uint8Array(2 * start);
      grown.set(this.#settled);
      this.#settled = grown;
    }
    this.#infer(this.#settledCount);
    for (let v = 0; v < VISEMES; v++) this.#settled[start + v] = Math.round(255 * this.#probabilities[v]!);
    this.#settledCount++;
  }

  /** Frames before the first and after the last are assumed to equal these. */
  #infer(frame: number): void {
    const last = this.#known - 1;
    const first = Math.max(0, this.#known - KEPT_FRAMES, frame - LOOK_BACK);
    this.#network.infer(
      (offset) => this.#ring[Math.min(Math.max(frame + offset, first), last) % KEPT_FRAMES]!,
      this.#probabilities,
    );
  }
}
