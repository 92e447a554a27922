import { FRAME_SAMPLES, type FrameRing } from './audio-frames.ts';
import { Fft } from './fft.ts';

/** Taps of a partition: 20 ms, two frames. `SIZE` holds their convolution with a frame. */
const TAPS = 2 * FRAME_SAMPLES;
const SIZE = 256;
const BINS = SIZE / 2 + 1;
/** The filter spans 120 ms: the direct sound and the relevant part of the room's reverberation. */
const PARTITIONS = 6;
const SPECTRA = 2 * PARTITIONS;
/** The echo is expected this many samples after the filter's first tap, to allow for clocks that drift apart. */
const LEAD = 96;
/** The Kalman filter's transition factor: the fraction of the filter that is kept from one frame to the next. */
const TRANSITION = 0.999;
/** Minimum process noise: an echo path may appear where there was none. */
const MIN_PROCESS_NOISE = 1e-3;
/** The variance of the first partition before anything is known; later reflections are weaker. */
const INITIAL_VARIANCE = 0.3;
const VARIANCE_DECAY = 0.6;
const NOISE_SMOOTHING = 0.8;
const MIN_NOISE = 1e-5;
const ENERGY_SMOOTHING = 0.05;
const DIVERGED_RATIO = 1.5;

/**
 * Subtracts the echo of the playout, after one delay and a room, from the microphone: a partitioned-block
 * frequency-domain filter (Soo and Pang 1990) that is adapted by a diagonal Kalman filter (Enzner and Vary 2006; Kuech,
 * Mabande and Enzner 2014). For every frequency it weighs the uncertainty about the path against the other sound in the
 * microphone, so that speech over the echo hardly disturbs it, without a double-talk detector.
 */
export class EchoCanceller {
  readonly #playout: FrameRing;
  readonly #fft = new Fft(SIZE);
  /** Spectra of the playout, newest at `newest`. */
  readonly #xr = new Float32Array(SPECTRA * BINS);
  readonly #xi = new Float32Array(SPECTRA * BINS);
  /** The filter, by partition, and the variance of its error. */
  readonly #wr = new Float32Array(PARTITIONS * BINS);
  readonly #wi = new Float32Array(PARTITIONS * BINS);
  readonly #variance = new Float32Array(PARTITIONS * BINS);
  /** Energy in the microphone that is not echo, smoothed. */
  readonly #noise = new Float32Array(BINS);
  readonly #re = new Float32Array(SIZE);
  readonly #im = new Float32Array(SIZE);
  readonly #er = new Float32Array(BINS);
  readonly #ei = new Float32Array(BINS);
  readonly #share = new Float32Array(BINS);
  readonly #residual = new Float32Array(FRAME_SAMPLES);
  /** Smoothed energy of the latest frames, before and after cancelling. */
  #microphoneEnergy = 0;
  #residualEnergy = 0;
  #newest = 0;
  #nextConstrained = 0;
  #isFitted = false;
  /** Samples between the playout and the filter's first tap. */
  #offset: number | undefined;

  constructor(playout: FrameRing) {
    this.#playout = playout;
    this.forgetFilter();
  }

  /** Sets the delay of the echo to `lag` samples, and reloads the playout up to `frame`. The room's filter is kept. */
  moveTo(lag: number, frame: number): void {
    this.#offset = lag - (this.#isFitted ? this.#strongestTap() : LEAD);
    for (let back = SPECTRA - 1; back >= 0; back--) this.#advance(frame - back);
  }

  /** Forgets the room and learns it again. */
  forgetFilter(): void {
    this.#wr.fill(0);
    this.#wi.fill(0);
    for (let q = 0; q < PARTITIONS; q++) {
      this.#variance.fill(INITIAL_VARIANCE * VARIANCE_DECAY ** q, q * BINS, (q + 1) * BINS);
    }
    this.#isFitted = false;
  }

