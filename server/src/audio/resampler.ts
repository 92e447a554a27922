import { BLOCK_SAMPLES, ResamplerKernel } from './resampler-kernel.ts';

/** Zero crossings of the windowed sinc on each side, counted at the lower of the two rates. */
const HALF_WIDTH = 24;
/** Kaiser window: side lobes about 85 dB down. */
const KAISER_BETA = 8.6;
/** Cut-off as a fraction of the lower Nyquist frequency: flat to 0.82 of it, 85 dB down at 1.02. */
const ROLL_OFF = 0.92;
/** Rates with an odd ratio share this many phases; every usual rate has fewer and is exact. */
const MAX_PHASES = 1024;

interface Filter {
  /** Output samples per `down` input samples, in lowest terms. */
  up: number;
  down: number;
  /** Taps of one phase; a multiple of eight. */
  taps: number;
  /** Phases between two input samples; fewer than `up` if that is a large number. */
  rows: number;
  /** `rows + 1` phases of `taps` coefficients, each with unit gain at 0 Hz; a fraction may round up to the last. */
  kernel: ResamplerKernel;
}

/** Maximum number of filters that are kept: every usual pair of rates has one. */
const MAX_FILTERS = 32;
const filters = new Map<string, Filter>();

/**
 * Changes the sample rate of a stream of mono 16-bit audio without delay, with a polyphase windowed sinc: output sample
 * `k` is the input at the time `k / toRate`, so positions in the audio do not change. The whole output, after `end`, is
 * exactly `ceil(inputSamples * toRate / fromRate)` samples, and does not depend on how the input was split.
 *
 * `push` and `pull` are for callers that need the audio little by little: work is done when samples are pulled, so a
 * long chunk costs nothing until it is played. `convert` and `flush` are for callers that take all of it.
 */
export class Resampler {
  /** Absent if the two rates are equal. */
  readonly #filter: Filter | undefined;
  /** Half the taps: silence before the first sample and after the last. */
  readonly #lead: number;
  /** The input that is still needed; `#buffer[0]` is the sample `#origin`. */
  #buffer: Float32Array;
  #filled: number;
  #origin: number;
  /** Position of the next output sample: input sample `#position` plus `#phase / up`. */
  #position = 0;
  #phase = 0;
  #received = 0;
  #ended = false;

  /** Throws a `RangeError` unless both rates are plausible sample rates in whole hertz. */
  constructor(fromRate: number, toRate: number) {
    for (const rate of [fromRate, toRate]) {
      if (!Number.isInteger(rate) || rate < 1000 || rate > 384_000)
        throw new RangeError(`not a sample rate: ${rate}`);
    }
    this.#filter = fromRate === toRate ? undefined : filterFor(fromRate, toRate);
    this.#lead = (this.#filter?.taps ?? 0) / 2;
    this.#buffer = new Float32Array(1024 + 2 * this.#lead);
    this.#filled = this.#lead;
    this.#origin = -this.#lead;
  }

  push(pcm: Int16Array): void {
    this.#received += pcm.length;
    this.#append(pcm, pcm.length);
  }

