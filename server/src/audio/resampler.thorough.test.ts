import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { assembleKernel } from '../lib/testing/assemble-kernels.ts';
import { Resampler, resample } from './resampler.ts';
import { KERNEL_BASE64 } from './resampler-kernel-bytes.ts';

const RATES = [8000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000];
const PAIRS = RATES.flatMap((from) => RATES.filter((to) => to !== from).map((to) => [from, to] as const));

function sine(hz: number, rate: number, samples: number, amplitude = 16_000): Int16Array {
  return Int16Array.from({ length: samples }, (_, i) =>
    Math.round(amplitude * Math.sin((2 * Math.PI * hz * i) / rate)),
  );
}

/** Returns the signal-to-noise ratio in dB, against the ideal sine of the same phase, without the edges. */
function signalToNoise(pcm: Int16Array, hz: number, rate: number, amplitude = 16_000): number {
  let signal = 0;
  let noise = 0;
  for (let i = Math.floor(pcm.length * 0.2); i < pcm.length * 0.8; i++) {
    const ideal = amplitude * Math.sin((2 * Math.PI * hz * i) / rate);
    signal += ideal * ideal;
    noise += (pcm[i]! - ideal) ** 2;
  }
  return 10 * Math.log10(signal / Math.max(noise, 1e-9));
}

function level(pcm: Int16Array): number {
  let sum = 0;
  const from = Math.floor(pcm.length * 0.2);
  const to = Math.floor(pcm.length * 0.8);
  for (let i = from; i < to; i++) sum += pcm[i]! ** 2;
  return Math.sqrt(sum / (to - from));
}

describe('Resampler, all at once', () => {
  it('runs the assembled resampler-kernel.wat', async () => {
    expect(await assembleKernel('audio/resampler-kernel')).toBe(KERNEL_BASE64);
  });

  it.each(PAIRS)('keeps a sine in phase and clean from %i to %i Hz', (from, to) => {
    for (const hz of [100, 997, 0.38 * Math.min(from, to)]) {
      const out = resample(sine(hz, from, from), from, to);
      expect(out.length).toBe(to);
      // With 16-bit rounding of input and output, about 87 dB are possible at this amplitude.
      expect(signalToNoise(out, hz, to), `${hz} Hz`).toBeGreaterThan(75);
    }
  });

  it.each(PAIRS.filter(([from, to]) => from > to))('keeps aliases out from %i to %i Hz', (from, to) => {
    for (let hz = 0.52 * to; hz < from / 2; hz += to / 7) {
      const out = resample(sine(hz, from, from), from, to);
      expect(level(out), `${hz} Hz`).toBeLessThan(16_000 * 10 ** (-70 / 20));
    }
  });

  it('gives the same samples however the input is split, and exactly as many as the rates require', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PAIRS),
        fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 12 }),
        fc.integer(),
        ([from, to], cuts, seed) => {
          const total = cuts.reduce((sum, cut) => sum + cut, 0);
          let state = seed >>> 0;
          const pcm = Int16Array.from({ length: total }, () => {
            state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
            return (state >>> 16) - 32_768;
          });
          const whole = resample(pcm, from, to);
          expect(whole.length).toBe(Math.ceil((total * to) / from));
          const resampler = new Resampler(from, to);
          const pieces: number[] = [];
          let at = 0;
          for (const cut of cuts) {
            pieces.push(...resampler.convert(pcm.subarray(at, at + cut)));
            at += cut;
          }
          pieces.push(...resampler.flush());
          expect(pieces).toEqual([...whole]);
          // After a flush, a resampler starts afresh.
          expect([...resampler.convert(pcm), ...resampler.flush()]).toEqual([...whole]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('does not lag behind by more than the half width of its filter', () => {
    const resampler = new Resampler(24_000, 48_000);
    const out = resampler.convert(sine(300, 24_000, 2400));
    expect(out.length).toBeGreaterThanOrEqual(4800 - 2 * 26);
  });

  it('clips instead of wrapping around', () => {
    const square = Int16Array.from({ length: 4000 }, (_, i) => (i % 80 < 40 ? 32_767 : -32_768));
    const out = resample(square, 16_000, 48_000);
    for (let i = 1; i < out.length; i++) expect(Math.abs(out[i]! - out[i - 1]!)).toBeLessThan(45_000);
  });

  it('keeps converting while many other rates are used', () => {
    const pcm = sine(440, 16_000, 1600);
    const whole = resample(pcm, 16_000, 48_000);
    const resampler = new Resampler(16_000, 48_000);
    const first = resampler.convert(pcm.subarray(0, 800));
    for (let rate = 20_001; rate < 20_050; rate++) resample(pcm, rate, 48_000);
    expect([...first, ...resampler.convert(pcm.subarray(800)), ...resampler.flush()]).toEqual([...whole]);
  });

  it('refuses invalid rates', () => {
    for (const rate of [0, -1, 1.5, Number.NaN])
      expect(() => new Resampler(rate, 48_000)).toThrow(RangeError);
  });
});

