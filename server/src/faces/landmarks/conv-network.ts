import { type Allocation, type FeatureMap, KernelMemory, padChannelCount } from './kernel-memory.ts';
import { type Convolution, type NetworkName, networkFile, type Step } from './network-file.ts';

/** Returns the triangles of the mesh, three points each. They leave eyes and mouth open. */
export const meshTriangles = (): readonly number[] => networkFile().triangles;

/** Returns the side length of the square picture that the network takes. */
export const inputSize = (name: NetworkName): number => networkFile().networks[name].size;

const plans = new Map<NetworkName, NetworkPlan>();

/** Runs a network on a square picture. Returns its outputs in the order of the file. */
export function runNetwork(name: NetworkName, picture: FeatureMap): FeatureMap[] {
  const plan = plans.get(name) ?? new NetworkPlan(name);
  plans.set(name, plan);
  return plan.run(picture);
}

/** A network with its weights and all values allocated in memory, so that running it is only a list of calls. */
class NetworkPlan {
  readonly #memory = new KernelMemory();
  readonly #calls: (() => void)[] = [];
  readonly #input: Allocation;
  readonly #outputs: readonly Allocation[];
  /** Copies with a border of zeros, by shape. */
  readonly #borderedCopies = new Map<string, number>();

  constructor(name: NetworkName) {
    const { size, steps, outputs } = networkFile().networks[name];
    this.#input = this.#memory.allocate(size, size, 3);
    const values = [this.#input];
    const lastUse = new Map(steps.flatMap((step, i) => step.from.map((value) => [value, i] as const)));
    steps.forEach((step, i) => {
      const sources = step.from.map((at) => values[at]!) as [Allocation, Allocation];
      const activation = steps.find(
        ({ kind, from }) => (kind === 'relu' || kind === 'prelu') && from[0] === i + 1,
      );
      const output = this.#plan(step, activation, sources);
      values.push(output);
      for (const at of step.from)
        if (lastUse.get(at) === i && !outputs.includes(at) && values[at] !== output)
          this.#memory.release(values[at]!);
    });
    this.#outputs = outputs.map((at) => values[at]!);
  }

  run(picture: FeatureMap): FeatureMap[] {
    this.#memory.write(this.#input, picture.data);
    for (const call of this.#calls) call();
    return this.#outputs.map((place) => this.#memory.read(place));
  }

  #plan(step: Step, activation: Step | undefined, [source, other]: [Allocation, Allocation]): Allocation {
    const { at, width, height, channels } = source;
    const memory = this.#memory;
    switch (step.kind) {
      case 'conv':
      case 'depthwise':
        return this.#planConvolution(step, source);
      case 'add': {
        const to = memory.allocate(width, height, channels);
        const slopes = memory.store(slopesOf(activation, channels));
        this.#calls.push(() => memory.kernel.add(at, other.at, to.at, slopes, width * height, channels));
        return to;
      }
      case 'relu':
      case 'prelu':
        // The activation was already applied by the step that computed the values.
        return source;
      case 'sigmoid':
        this.#calls.push(() => {
          const part = memory.floats.subarray(at / 4, at / 4 + width * height * padChannelCount(channels));
          part.forEach((value, i) => {
            part[i] = 1 / (1 + Math.exp(-value));
          });
        });
        return source;
      case 'widen': {
        const to = memory.allocate(width, height, channels + step.by);
        this.#calls.push(() => padChannels(memory.floats, source, to));
        return to;
      }
      case 'halve': {
        const to = memory.allocate(width >> 1, height >> 1, channels);
        this.#calls.push(() => maxPool(memory.floats, source, to));
        return to;
      }
    }
  }

  #planConvolution(step: Convolution, input: Allocation): Allocation {
    const [rows, cols, inputs, outputChannels] = step.shape;
    const { stride, isPadded } = step;
    const memory = this.#memory;
    const { readWeights } = networkFile();
    const isDepthwise = step.kind === 'depthwise';
    const outputs = isDepthwise ? inputs : outputChannels;
    const side = (from: number, kernel: number) => Math.ceil((isPadded ? from : from - kernel + 1) / stride);
    const to = memory.allocate(side(input.width, cols), side(input.height, rows), outputs);
    const source = isPadded
      ? this.#withBorder(input, (to.width - 1) * stride + cols, (to.height - 1) * stride + rows)
      : input;
    const row = 4 * source.width * inputs;
    const steps = [row, 4 * inputs * stride, row * stride] as const;
    const weights = readWeights(step.weights, rows * cols * inputs * (isDepthwise ? 1 : outputs));
    const bias = memory.store(
      step.bias === undefined ? new Float32Array(padChannelCount(outputs)) : readWeights(step.bias, outputs),
    );
    if (isDepthwise) {
      const kept = memory.store(weights);
      const size = [to.width, to.height, outputs] as const;
      this.#calls.push(() => memory.kernel.depthwise(source.at, ...steps, to.at, kept, bias, ...size));
      return to;
    }
    const kept = memory.store(inBlocks(weights, outputs));
    const slopes = memory.store(slopesOf(step, outputs));
    // If each pixel is computed from itself alone, all rows are treated as one.
    const size = rows * cols * stride === 1 ? [to.width * to.height, 1] : [to.width, to.height];
    const sums = [rows, cols * inputs, padChannelCount(outputs)] as const;
    this.#calls.push(() =>
      memory.kernel.conv(source.at, ...steps, to.at, kept, bias, slopes, ...size, ...sums),
    );
    return to;
  }

  /** Returns the source surrounded by zeros, or the source itself if no border is needed. */
  #withBorder(source: Allocation, width: number, height: number): Allocation {
    const { channels } = source;
    if (width <= source.width && height <= source.height) return source;
    const memory = this.#memory;
    const key = [source.width, source.height, channels, width, height].join();
    const at = this.#borderedCopies.get(key) ?? memory.store(new Float32Array(width * height * channels));
    this.#borderedCopies.set(key, at);
    const first =
      at / 4 + (((height - source.height) >> 1) * width + ((width - source.width) >> 1)) * channels;
    this.#calls.push(() => {
      const length = source.width * channels;
      for (let y = 0; y < source.height; y++) {
        const from = source.at / 4 + y * length;
        memory.floats.copyWithin(first + y * width * channels, from, from + length);
      }
    });
    return { width, height, channels, at };
  }
}

