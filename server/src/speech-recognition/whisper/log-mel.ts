/**
 * The features on which Whisper and Smart Turn are trained: logarithms of 80 mel bands, a frame every 10 ms, as
 * OpenAI's `whisper/audio.py` and Hugging Face's `WhisperFeatureExtractor` compute them.
 */
import { triangularBands } from '../../audio/triangular-bands.ts';
import { MixedRadixFft } from './mixed-radix-fft.ts';

export const MEL_BANDS = 80;
/** Length of a window, in samples at 16 kHz. */
const WINDOW = 400;
export const MEL_HOP = 160;
/** Half the sample rate. */
const TOP_HZ = 8000;
/** Values are limited to this many powers of ten below the loudest one. */
const RANGE = 8;

const fft = new MixedRadixFft([4, 4, 5, 5]);
const hann = Float64Array.from(
  { length: WINDOW },
  (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / WINDOW),
);
/** In Hz, equally far apart on Slaney's scale. */
const edges = Array.from({ length: MEL_BANDS + 2 }, (_, n) => toHz((toMel(TOP_HZ) * n) / (MEL_BANDS + 1)));
/** All have the same area. */
const filters = triangularBands(edges.map((hz) => (hz * WINDOW) / (2 * TOP_HZ))).map(
  ({ from, weights }, band) => ({
    from,
    weights: weights.map((weight) => (2 * weight) / (edges[band + 2]! - edges[band]!)),
  }),
);

/** Returns `[MEL_BANDS, samples.length / MEL_HOP]` by rows. The length is a multiple of the hop, above a window. */
export function logMel(samples: Float32Array): Float32Array {
  const frames = Math.floor(samples.length / MEL_HOP);
  const mel = new Float32Array(MEL_BANDS * frames);
  const sample = (at: number) => samples[mirror(at, samples.length)]!;
  let loudest = Number.NEGATIVE_INFINITY;
  // Two frames share one complex transform: one is the real part of the input, the next the imaginary one.
  for (let frame = 0; frame < frames; frame += 2) {
    const first = frame * MEL_HOP - WINDOW / 2;
    const hasSecond = frame + 1 < frames;
    const [re, im] = fft.transform((inRe, inIm) => {
      for (let n = 0; n < WINDOW; n++) {
        inRe[n] = sample(first + n) * hann[n]!;
        inIm[n] = hasSecond ? sample(first + MEL_HOP + n) * hann[n]! : 0;
      }
    });
    for (let band = 0; band < MEL_BANDS; band++) {
      const { from, weights } = filters[band]!;
      let one = 0;
      let two = 0;
      for (let n = 0; n < weights.length; n++) {
        const bin = from + n;
        const other = (WINDOW - bin) % WINDOW;
        const sumRe = (re[bin]! + re[other]!) / 2;
        const sumIm = (im[bin]! + im[other]!) / 2;
        const halfRe = (re[bin]! - re[other]!) / 2;
        const halfIm = (im[bin]! - im[other]!) / 2;
        one += weights[n]! * (sumRe ** 2 + halfIm ** 2);
        two += weights[n]! * (sumIm ** 2 + halfRe ** 2);
      }
      mel[band * frames + frame] = Math.log10(Math.max(1e-10, one));
      loudest = Math.max(loudest, mel[band * frames + frame]!);
      if (!hasSecond) continue;
      mel[band * frames + frame + 1] = Math.log10(Math.max(1e-10, two));
      loudest = Math.max(loudest, mel[band * frames + frame + 1]!);
    }
  }
  for (let n = 0; n < mel.length; n++) mel[n] = (Math.max(mel[n]!, loudest - RANGE) + 4) / 4;
  return mel;
}

/** Continues audio beyond its ends with its mirror image. */
function mirror(at: number, length: number): number {
  if (at < 0) return -at;
  return at < length ? at : 2 * length - 2 - at;
}

/** Linear below 1 kHz, logarithmic above. */
function toMel(hz: number): number {
  return hz < 1000 ? (3 * hz) / 200 : 15 + (27 * Math.log(hz / 1000)) / Math.log(6.4);
}

function toHz(mel: number): number {
  return mel < 15 ? (200 * mel) / 3 : 1000 * Math.exp(((mel - 15) * Math.log(6.4)) / 27);
}
