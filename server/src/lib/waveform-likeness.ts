import type { Likeness } from './envelope-likeness.ts';
import { Fft } from './fft.ts';

/** Compared at 8 kHz: speech has little above, and half the samples take a third of the time. */
const FRAME = 80;
/** Takes out the slope of speech, so that a common pitch alone is not likeness. */
const EMPHASIS = 0.9;
/** A half-band filter's taps beside its middle. */
const HALF_BAND = [0.3, -0.05];
/** Playout quieter than this, as a share of the loudest, is not compared: its likeness would be chance. */
const LEAST_SHARE = 1e-3;
const TINY = 1e-9;

/** Whether sound is a copy of what was played before, by its waveform: decisive where levels resemble by chance. */
export class WaveformLikeness {
  private readonly lags: number;
  private readonly frames: number;
  private readonly heard: FrameRing;
  private readonly played: FrameRing;
  private readonly fft: Fft;
  private readonly real: Float32Array;
  private readonly imaginary: Float32Array;

  /** Compares the latest `frames` of 10 ms with the playout of up to `lags` frames before. */
  constructor(frames: number, lags: number) {
    this.frames = frames;
    this.lags = lags;
    this.heard = new FrameRing(frames);
    this.played = new FrameRing(2 * (frames + lags));
    this.fft = new Fft(2 ** Math.ceil(Math.log2((2 * frames + lags) * FRAME)));
    this.real = new Float32Array(this.fft.size);
    this.imaginary = new Float32Array(this.fft.size);
  }

  /** `sound`: one frame, 160 samples at 16 kHz. Frames that are never told are silent. */
  addPlayout(index: number, sound: Float32Array): void {
    this.played.set(index, sound);
  }

  /** Each frame in order. */
  addMicrophone(index: number, sound: Float32Array): void {
    this.heard.set(index, sound);
  }

  /** How far the frames up to `last` are a copy of the likeliest playout: a correlation, the sign left out. */
  find(last: number): Likeness {
    const { real, imaginary, fft, frames, lags } = this;
    real.fill(0);
    imaginary.fill(0);
    const span = lags + frames;
    for (let i = 0; i < span; i++) this.played.copy(last - span + 1 + i, real, i * FRAME);
    for (let i = 0; i < frames; i++) this.heard.copy(last - frames + 1 + i, imaginary, i * FRAME);
    const own = sumOfSquares(imaginary, 0, frames * FRAME);
    const energies = this.energiesOf(real, lags * FRAME);
    const loudest = energies.reduce((most, energy) => Math.max(most, energy), 0);
    if (own < TINY || loudest < TINY) return { lag: 0, value: 0 };
    fft.transform(real, imaginary);
    correlate(real, imaginary);
    // The transform of the conjugate is the inverse, but for its conjugate and size.
    fft.transform(real, imaginary);
    const best: Likeness = { lag: 0, value: 0 };
    for (let shift = 0; shift <= lags * FRAME; shift++) {
      const energy = energies[shift]!;
      if (energy < LEAST_SHARE * loudest) continue;
      const value = Math.abs(real[shift]!) / fft.size / Math.sqrt(own * energy);
      if (value <= best.value) continue;
      best.value = value;
      best.lag = Math.round((lags * FRAME - shift) / FRAME);
    }
    return best;
  }

  /** Of each stretch as long as what was heard. */
  private energiesOf(sound: Float32Array, shifts: number): Float64Array {
    const energies = new Float64Array(shifts + 1);
    const length = this.frames * FRAME;
    let energy = sumOfSquares(sound, 0, length);
    for (let shift = 0; shift <= shifts; shift++) {
      energies[shift] = Math.max(0, energy);
      energy += (sound[shift + length] ?? 0) ** 2 - sound[shift]! ** 2;
    }
    return energies;
  }
}

/**
 * `real` and `imaginary` hold the common transform of two real sounds, a + ib; afterwards the conjugate of A B*, whose
 * transform is their cross-correlation.
 */
function correlate(real: Float32Array, imaginary: Float32Array): void {
  const size = real.length;
  for (let k = 0; k <= size / 2; k++) {
    const m = (size - k) % size;
    const ar = (real[k]! + real[m]!) / 2;
    const ai = (imaginary[k]! - imaginary[m]!) / 2;
    const br = (imaginary[k]! + imaginary[m]!) / 2;
    const bi = (real[m]! - real[k]!) / 2;
    const productReal = ar * br + ai * bi;
    const productImaginary = ai * br - ar * bi;
    real[k] = productReal;
    real[m] = productReal;
    imaginary[k] = -productImaginary;
    imaginary[m] = productImaginary;
  }
}

function sumOfSquares(sound: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += sound[i]! ** 2;
  return sum;
}

/** Sound by frame number, at 8 kHz and emphasised. */
class FrameRing {
  private readonly size: number;
  private readonly samples: Float32Array;
  private readonly indexes: Int32Array;
  private readonly before = new Float32Array(5);

  constructor(size: number) {
    this.size = size;
    this.samples = new Float32Array(size * FRAME);
    this.indexes = new Int32Array(size).fill(-1);
  }

  set(index: number, sound: Float32Array): void {
    if (index < 0) return;
    const slot = index % this.size;
    this.indexes[slot] = index;
    const { before } = this;
    const at = (i: number) => (i < 0 ? before[5 + i]! : sound[i]!);
    const [near, far] = HALF_BAND as [number, number];
    for (let i = 0; i < FRAME; i++) {
      const middle = 2 * i - 2;
      const low =
        0.5 * at(middle) + near * (at(middle - 1) + at(middle + 1)) + far * (at(middle - 3) + at(middle + 3));
      this.samples[slot * FRAME + i] = low - EMPHASIS * this.last;
      this.last = low;
    }
    before.set(sound.subarray(sound.length - 5));
  }

  /** Copies a frame, or leaves zeros where there is none. */
  copy(index: number, to: Float32Array, at: number): void {
    const slot = index % this.size;
    if (index < 0 || this.indexes[slot] !== index) return;
    to.set(this.samples.subarray(slot * FRAME, (slot + 1) * FRAME), at);
  }

  private last = 0;
}