/** Returns the factors by which a step multiplies negative values, one per channel. */
function slopesOf(
  step: { kind: string; alpha?: number; isRectified?: true } | undefined,
  channels: number,
): Float32Array {
  if (step?.alpha !== undefined) return networkFile().readWeights(step.alpha, channels);
  return new Float32Array(channels).fill(step?.kind === 'relu' || step?.isRectified ? 0 : 1);
}

/** Reorders weights, which list all outputs of each value, as the kernel needs them: in blocks of 4 outputs. */
function inBlocks(weights: Float32Array, outputs: number): Float32Array {
  const values = weights.length / outputs;
  const blocks = new Float32Array(values * padChannelCount(outputs));
  for (let o = 0; o < outputs; o++)
    for (let i = 0; i < values; i++)
      blocks[((o >> 2) * values + i) * 4 + (o & 3)] = weights[i * outputs + o]!;
  return blocks;
}

/** Copies a feature map into one with more channels, which stay 0. */
function padChannels(floats: Float32Array, from: Allocation, to: Allocation): void {
  const count = from.width * from.height;
  floats.fill(0, to.at / 4, to.at / 4 + count * to.channels);
  for (let i = 0; i < count; i++) {
    const at = from.at / 4 + i * from.channels;
    floats.copyWithin(to.at / 4 + i * to.channels, at, at + from.channels);
  }
}

/** Takes the maximum of each 2 x 2 values. */
function maxPool(floats: Float32Array, from: Allocation, to: Allocation): void {
  const { width, height, channels } = to;
  const row = from.width * channels;
  let out = to.at / 4;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let at = from.at / 4 + 2 * y * row + 2 * x * channels;
      for (const end = at + channels; at < end; at++, out++)
        floats[out] = Math.max(
          floats[at]!,
          floats[at + channels]!,
          floats[at + row]!,
          floats[at + row + channels]!,
        );
    }
  }
}
