import { ANALYSIS_RATE, FRAME_SAMPLES } from './audio-frames.ts';
import { Fft } from './fft.ts';

const SIZE = 128;
/** Band edges in Hz: where speech has its energy and narrow-band telephony still transmits it. */
const EDGES = [200, 400, 700, 1100, 1700, 2600, 3600];

export const BANDS = EDGES.length - 1;
/** Width of each band, in Hz. */
export const BAND_WIDTHS = Array.from({ length: BANDS }, (_, band) => EDGES[band + 1]! - EDGES[band]!);

/** The energy of audio in six bands, frame by frame. 1 is a full-scale sine in its band. */
export class BandEnergies {
  readonly energies = new Float32Array(BANDS);
  readonly #fft = new Fft(SIZE);
  readonly #window = new Float32Array(SIZE);
  readonly #real = new Float32Array(SIZE);
  readonly #imaginary = new Float32Array(SIZE);

  /** Returns the energies of the next frame. The returned array is overwritten by the next call. */
  analyse(frame: Float32Array): Float32Array {
    const real = this.#real;
    const imaginary = this.#imaginary;
    const window = this.#window;
    const { energies } = this;
    window.copyWithin(0, FRAME_SAMPLES);
    window.set(frame, SIZE - FRAME_SAMPLES);
    imaginary.fill(0);
    for (let i = 0; i < SIZE; i++) real[i] = window[i]! * HANN[i]!;
    this.#fft.transform(real, imaginary);
    for (let band = 0; band < BANDS; band++) {
      let sum = 0;
      for (let k = BINS[band]!; k < BINS[band + 1]!; k++) sum += real[k]! ** 2 + imaginary[k]! ** 2;
      energies[band] = sum * SCALE;
    }
    return energies;
  }
}

const HANN = Float32Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE));
const BINS = EDGES.map((hz) => Math.round((hz * SIZE) / ANALYSIS_RATE));
/** A full-scale sine puts (3/2) (size/4)² into its bins. */
const SCALE = 1 / (1.5 * (SIZE / 4) ** 2);
