import type { FeatureMap } from '../kernel-memory.ts';
import { type Convolution, type NetworkName, networkFile, type Step } from '../network-file.ts';

/** Runs a network directly by its definition, for tests: slow, in double precision. */
export function referenceNetwork(name: NetworkName, picture: FeatureMap): FeatureMap[] {
  const { steps, outputs } = networkFile().networks[name];
  const values = [picture];
  for (const step of steps)
    values.push(carryOut(step, step.from.map((at) => values[at]!) as [FeatureMap, FeatureMap]));
  return outputs.map((at) => values[at]!);
}

function carryOut(step: Step, [first, second]: [FeatureMap, FeatureMap]): FeatureMap {
  const { width, height, channels } = first;
  const { readWeights } = networkFile();
  const at = ({ data, ...planes }: FeatureMap, x: number, y: number, c: number) =>
    data[(y * planes.width + x) * planes.channels + c]!;
  switch (step.kind) {
    case 'conv':
    case 'depthwise':
      return convolve(step, first);
    case 'add':
      return make(width, height, channels, (x, y, c) => at(first, x, y, c) + at(second, x, y, c));
    case 'relu':
      return make(width, height, channels, (x, y, c) => Math.max(0, at(first, x, y, c)));
    case 'prelu': {
      const slopes = readWeights(step.alpha, channels);
      return make(width, height, channels, (x, y, c) => {
        const value = at(first, x, y, c);
        return value < 0 ? value * slopes[c]! : value;
      });
    }
    case 'sigmoid':
      return make(width, height, channels, (x, y, c) => 1 / (1 + Math.exp(-at(first, x, y, c))));
    case 'widen':
      return make(width, height, channels + step.by, (x, y, c) => (c < channels ? at(first, x, y, c) : 0));
    case 'halve':
      return make(width >> 1, height >> 1, channels, (x, y, c) =>
        Math.max(...[0, 1, 2, 3].map((i) => at(first, 2 * x + (i & 1), 2 * y + (i >> 1), c))),
      );
  }
}

function convolve(step: Convolution, { width, height, channels, data }: FeatureMap): FeatureMap {
  const [rows, cols, , wanted] = step.shape;
  const { stride, isPadded } = step;
  const isDeep = step.kind === 'depthwise';
  const outputs = isDeep ? channels : wanted;
  const { readWeights } = networkFile();
  const weights = readWeights(step.weights, rows * cols * channels * (isDeep ? 1 : outputs));
  const bias = step.bias === undefined ? new Float32Array(outputs) : readWeights(step.bias, outputs);
  const slopes = step.alpha === undefined ? undefined : readWeights(step.alpha, outputs);
  const side = (from: number, kernel: number) => Math.ceil((isPadded ? from : from - kernel + 1) / stride);
  const [w, h] = [side(width, cols), side(height, rows)];
  const before = (from: number, to: number, kernel: number) =>
    isPadded ? Math.max(0, (to - 1) * stride + kernel - from) >> 1 : 0;
  const [left, top] = [before(width, w, cols), before(height, h, rows)];
  return make(w, h, outputs, (x, y, o) => {
    let sum = bias[o]!;
    for (let k = 0; k < rows * cols; k++) {
      const [fromX, fromY] = [x * stride - left + (k % cols), y * stride - top + Math.floor(k / cols)];
      if (fromX < 0 || fromY < 0 || fromX >= width || fromY >= height) continue;
      const from = (fromY * width + fromX) * channels;
      if (isDeep) sum += data[from + o]! * weights[k * channels + o]!;
      else
        for (let c = 0; c < channels; c++)
          sum += data[from + c]! * weights[(k * channels + c) * outputs + o]!;
    }
    return sum < 0 ? sum * (step.isRectified ? 0 : (slopes?.[o] ?? 1)) : sum;
  });
}

function make(
  width: number,
  height: number,
  channels: number,
  valueAt: (x: number, y: number, channel: number) => number,
): FeatureMap {
  const data = new Float32Array(width * height * channels);
  for (let i = 0; i < data.length; i++) {
    const pixel = Math.floor(i / channels);
    data[i] = valueAt(pixel % width, Math.floor(pixel / width), i % channels);
  }
  return { width, height, channels, data };
}
