/** Zero crossings of the windowed sinc on each side, counted at the lower of the two rates. */
const HALF_WIDTH = 24;
/** Kaiser window: side lobes about 85 dB down. */
const KAISER_BETA = 8.6;
/** Cut-off as a share of the lower Nyquist frequency: flat to 0.82 of it, 85 dB down at 1.02. */
const ROLL_OFF = 0.92;

interface Filter {
  /** Output samples per `down` input samples, in lowest terms. */
  up: number;
  down: number;
  /** Taps of one phase; even. */
  taps: number;
  /** `up` phases of `taps` coefficients, each phase with unit gain at 0 Hz. */
  coefficients: Float32Array;
}

const filters = new Map<string, Filter>();

/**
 * Converts mono 16 bit sound from one rate to another, piece by piece, with a polyphase windowed sinc. Any whole
 * rates will do; those with a large common divisor keep the filter small (44.1 to 48 kHz: 160 phases).
 *
 * Output sample `k` is the input's value at the time `k / toRate`: the filter's delay is taken out. All pieces
 * together, with `end()`, hold exactly `ceil(inputSamples * toRate / fromRate)` samples, the same however the
 * input was cut.
 */
export class StreamingResampler {
  private readonly filter: Filter | undefined;
  /** The input still needed; `buffer[0]` is the sample `origin`. */
  private buffer: Float32Array;
  private filled: number;
  private origin: number;
  /** Where the next output lies: input sample `position` plus `phase / up`. */
  private position = 0;
  private phase = 0;
  private received = 0;

  /** Throws a `RangeError` unless both rates are whole and positive. */
  constructor(fromRate: number, toRate: number) {
    this.filter = fromRate === toRate ? undefined : filterFor(fromRate, toRate);
    const lead = (this.filter?.taps ?? 0) / 2;
    this.buffer = new Float32Array(4096 + 2 * lead);
    // Silence before the first sample.
    this.filled = lead;
    this.origin = -lead;
  }

  push(pcm: Int16Array): Int16Array {
    if (!this.filter) return pcm.slice();
    this.received += pcm.length;
    this.append(pcm, pcm.length);
    return this.produce(this.filter, Number.POSITIVE_INFINITY);
  }

  /** The rest, as if silence followed; the resampler is then new again. */
  end(): Int16Array {
    if (!this.filter) return new Int16Array(0);
    const lead = this.filter.taps / 2;
    this.append(undefined, lead);
    const rest = this.produce(this.filter, this.received);
    this.filled = lead;
    this.origin = -lead;
    this.buffer.fill(0);
    this.position = 0;
    this.phase = 0;
    this.received = 0;
    return rest;
  }

  private append(pcm: Int16Array | undefined, length: number): void {
    if (this.filled + length > this.buffer.length) {
      const grown = new Float32Array(Math.max(this.filled + length, 2 * this.buffer.length));
      grown.set(this.buffer.subarray(0, this.filled));
      this.buffer = grown;
    }
    if (pcm) this.buffer.set(pcm, this.filled);
    else this.buffer.fill(0, this.filled, this.filled + length);
    this.filled += length;
  }

  /** All outputs whose taps are at hand and that lie before the input sample `limit`. */
  private produce(filter: Filter, limit: number): Int16Array {
    const { up, down, taps, coefficients } = filter;
    const last = Math.min(limit - 1, this.origin + this.filled - 1 - taps / 2);
    const span = (last - this.position + 1) * up - this.phase;
    const output = new Int16Array(span > 0 ? Math.ceil(span / down) : 0);
    const buffer = this.buffer;
    const step = Math.floor(down / up);
    const stepPhase = down % up;
    let start = this.position - taps / 2 + 1 - this.origin;
    let phase = this.phase;
    const before = start;
    for (let index = 0; index < output.length; index++) {
      let sum = 0;
      const row = phase * taps;
      for (let tap = 0; tap < taps; tap++) sum += coefficients[row + tap]! * buffer[start + tap]!;
      output[index] = sum >= 32_767 ? 32_767 : sum <= -32_768 ? -32_768 : Math.round(sum);
      start += step;
      phase += stepPhase;
      if (phase >= up) {
        phase -= up;
        start++;
      }
    }
    this.position += start - before;
    this.phase = phase;
    const consumed = Math.min(this.filled, Math.max(0, start));
    buffer.copyWithin(0, consumed, this.filled);
    this.filled -= consumed;
    this.origin += consumed;
    return output;
  }
}

/** A whole piece at once. */
export function resample(pcm: Int16Array, fromRate: number, toRate: number): Int16Array {
  const resampler = new StreamingResampler(fromRate, toRate);
  const head = resampler.push(pcm);
  const tail = resampler.end();
  if (tail.length === 0) return head;
  const all = new Int16Array(head.length + tail.length);
  all.set(head);
  all.set(tail, head.length);
  return all;
}

function filterFor(fromRate: number, toRate: number): Filter {
  for (const rate of [fromRate, toRate]) {
    if (!Number.isSafeInteger(rate) || rate <= 0) throw new RangeError(`not a sample rate: ${rate}`);
  }
  const divisor = greatestCommonDivisor(fromRate, toRate);
  const up = toRate / divisor;
  const down = fromRate / divisor;
  const key = `${up}/${down}`;
  let filter = filters.get(key);
  if (!filter) {
    filter = designFilter(up, down);
    filters.set(key, filter);
  }
  return filter;
}

function designFilter(up: number, down: number): Filter {
  const narrowing = Math.min(1, up / down);
  const cutOff = narrowing * ROLL_OFF;
  const half = Math.ceil(HALF_WIDTH / narrowing);
  const taps = 2 * half;
  const coefficients = new Float32Array(up * taps);
  for (let phase = 0; phase < up; phase++) {
    const row = coefficients.subarray(phase * taps, (phase + 1) * taps);
    let gain = 0;
    for (let tap = 0; tap < taps; tap++) {
      const distance = tap - half + 1 - phase / up;
      row[tap] = sinc(cutOff * distance) * kaiser(distance / half);
      gain += row[tap]!;
    }
    for (let tap = 0; tap < taps; tap++) row[tap]! /= gain;
  }
  return { up, down, taps, coefficients };
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
