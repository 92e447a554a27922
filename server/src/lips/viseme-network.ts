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
  readonly #values = this.#layers.map(({ outputs }) => new Float32Array(outputs));

  infer(frameAt: (offset: number) => Float32Array, probabilities: Float32Array): void {
    const [first, ...others] = this.#layers as [Layer, ...Layer[]];
    let values = this.#values[0]!;
    values.set(first.biases);
    let row = 0;
    for (const offset of VISEME_OFFSETS) {
      const frame = frameAt(offset);
      row = accumulate(first, frame, row, values);
    }
    others.forEach((layer, index) => {
      const inputs = values;
      for (let i = 0; i < inputs.length; i++) if (inputs[i]! < 0) inputs[i] = 0;
      values = this.#values[index + 1]!;
      values.set(layer.biases);
      accumulate(layer, inputs, 0, values);
    });
    softmax(values, probabilities);
  }
}

/** Adds the rows of `weights` from `row` on, each times its input, to `sums`. Returns the row after them. */
function accumulate(layer: Layer, inputs: Float32Array, row: number, sums: Float32Array): number {
  const { outputs, weights } = layer;
  let at = row * outputs;
  for (let i = 0; i < inputs.length; i++) {
    const input = inputs[i]!;
    if (input === 0) {
      at += outputs;
      continue;
    }
    for (let k = 0; k < outputs; k++) sums[k]! += input * weights[at++]!;
  }
  return row + inputs.length;
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
