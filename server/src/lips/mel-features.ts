import { Fft } from '../audio/fft.ts';
import { MODEL_RATE } from '../audio/sample-rates.ts';
import { triangularBands } from '../audio/triangular-bands.ts';

export const HOP_MS = 10;
export const MEL_BANDS = 22;
/** The bands, then the loudness. */
export const FEATURES = MEL_BANDS + 1;

const HOP = (MODEL_RATE * HOP_MS) / 1000;
const WINDOW = 400;
const FFT_SIZE = 512;
const LOW_HZ = 100;
const HIGH_HZ = 7600;
const PRE_EMPHASIS = 0.95;

/** Returns the time that frame `index` describes: the centre of its window, which ends with the frame's last sample. */
export function frameTimeMs(index: number): number {
  return (index + 1) * HOP_MS - (500 * WINDOW) / MODEL_RATE;
}

/** Converts 16 kHz audio to logarithmic (base 10) mel-band energies: a frame every 10 ms, over windows of 25 ms. */
export class MelFeatures {
  readonly #window = new Float32Array(WINDOW);
  readonly #hop = new Float32Array(HOP);
  #filled = 0;
  #previous = 0;
  readonly #fft = new Fft(FFT_SIZE);
  readonly #real = new Float32Array(FFT_SIZE);
  readonly #imaginary = new Float32Array(FFT_SIZE);

  /** Calls back with each complete frame. The array is reused for the next. The last value is the total energy. */
  push(pcm: Int16Array, onFrame: (frame: Float32Array) => void): void {
    for (const value of pcm) {
      const sample = value / 32_768;
      this.#hop[this.#filled++] = sample - PRE_EMPHASIS * this.#previous;
      this.#previous = sample;
      if (this.#filled < HOP) continue;
      this.#filled = 0;
      this.#window.copyWithin(0, HOP);
      this.#window.set(this.#hop, WINDOW - HOP);
      onFrame(this.#analyse());
    }
  }

  readonly #frame = new Float32Array(FEATURES);

  #analyse(): Float32Array {
    const real = this.#real;
    const imaginary = this.#imaginary;
    const frame = this.#frame;
    imaginary.fill(0);
    real.fill(0, WINDOW);
    for (let i = 0; i < WINDOW; i++) real[i] = this.#window[i]! * HANN[i]!;
    this.#fft.transform(real, imaginary);
    let total = 0;
    for (let k = 0; k <= FFT_SIZE / 2; k++) {
      real[k] = real[k]! ** 2 + imaginary[k]! ** 2;
      total += real[k]!;
    }
    for (let band = 0; band < MEL_BANDS; band++) {
      const { from, weights } = BANDS[band]!;
      let sum = 0;
      for (let k = 0; k < weights.length; k++) sum += real[from + k]! * weights[k]!;
      frame[band] = Math.log10(sum / FFT_SIZE + 1e-7);
    }
    frame[MEL_BANDS] = Math.log10(total / FFT_SIZE + 1e-7);
    return frame;
  }
}

const HANN = Float32Array.from(
  { length: WINDOW },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (WINDOW - 1)),
);

const mel = (hz: number) => 2595 * Math.log10(1 + hz / 700);
const hertz = (value: number) => 700 * (10 ** (value / 2595) - 1);
const STEP = (mel(HIGH_HZ) - mel(LOW_HZ)) / (MEL_BANDS + 1);

/** Bands that are equally wide on the mel scale. */
const BANDS = triangularBands(
  Array.from({ length: MEL_BANDS + 2 }, (_, i) => (hertz(mel(LOW_HZ) + i * STEP) * FFT_SIZE) / MODEL_RATE),
);
