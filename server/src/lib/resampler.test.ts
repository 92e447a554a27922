import { describe, expect, test } from 'vitest';
import { Resampler } from './resampler.ts';

function sine(frequency: number, rate: number, count: number): Int16Array {
  return Int16Array.from({ length: count }, (_, n) =>
    Math.round(12_000 * Math.sin((2 * Math.PI * frequency * n) / rate)),
  );
}

function resample(pcm: Int16Array, from: number, to: number, inputChunk: number, outputChunk: number) {
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

describe('Resampler', () => {
  for (const from of [8000, 16_000, 22_050, 24_000, 44_100, 48_000]) {
    test(`${from} to 48000 keeps the tone, its phase and its length`, () => {
      const out = resample(sine(440, from, from), from, 48_000, 313, 480);
      expect(out.length).toBe(48_000);
      const ideal = sine(440, 48_000, 48_000);
      let worst = 0;
      for (let n = 500; n < 47_500; n++) worst = Math.max(worst, Math.abs(out[n]! - ideal[n]!));
      expect(worst).toBeLessThan(60);
    });
  }

  test('going down removes what the lower rate cannot hold', () => {
    const out = resample(sine(11_000, 48_000, 48_000), 48_000, 16_000, 480, 160);
    const loudest = Math.max(...out.subarray(200, out.length - 200).map(Math.abs));
    expect(loudest).toBeLessThan(120);
  });

  test('the result does not depend on how the stream is cut', () => {
    const pcm = sine(700, 16_000, 5000);
    const whole = resample(pcm, 16_000, 48_000, 5000, 20_000);
    const pieces = resample(pcm, 16_000, 48_000, 7, 11);
    expect(pieces).toEqual(whole);
  });

  test('a long stream does not keep what it has played', () => {
    const resampler = new Resampler(24_000, 48_000);
    const out = new Int16Array(480);
    const chunk = sine(300, 24_000, 240);
    const before = process.memoryUsage().arrayBuffers;
    for (let n = 0; n < 20_000; n++) {
      resampler.push(chunk);
      resampler.pull(out, 0, 480);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  });

  test('a rate that no sound has is refused', () => {
    expect(() => new Resampler(0, 48_000)).toThrow(RangeError);
    expect(() => new Resampler(Number.NaN, 48_000)).toThrow(RangeError);
  });
});