  /** Ends the input: what the filter still holds back can be pulled. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#append(undefined, this.#lead);
  }

  /** Writes up to `count` samples. Returns how many were written. */
  pull(out: Int16Array, offset: number, count: number): number {
    const ready = Math.min(count, this.#available());
    if (this.#filter) this.#produce(this.#filter, out, offset, ready);
    else {
      const from = this.#position - this.#origin;
      for (let n = 0; n < ready; n++) out[offset + n] = this.#buffer[from + n]!;
      this.#position += ready;
    }
    this.#dropUsedInput();
    return ready;
  }

  /** Returns everything that can be computed with this piece. */
  convert(pcm: Int16Array): Int16Array<ArrayBuffer> {
    this.push(pcm);
    const out = new Int16Array(this.#available());
    this.pull(out, 0, out.length);
    return out;
  }

  /** Returns the rest, as if silence followed; the resampler is then in its initial state again. */
  flush(): Int16Array<ArrayBuffer> {
    this.end();
    const rest = new Int16Array(this.#available());
    this.pull(rest, 0, rest.length);
    this.#buffer.fill(0);
    this.#filled = this.#lead;
    this.#origin = -this.#lead;
    this.#position = 0;
    this.#phase = 0;
    this.#received = 0;
    this.#ended = false;
    return rest;
  }

  /** Returns how many output samples can be computed now: their taps have arrived and they lie within the audio. */
  #available(): number {
    const { up, down } = this.#filter ?? { up: 1, down: 1 };
    const limit = this.#ended ? this.#received : Number.POSITIVE_INFINITY;
    const last = Math.min(limit, this.#origin + this.#filled - this.#lead) - 1;
    const span = (last - this.#position + 1) * up - this.#phase;
    return span > 0 ? Math.ceil(span / down) : 0;
  }

  #append(pcm: Int16Array | undefined, length: number): void {
    if (this.#filled + length > this.#buffer.length) {
      const grown = new Float32Array(Math.max(this.#filled + length, 2 * this.#buffer.length));
      grown.set(this.#buffer.subarray(0, this.#filled));
      this.#buffer = grown;
    }
    if (pcm) this.#buffer.set(pcm, this.#filled);
    else this.#buffer.fill(0, this.#filled, this.#filled + length);
    this.#filled += length;
  }

  #produce(filter: Filter, out: Int16Array, offset: number, count: number): void {
    const { up, down, taps, rows, kernel } = filter;
    const [step, stepPhase] = [Math.floor(down / up), down % up];
    let start = this.#position - taps / 2 + 1 - this.#origin;
    const before = start;
    for (let done = 0; done < count; ) {
      const [phase, samples] = [this.#phase, Math.min(BLOCK_SAMPLES, count - done)];
      kernel.input.set(this.#buffer.subarray(start, start + inputOf(samples, phase, filter)));
      kernel.run({ taps, rows, up, step, stepPhase, phase, count: samples });
      out.set(kernel.output.subarray(0, samples), offset + done);
      const moved = phase + samples * down;
      start += Math.floor(moved / up);
      this.#phase = moved % up;
      done += samples;
    }
    this.#position += start - before;
  }

  /** Drops input that no later output needs, once that is at least as much as the rest, which has to be moved. */
  #dropUsedInput(): void {
    const needed = this.#position - Math.max(0, this.#lead - 1);
    const used = Math.min(this.#filled, needed - this.#origin);
    if (used < this.#filled / 2) return;
    this.#buffer.copyWithin(0, used, this.#filled);
    this.#filled -= used;
    this.#origin += used;
  }
}

/** Resamples a complete piece. */
export function resample(pcm: Int16Array, fromRate: number, toRate: number): Int16Array<ArrayBuffer> {
  const resampler = new Resampler(fromRate, toRate);
  resampler.push(pcm);
  return resampler.flush();
}

function filterFor(fromRate: number, toRate: number): Filter {
  const divisor = greatestCommonDivisor(fromRate, toRate);
  const up = toRate / divisor;
  const down = fromRate / divisor;
  const key = `${up}/${down}`;
  const filter = filters.get(key) ?? designFilter(up, down);
  // Keep the filters in order of use: the most recently used one is last.
  filters.delete(key);
  filters.set(key, filter);
  for (const [oldest] of filters) {
    if (filters.size <= MAX_FILTERS) break;
    filters.delete(oldest);
  }
  return filter;
}

function designFilter(up: number, down: number): Filter {
  const narrowing = Math.min(1, up / down);
  const cutOff = narrowing * ROLL_OFF;
  const half = 4 * Math.ceil(HALF_WIDTH / narrowing / 4);
  const taps = 2 * half;
  const rows = Math.min(up, MAX_PHASES);
  const input = inputOf(BLOCK_SAMPLES, up - 1, { up, down, taps });
  const kernel = new ResamplerKernel((rows + 1) * taps, input);
  for (let phase = 0; phase <= rows; phase++) {
    const row = kernel.coefficients.subarray(phase * taps, (phase + 1) * taps);
    let gain = 0;
    for (let tap = 0; tap < taps; tap++) {
      const distance = tap - half + 1 - phase / rows;
      row[tap] = sinc(cutOff * distance) * kaiser(distance / half);
      gain += row[tap]!;
    }
    for (let tap = 0; tap < taps; tap++) row[tap]! /= gain;
  }
  return { up, down, taps, rows, kernel };
}

/** Returns the number of input samples needed for the output samples from this phase on. */
function inputOf(
  samples: number,
  phase: number,
  { up, down, taps }: Pick<Filter, 'up' | 'down' | 'taps'>,
): number {
  return Math.floor((phase + (samples - 1) * down) / up) + taps;
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : besselI0(KAISER_BETA * Math.sqrt(1 - x * x)) / besselI0(KAISER_BETA);
}

/** The modified Bessel function of the first kind and order 0, by its power series. */
function besselI0(x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; term > 1e-10 * sum; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
