import { Resampler } from '../audio/resampler.ts';
import { MODEL_RATE } from '../audio/sample-rates.ts';
import { FEATURES, frameTimeMs, HOP_MS, MelFeatures } from './mel-features.ts';
import { LOOK_AHEAD, LOOK_BACK, VisemeNetwork } from './viseme-network.ts';
import type { VoiceStatistics } from './voice-statistics.ts';

const VISEMES = 15;
/** Enough for the network's input around a frame, and the frames that wait for their look-ahead. */
const KEPT_FRAMES = 64;
/** The time that frame 0 describes. */
const FIRST_FRAME_MS = frameTimeMs(0);

/**
 * The visemes of audio without phonemes, as it arrives. A frame is final once the 40 ms after it are known, independent
 * of how the audio was split. Near the end of the known audio, the last frame is used for the missing ones.
 */
export class AudioVisemes {
  readonly #features = new MelFeatures();
  readonly #network = new VisemeNetwork();
  readonly #statistics: VoiceStatistics;
  #resampler: Resampler | undefined;
  #resamplerRate = MODEL_RATE;
  /** A ring buffer of normalized features; frame `i` is at `i % KEPT_FRAMES`. */
  readonly #ring = Array.from({ length: KEPT_FRAMES }, () => new Float32Array(FEATURES));
  #frameCount = 0;
  /** Probabilities of the final frames, 15 bytes each. */
  #final = new Uint8Array(128 * VISEMES);
  #finalCount = 0;
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
    if (this.#frameCount === 0) return false;
    const position = Math.min(Math.max((timeMs - FIRST_FRAME_MS) / HOP_MS, 0), this.#frameCount - 1);
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
    const frame = Math.min(Math.max(index, 0), this.#frameCount - 1);
    if (frame < this.#finalCount) {
      for (let v = 0; v < VISEMES; v++) weights[v]! += (weight * this.#final[frame * VISEMES + v]!) / 255;
    } else {
      this.#infer(frame);
      for (let v = 0; v < VISEMES; v++) weights[v]! += weight * this.#probabilities[v]!;
    }
  }

  #analyse(pcm: Int16Array): void {
    this.#features.push(pcm, (frame) => {
      this.#statistics.normalise(frame, this.#ring[this.#frameCount % KEPT_FRAMES]!);
      this.#frameCount++;
      if (this.#frameCount > LOOK_AHEAD) this.#finalize();
    });
  }

  #finalize(): void {
    const start = this.#finalCount * VISEMES;
    if (start === this.#final.length) {
      const grown = new Uint8Array(2 * start);
      grown.set(this.#final);
      this.#final = grown;
    }
    this.#infer(this.#finalCount);
    for (let v = 0; v < VISEMES; v++) this.#final[start + v] = Math.round(255 * this.#probabilities[v]!);
    this.#finalCount++;
  }

  /** Frames before the first or after the last are taken to equal it. */
  #infer(frame: number): void {
    const last = this.#frameCount - 1;
    const first = Math.max(0, this.#frameCount - KEPT_FRAMES, frame - LOOK_BACK);
    this.#network.infer(
      (offset) => this.#ring[Math.min(Math.max(frame + offset, first), last) % KEPT_FRAMES]!,
      this.#probabilities,
    );
  }
}
