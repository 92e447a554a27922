import { ANALYSIS_RATE, FRAME_SAMPLES, type FrameRing } from './audio-frames.ts';
import { Fft } from './fft.ts';

const SIZE = 256;
const HOP = SIZE / 2;
/**
 * How much spectra are whitened, 0 to 1. Without whitening two voices of the same pitch correlate (0.6 at the best
 * delay); fully whitened, the noise of audio codecs counts as much as the voice.
 */
const WHITENING = 0.8;
const LOWEST_HZ = 150;
const HIGHEST_HZ = 3600;
const MIN_POWER = 1e-7;
/** Delays at which the playout had less than this fraction of the loudest energy correlate only by chance. */
const MIN_SHARE = 0.2;
const TINY = 1e-9;

export interface Correlation {
  /** The delay, in samples. */
  lag: number;
  /** The correlation at the best delay: about 0.15 for unrelated audio, 1 for a copy. */
  value: number;
}

/** The generalised cross-correlation of audio with what was played before it. */
export class WaveformCorrelation {
  readonly #playout: FrameRing;
  readonly #lags: number;
  readonly #short = new Fft(SIZE);
  readonly #long: Fft;
  readonly #played: Float32Array;
  readonly #recorded: Float32Array;
  readonly #flat: Float32Array;
  readonly #re = new Float32Array(SIZE);
  readonly #im = new Float32Array(SIZE);

  /** Compares at most `frames` frames, with delays up to `lagFrames` frames. */
  constructor(playout: FrameRing, frames: number, lagFrames: number) {
    this.#playout = playout;
    this.#lags = lagFrames * FRAME_SAMPLES;
    this.#long = new Fft(2 ** Math.ceil(Math.log2((2 * frames + lagFrames) * FRAME_SAMPLES)));
    this.#played = new Float32Array(this.#long.size);
    this.#recorded = new Float32Array(this.#long.size);
    this.#flat = new Float32Array(this.#long.size + SIZE);
  }

  /**
   * Returns the delay at which the `frames` frames of `audio` up to frame `last` correlate best with the playout,
   * whatever the sign.
   */
  find(audio: FrameRing, last: number, frames: number): Correlation {
    const played = this.#played;
    const recorded = this.#recorded;
    const long = this.#long;
    const lags = this.#lags;
    const length = frames * FRAME_SAMPLES;
    const end = (last + 1) * FRAME_SAMPLES;
    played.fill(0);
    recorded.fill(0);
    this.#playout.read(end - length - lags, played, length + lags);
    audio.read(end - length, recorded, length);
    this.#whiten(played, length + lags);
    this.#whiten(recorded, length);
    const own = sumOfSquares(recorded, 0, length);
    const energies = energiesOf(played, length, lags);
    const loudest = energies.reduce((most, energy) => Math.max(most, energy), 0);
    const best: Correlation = { lag: 0, value: 0 };
    if (own < TINY || loudest < TINY) return best;
    long.transform(played, recorded);
    correlate(played, recorded);
    // Transforming the conjugate is the inverse transform, except for a conjugate and the factor `size`.
    long.transform(played, recorded);
    for (let shift = 0; shift <= lags; shift++) {
      const energy = energies[shift]!;
      if (energy < MIN_SHARE * loudest) continue;
      const value = Math.abs(played[shift]!) / long.size / Math.sqrt(own * energy);
      if (value <= best.value) continue;
      best.value = value;
      best.lag = lags - shift;
    }
    return best;
  }

  /** Processes two overlapping pieces at a time, as the real and the imaginary part of one transform. */
  #whiten(audio: Float32Array, length: number): void {
    const short = this.#short;
    const re = this.#re;
    const im = this.#im;
    const flat = this.#flat;
    flat.fill(0, 0, Math.min(length + 2 * SIZE, flat.length));
    const at = (i: number) => (i >= 0 && i < length ? audio[i]! : 0);
    for (let start = -HOP; start < length; start += SIZE) {
      for (let i = 0; i < SIZE; i++) {
        re[i] = at(start + i) * SINE[i]!;
        im[i] = at(start + HOP + i) * SINE[i]!;
      }
      short.transform(re, im);
      flatten(re, im);
      short.transform(re, im);
      for (let i = 0; i < SIZE; i++) {
        if (start + i >= 0) flat[start + i]! += re[i]! * SINE[i]!;
        flat[start + HOP + i]! -= im[i]! * SINE[i]!;
      }
    }
    for (let i = 0; i < length; i++) audio[i] = flat[i]! / SIZE;
  }
}

const SINE = Float32Array.from({ length: SIZE }, (_, i) => Math.sin((Math.PI * (i + 0.5)) / SIZE));
const LOWEST_BIN = Math.ceil((LOWEST_HZ * SIZE) / ANALYSIS_RATE);
const HIGHEST_BIN = Math.floor((HIGHEST_HZ * SIZE) / ANALYSIS_RATE);

/** Replaces the common transform of two real sounds by the conjugate of the transform of both sounds whitened. */
function flatten(re: Float32Array, im: Float32Array): void {
  for (let k = 0; k <= SIZE / 2; k++) {
    const m = (SIZE - k) % SIZE;
    const ar = (re[k]! + re[m]!) / 2;
    const ai = (im[k]! - im[m]!) / 2;
    const br = (im[k]! + im[m]!) / 2;
    const bi = (re[m]! - re[k]!) / 2;
    const passes = k >= LOWEST_BIN && k <= HIGHEST_BIN;
    const a = passes ? (ar * ar + ai * ai + MIN_POWER) ** (-WHITENING / 2) : 0;
    const b = passes ? (br * br + bi * bi + MIN_POWER) ** (-WHITENING / 2) : 0;
    re[k] = a * ar - b * bi;
    im[k] = -(a * ai + b * br);
    re[m] = a * ar + b * bi;
    im[m] = -(b * br - a * ai);
  }
}

/**
 * On entry `re` and `im` hold the common transform of two real sounds, a + ib; afterwards the conjugate of A B*, whose
 * transform is their cross-correlation.
 */
function correlate(re: Float32Array, im: Float32Array): void {
  const size = re.length;
  for (let k = 0; k <= size / 2; k++) {
    const m = (size - k) % size;
    const ar = (re[k]! + re[m]!) / 2;
    const ai = (im[k]! - im[m]!) / 2;
    const br = (im[k]! + im[m]!) / 2;
    const bi = (re[m]! - re[k]!) / 2;
    const productReal = ar * br + ai * bi;
    const productImaginary = ai * br - ar * bi;
    re[k] = productReal;
    re[m] = productReal;
    im[k] = -productImaginary;
    im[m] = productImaginary;
  }
}

/** Returns the energy of each run of `length` samples, by its start. */
function energiesOf(audio: Float32Array, length: number, shifts: number): Float64Array {
  const energies = new Float64Array(shifts + 1);
  let energy = sumOfSquares(audio, 0, length);
  for (let shift = 0; shift <= shifts; shift++) {
    energies[shift] = Math.max(0, energy);
    energy += (audio[shift + length] ?? 0) ** 2 - audio[shift]! ** 2;
  }
  return energies;
}

function sumOfSquares(audio: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += audio[i]! ** 2;
  return sum;
}