function pullAll(pcm: Int16Array, from: number, to: number, inputChunk: number, outputChunk: number) {
  const resampler = new Resampler(from, to);
  const out = new Int16Array(Math.ceil((pcm.length * to) / from) + 64);
  let written = 0;
  for (let at = 0; at < pcm.length; at += inputChunk) {
    resampler.push(pcm.subarray(at, at + inputChunk));
    for (;;) {
      const got = resampler.pull(out, written, Math.min(outputChunk, out.length - written));
      written += got;
      if (got < outputChunk) break;
    }
  }
  resampler.end();
  for (;;) {
    const got = resampler.pull(out, written, Math.min(outputChunk, out.length - written));
    written += got;
    if (got === 0) break;
  }
  return out.subarray(0, written);
}

describe('Resampler, a little at a time', () => {
  it('a long stream releases what it has played', () => {
    const resampler = new Resampler(24_000, 48_000);
    const out = new Int16Array(480);
    const chunk = sine(300, 24_000, 240);
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const keptBytes = () => {
      collectGarbage();
      return process.memoryUsage().arrayBuffers;
    };
    const before = keptBytes();
    const chunks = 20_000;
    for (let n = 0; n < chunks; n++) {
      resampler.push(chunk);
      resampler.pull(out, 0, 480);
    }
    // Far less than it was given, allowing for whatever else the process keeps.
    expect(keptBytes() - before).toBeLessThan((chunks * chunk.byteLength) / 10);
  });

  it('moves waiting samples about once, however many there are', () => {
    const resampler = new Resampler(16_000, 48_000);
    let moved = 0;
    const copyWithin = vi.spyOn(Float32Array.prototype, 'copyWithin').mockImplementation(function (
      this: Float32Array,
      to,
      from,
      end = this.length,
    ) {
      moved += end - from;
      this.set(this.slice(from, end), to);
      return this;
    } as Float32Array['copyWithin']);
    resampler.push(new Int16Array(500_000));
    for (const out = new Int16Array(480); resampler.pull(out, 0, 480) === 480; );
    copyWithin.mockRestore();
    expect(moved).toBeGreaterThan(0);
    expect(moved).toBeLessThan(500_000);
  });

  it('pulled or converted at once, the sound is the same', () => {
    for (const [from, to] of PAIRS) {
      const pcm = sine(300, from, from / 5);
      expect(pullAll(pcm, from, to, 97, 31)).toEqual(resample(pcm, from, to));
    }
  });

  it('takes rates whose ratio is odd', () => {
    const out = pullAll(sine(440, 44_101, 44_101), 44_101, 48_000, 313, 480);
    expect(out.length).toBe(48_000);
    expect(signalToNoise(out, 440, 48_000)).toBeGreaterThan(60);
  });
});
