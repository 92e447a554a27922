import { Fft } from './fft.ts';
import { StreamingResampler } from './resample.ts';

const RATE = 16_000;
const HOP = 160;
const SIZE = 256;
/** In Hz; where speech has its energy and lines of all kinds let it through. */
const EDGES = [200, 400, 700, 1100, 1700, 2600, 3900, 6500];

export const BANDS = EDGES.length - 1;
/** In Hz. */
export const BAND_WIDTHS = Array.from({ length: BANDS }, (_, band) => EDGES[band + 1]! - EDGES[band]!);
export const FRAME_MS = 10;

/** The energy of mono sound in seven bands, one frame each 10 ms. 1 is a full-scale sine in its band. */
export class BandEnergies {
  private readonly fft = new Fft(SIZE);
  private readonly window = new Float32Array(SIZE);
  private readonly real = new Float32Array(SIZE);
  private readonly imaginary = new Float32Array(SIZE);
  private readonly energies = new Float32Array(BANDS);
  private readonly resamplers = new Map<number, StreamingResampler>();
  private filled = 0;

  /** How much sound waits for its frame to be full. */
  get openMs(): number {
    return (1000 * this.filled) / RATE;
  }

  /** Calls back with each full frame and its sound (16 kHz, -1..1); both arrays are used again for the next. */
  push(
    pcm: Int16Array,
    sampleRate: number,
    onFrame: (energies: Float32Array, sound: Float32Array) => void,
  ): void {
    for (const sample of this.convert(pcm, sampleRate)) {
      this.window[SIZE - HOP + this.filled++] = sample / 32_768;
      if (this.filled < HOP) continue;
      this.filled = 0;
      onFrame(this.analyse(), this.window.subarray(SIZE - HOP));
      this.window.copyWithin(0, HOP);
    }
  }

  private convert(pcm: Int16Array, sampleRate: number): Int16Array {
    if (sampleRate === RATE) return pcm;
    let resampler = this.resamplers.get(sampleRate);
    if (!resampler) {
      resampler = new StreamingResampler(sampleRate, RATE);
      this.resamplers.set(sampleRate, resampler);
    }
    return resampler.push(pcm);
  }

  private analyse(): Float32Array {
    const { real, imaginary, energies } = this;
    imaginary.fill(0);
    for (let i = 0; i < SIZE; i++) real[i] = this.window[i]! * HANN[i]!;
    this.fft.transform(real, imaginary);
    for (let band = 0; band < BANDS; band++) {
      let sum = 0;
      for (let k = BINS[band]!; k < BINS[band + 1]!; k++) sum += real[k]! ** 2 + imaginary[k]! ** 2;
      energies[band] = sum * SCALE;
    }
    return energies;
  }
}

const HANN = Float32Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE));
const BINS = EDGES.map((hz) => Math.round((hz * SIZE) / RATE));
/** A full-scale sine puts (3/2) (size/4)² into its bins. */
const SCALE = 1 / (1.5 * (SIZE / 4) ** 2);
