import { FEATURES, MEL_BANDS } from './mel-features.ts';

/** The assumed statistics of an unknown voice have the weight of this many frames. */
const PRIOR_FRAMES = 60;
const PRIOR_MEAN = -1.1;
const PRIOR_SPREAD = 0.6;
/** Older audio counts less and less: the statistics follow a change of voice within about 20 s. */
const MAX_FRAMES = 2000;
/** Frames this far (log10 of energy) below the speech level are pauses, from which nothing is learned. */
const PAUSE = -1.5;

/**
 * The statistics of a voice with its microphone and connection: loudness, colour, spread. They make the features of
 * different voices alike. They adapt within seconds; keep them per speaker over several utterances.
 */
export class VoiceStatistics {
  /** The log10 of the energy of loud frames. */
  #level = Number.NaN;
  #loudFrames = 0;
  readonly #mean = new Float64Array(MEL_BANDS).fill(PRIOR_MEAN);
  readonly #square = new Float64Array(MEL_BANDS).fill(PRIOR_MEAN ** 2 + PRIOR_SPREAD ** 2);
  #frames = PRIOR_FRAMES;

  /** Learns from one frame of `MelFeatures`, and writes it to `out`, normalized. */
  normalise(frame: Float32Array, out: Float32Array): void {
    const energy = frame[MEL_BANDS]!;
    this.#followLevel(energy);
    for (let band = 0; band < MEL_BANDS; band++) out[band] = Math.max(-3, frame[band]! - this.#level + 0.9);
    const loudness = Math.max(-4, energy - this.#level);
    if (loudness > PAUSE) this.#learn(out);
    for (let band = 0; band < MEL_BANDS; band++) {
      const variance = this.#square[band]! - this.#mean[band]! ** 2;
      out[band] = (out[band]! - this.#mean[band]!) / (0.5 * Math.sqrt(Math.max(1e-3, variance)) + 0.35);
    }
    out[FEATURES - 1] = loudness;
  }

  /** Follows the speech level: up at once (the first sound sets it), down slowly, and not during pauses. */
  #followLevel(energy: number): void {
    // Sound below this is noise, at any gain.
    const audible = Math.max(energy, -4.5);
    if (Number.isNaN(this.#level)) this.#level = audible;
    if (audible > this.#level) {
      this.#loudFrames++;
      this.#level += (audible - this.#level) * Math.max(0.08, 1 / (1 + 0.5 * this.#loudFrames));
    } else if (audible > this.#level + PAUSE) {
      this.#level += (audible - this.#level) * 0.004;
    }
  }

  #learn(bands: Float32Array): void {
    this.#frames = Math.min(this.#frames + 1, MAX_FRAMES);
    const share = 1 / this.#frames;
    for (let band = 0; band < MEL_BANDS; band++) {
      const value = bands[band]!;
      this.#mean[band]! += (value - this.#mean[band]!) * share;
      this.#square[band]! += (value * value - this.#square[band]!) * share;
    }
  }
}
