/** Half the length of the filter in samples of the lower rate. */
const HALF_TAPS = 16;
/** Rates with an odd ratio share this many phases; every usual rate has fewer and is exact. */
const MAX_PHASES = 512;

interface Kernel {
  phases: number;
  /** Input samples needed on each side of the wanted position. */
  half: number;
  /** `phases + 1` rows of `2 * half` weights; a fraction may round up to the last row. */
  weights: Float32Array;
}

const kernels = new Map<string, Kernel>();

/**
 * Changes the sample rate of a stream of mono 16-bit sound without delaying it: output sample `k` is the input
 * at `k * fromRate / toRate`, so positions in the sound mean the same before and after.
 * Work is done when samples are pulled, so a long chunk costs nothing until it is played.
 */
export class Resampler {
  readonly #step: number;
  readonly #kernel: Kernel | undefined;
  #input = new Int16Array(0);
  /** Index in the stream of the first sample in `#input`. */
  #inputStart = 0;
  #inputEnd = 0;
  #pulled = 0;
  #ended = false;

  constructor(fromRate: number, toRate: number) {
    if (!(fromRate >= 1000 && fromRate <= 384_000 && toRate >= 1000 && toRate <= 384_000)) {
      throw new RangeError(`cannot resample from ${fromRate} to ${toRate} Hz`);
    }
    this.#step = fromRate / toRate;
    if (fromRate !== toRate) this.#kernel = kernelFor(fromRate, toRate);
  }

  push(pcm: Int16Array): void {
    const kept = this.#inputEnd - this.#inputStart;
    if (kept + pcm.length > this.#input.length) {
      const grown = new Int16Array(Math.max(1024, (kept + pcm.length) * 2));
      grown.set(this.#input.subarray(0, kept));
      this.#input = grown;
    }
    this.#input.set(pcm, kept);
    this.#inputEnd += pcm.length;
  }

  /** No more input: what the filter still holds back may be pulled. */
  end(): void {
    this.#ended = true;
  }

  /** Writes up to `count` samples and answers how many there were. */
  pull(out: Int16Array, offset: number, count: number): number {
    const kernel = this.#kernel;
    const written = kernel ? this.#filter(kernel, out, offset, count) : this.#copy(out, offset, count);
    this.#pulled += written;
    this.#forget(kernel?.half ?? 0);
    return written;
  }

  #copy(out: Int16Array, offset: number, count: number): number {
    const from = this.#pulled - this.#inputStart;
    const ready = Math.min(count, this.#inputEnd - this.#pulled);
    out.set(this.#input.subarray(from, from + ready), offset);
    return ready;
  }

  #filter({ phases, half, weights }: Kernel, out: Int16Array, offset: number, count: number): number {
    const input = this.#input;
    const length = this.#inputEnd - this.#inputStart;
    for (let n = 0; n < count; n++) {
      const position = (this.#pulled + n) * this.#step;
      if (this.#ended ? position >= this.#inputEnd : Math.floor(position) + half >= this.#inputEnd) return n;
      const whole = Math.floor(position);
      const row = Math.round((position - whole) * phases) * 2 * half;
      const first = whole - half + 1 - this.#inputStart;
      let sum = 0;
      for (let tap = Math.max(0, -first); tap < 2 * half && first + tap < length; tap++) {
        sum += input[first + tap]! * weights[row + tap]!;
      }
      out[offset + n] = Math.max(-32768, Math.min(32767, Math.round(sum)));
    }
    return count;
  }

  /** Drops input that no later output needs, a good piece at a time. */
  #forget(half: number): void {
    const needed = Math.max(this.#inputStart, Math.floor(this.#pulled * this.#step) - half);
    const useless = Math.min(needed, this.#inputEnd) - this.#inputStart;
    if (useless < 4096 && useless < this.#input.length / 2) return;
    this.#input.copyWithin(0, useless, this.#inputEnd - this.#inputStart);
    this.#inputStart += useless;
  }
}

function kernelFor(fromRate: number, toRate: number): Kernel {
  const key = `${fromRate}>${toRate}`;
  let kernel = kernels.get(key);
  if (!kernel) {
    kernel = makeKernel(fromRate, toRate);
    kernels.set(key, kernel);
  }
  return kernel;
}

/** A Blackman-windowed sinc, one row of weights per fractional position, each row summing to one. */
function makeKernel(fromRate: number, toRate: number): Kernel {
  const phases = Math.min(MAX_PHASES, toRate / greatestCommonDivisor(fromRate, toRate));
  const narrowing = Math.min(1, toRate / fromRate);
  const half = Math.ceil(HALF_TAPS / narrowing);
  const cutoff = 0.95 * narrowing;
  const weights = new Float32Array((phases + 1) * 2 * half);
  for (let phase = 0; phase <= phases; phase++) {
    const row = phase * 2 * half;
    let sum = 0;
    for (let tap = 0; tap < 2 * half; tap++) {
      const distance = tap - half + 1 - phase / phases;
      const window =
        0.42 + 0.5 * Math.cos((Math.PI * distance) / half) + 0.08 * Math.cos((2 * Math.PI * distance) / half);
      const weight = Math.abs(distance) >= half ? 0 : cutoff * sinc(cutoff * distance) * window;
      weights[row + tap] = weight;
      sum += weight;
    }
    for (let tap = 0; tap < 2 * half; tap++) weights[row + tap]! /= sum;
  }
  return { phases, half, weights };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
