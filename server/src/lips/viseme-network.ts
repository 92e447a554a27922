import { readFileSync } from 'node:fs';

/** Written by `lips-training/train.py`. Per layer: scales (float32), weights (int8, by row), biases (float32). */
const WEIGHTS = new URL('../../weights/visemes.bin', import.meta.url);
/** The frames that the network sees, relative to the moment, as in `train.py`. */
const VISEME_OFFSETS = [-12, -9, -7, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4];
/** The sizes of its layers, inputs first, as in `train.py`. */
const VISEME_LAYERS = [299, 96, 64, 15];

/** How many frames before and after a moment the network uses. */
export const LOOK_BACK = -Math.min(...VISEME_OFFSETS);
export const LOOK_AHEAD = Math.max(...VISEME_OFFSETS);

interface Layer {
  inputs: number;
  outputs: number;
  /** Row by row: the weights of one input are adjacent. */
  weights: Float32Array;
  biases: Float32Array;
}

let layers: Layer[] | undefined;

/**
 * The trained network (`lips-training`), which maps features of the frames around a moment to the probabilities of the
 * 15 visemes. `frameAt(offset)` returns the features of the frame at that distance. About 36,000 multiplications.
 */
export class VisemeNetwork {
  readonly #layers = sharedLayers();
  /** The inputs of the first layer, then the outputs of each. */
  readonly #values = VISEME_LAYERS.map((length) => new Float32Array(length));

  infer(frameAt: (offset: number) => Float32Array, probabilities: Float32Array): void {
    const inputs = this.#values[0]!;
    let at = 0;
    for (const offset of VISEME_OFFSETS) {
      const frame = frameAt(offset);
      inputs.set(frame, at);
      at += frame.length;
    }
    this.#layers.forEach((layer, index) => {
      const values = this.#values[index]!;
      if (index > 0) for (let i = 0; i < values.length; i++) if (values[i]! < 0) values[i] = 0;
      accumulate(layer, values, this.#values[index + 1]!);
    });
    softmax(this.#values.at(-1)!, probabilities);
  }
}

/**
 * Sets `sums` to the layer's biases plus the rows of its weights, each times its input. It takes four rows at a time,
 * which reads and writes the sums a quarter as often.
 */
function accumulate({ outputs, weights, biases }: Layer, inputs: Float32Array, sums: Float32Array): void {
  sums.set(biases);
  let at = 0;
  let i = 0;
  for (; i + 3 < inputs.length; i += 4, at += 4 * outputs) {
    const a = inputs[i]!;
    const b = inputs[i + 1]!;
    const c = inputs[i + 2]!;
    const d = inputs[i + 3]!;
    for (let k = 0, w = at; k < outputs; k++, w++)
      sums[k]! +=
        a * weights[w]! +
        b * weights[w + outputs]! +
        c * weights[w + 2 * outputs]! +
        d * weights[w + 3 * outputs]!;
  }
  for (; i < inputs.length; i++) for (let k = 0; k < outputs; k++) sums[k]! += inputs[i]! * weights[at++]!;
}

function softmax(logits: Float32Array, out: Float32Array): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (const logit of logits) highest = Math.max(highest, logit);
  let sum = 0;
  for (let i = 0; i < logits.length; i++) {
    out[i] = Math.exp(logits[i]! - highest);
    sum += out[i]!;
  }
  for (let i = 0; i < logits.length; i++) out[i]! /= sum;
}

function sharedLayers(): Layer[] {
  layers ??= readLayers();
  return layers;
}

function readLayers(): Layer[] {
  const bytes = readFileSync(WEIGHTS);
  let at = 0;
  const floats = (count: number) => {
    const values = Float32Array.from({ length: count }, (_, i) => bytes.readFloatLE(at + 4 * i));
    at += 4 * count;
    return values;
  };
  return VISEME_LAYERS.slice(1).map((outputs, index) => {
    const inputs = VISEME_LAYERS[index]!;
    const scales = floats(outputs);
    const weights = new Float32Array(inputs * outputs);
    for (let i = 0; i < weights.length; i++) weights[i] = bytes.readInt8(at + i) * scales[i % outputs]!;
    at += weights.length;
    return { inputs, outputs, weights, biases: floats(outputs) };
  });
}