  /** Returns the microphone's frame without its echo. Call it in frame order; the next call overwrites the result. */
  process(frame: number, microphone: Float32Array): Float32Array {
    if (this.#offset === undefined) return microphone;
    this.#advance(frame);
    this.#subtract(microphone);
    this.#checkDivergence(microphone);
    this.#adapt();
    return this.#residual;
  }

  /** Forgets a filter that adds more energy than it removes: it no longer models the path of the echo. */
  #checkDivergence(microphone: Float32Array): void {
    let microphoneEnergy = 0;
    let residualEnergy = 0;
    for (let i = 0; i < FRAME_SAMPLES; i++) {
      microphoneEnergy += microphone[i]! ** 2;
      residualEnergy += this.#residual[i]! ** 2;
    }
    this.#microphoneEnergy += ENERGY_SMOOTHING * (microphoneEnergy - this.#microphoneEnergy);
    this.#residualEnergy += ENERGY_SMOOTHING * (residualEnergy - this.#residualEnergy);
    if (this.#residualEnergy < DIVERGED_RATIO * this.#microphoneEnergy) return;
    this.forgetFilter();
    this.#residualEnergy = this.#microphoneEnergy;
  }

  /** Returns the energy of the microphone's `frames` frames up to `last` after the current filter. */
  residualEnergy(microphone: FrameRing, last: number, frames: number): number {
    if (this.#offset === undefined) throw new Error('the delay is not known');
    const audio = new Float32Array(FRAME_SAMPLES);
    let sum = 0;
    for (let back = frames + SPECTRA - 1; back >= 0; back--) {
      this.#advance(last - back);
      if (back >= frames) continue;
      microphone.read((last - back) * FRAME_SAMPLES, audio, FRAME_SAMPLES);
      this.#subtract(audio);
      for (const sample of this.#residual) sum += sample * sample;
    }
    return sum;
  }

  #advance(frame: number): void {
    const re = this.#re;
    const im = this.#im;
    this.#playout.read((frame + 1) * FRAME_SAMPLES - SIZE - this.#offset!, re, SIZE);
    im.fill(0);
    this.#fft.transform(re, im);
    this.#newest = (this.#newest + SPECTRA - 1) % SPECTRA;
    this.#xr.set(re.subarray(0, BINS), this.#newest * BINS);
    this.#xi.set(im.subarray(0, BINS), this.#newest * BINS);
  }

  #spectrumOf(partition: number): number {
    return ((this.#newest + 2 * partition) % SPECTRA) * BINS;
  }

  #subtract(microphone: Float32Array): void {
    const re = this.#re;
    const im = this.#im;
    const xr = this.#xr;
    const xi = this.#xi;
    const wr = this.#wr;
    const wi = this.#wi;
    const residual = this.#residual;
    re.fill(0);
    im.fill(0);
    for (let q = 0; q < PARTITIONS; q++) {
      const x = this.#spectrumOf(q);
      const w = q * BINS;
      for (let k = 0; k < BINS; k++) {
        re[k]! += xr[x + k]! * wr[w + k]! - xi[x + k]! * wi[w + k]!;
        im[k]! += xr[x + k]! * wi[w + k]! + xi[x + k]! * wr[w + k]!;
      }
    }
    this.#invert();
    for (let i = 0; i < FRAME_SAMPLES; i++) residual[i] = microphone[i]! - re[SIZE - FRAME_SAMPLES + i]!;
  }

  #adapt(): void {
    const re = this.#re;
    const im = this.#im;
    const er = this.#er;
    const ei = this.#ei;
    const share = this.#share;
    const xr = this.#xr;
    const xi = this.#xi;
    const wr = this.#wr;
    const wi = this.#wi;
    const variance = this.#variance;
    const noise = this.#noise;
    re.fill(0);
    re.set(this.#residual, SIZE - FRAME_SAMPLES);
    im.fill(0);
    this.#fft.transform(re, im);
    er.set(re.subarray(0, BINS));
    ei.set(im.subarray(0, BINS));
    share.fill(0);
    let played = 0;
    for (let q = 0; q < PARTITIONS; q++) {
      const x = this.#spectrumOf(q);
      const w = q * BINS;
      for (let k = 0; k < BINS; k++) {
        const power = xr[x + k]! ** 2 + xi[x + k]! ** 2;
        played += power;
        const known = wr[w + k]! ** 2 + wi[w + k]! ** 2;
        variance[w + k] =
          TRANSITION * TRANSITION * variance[w + k]! +
          (1 - TRANSITION * TRANSITION) * (known + MIN_PROCESS_NOISE);
        share[k]! += power * variance[w + k]!;
      }
    }
    if (played < MIN_NOISE) return;
    this.#isFitted = true;
    for (let k = 0; k < BINS; k++) {
      noise[k] = NOISE_SMOOTHING * noise[k]! + (1 - NOISE_SMOOTHING) * (er[k]! ** 2 + ei[k]! ** 2);
      share[k] = 1 / (share[k]! + (SIZE / FRAME_SAMPLES) * Math.max(noise[k]!, MIN_NOISE));
    }
    for (let q = 0; q < PARTITIONS; q++) {
      const x = this.#spectrumOf(q);
      const w = q * BINS;
      for (let k = 0; k < BINS; k++) {
        const gain = variance[w + k]! * share[k]!;
        const a = xr[x + k]!;
        const b = xi[x + k]!;
        wr[w + k]! += gain * (a * er[k]! + b * ei[k]!);
        wi[w + k]! += gain * (a * ei[k]! - b * er[k]!);
        variance[w + k]! *= 1 - (FRAME_SAMPLES / SIZE) * gain * (a * a + b * b);
      }
    }
    // Remove the wrapped-around part of one partition per frame: little accumulates in the others until their turn.
    this.#constrain(this.#nextConstrained);
    this.#nextConstrained = (this.#nextConstrained + 1) % PARTITIONS;
  }

  #constrain(partition: number): void {
    const re = this.#re;
    const im = this.#im;
    const wr = this.#wr;
    const wi = this.#wi;
    const w = partition * BINS;
    this.#tapsOf(partition);
    re.fill(0, TAPS);
    im.fill(0);
    this.#fft.transform(re, im);
    wr.set(re.subarray(0, BINS), w);
    wi.set(im.subarray(0, BINS), w);
  }

  #tapsOf(partition: number): Float32Array {
    const w = partition * BINS;
    this.#re.set(this.#wr.subarray(w, w + BINS));
    this.#im.set(this.#wi.subarray(w, w + BINS));
    this.#invert();
    return this.#re;
  }

  #strongestTap(): number {
    let strongest = LEAD;
    let most = 0;
    for (let q = 0; q < PARTITIONS; q++) {
      const taps = this.#tapsOf(q);
      for (let i = 0; i < TAPS; i++) {
        if (Math.abs(taps[i]!) <= most) continue;
        most = Math.abs(taps[i]!);
        strongest = q * TAPS + i;
      }
    }
    return strongest;
  }

  /** Converts the lower half of a real signal's spectrum, in `re` and `im`, into the signal, in `re`. */
  #invert(): void {
    const re = this.#re;
    const im = this.#im;
    im[0] = 0;
    im[SIZE / 2] = 0;
    for (let k = 1; k < SIZE / 2; k++) {
      re[SIZE - k] = re[k]!;
      im[SIZE - k] = im[k]!;
      im[k] = -im[k]!;
    }
    this.#fft.transform(re, im);
    for (let i = 0; i < SIZE; i++) re[i]! /= SIZE;
  }
}
