import { describe, expect, it } from 'vitest';
import { VISEMES } from '../faces/face.ts';
import { createLipTrack } from './create-lip-track.ts';

const tone = (ms: number, rate: number, amplitude = 8000) =>
  Int16Array.from(
    { length: (ms * rate) / 1000 },
    (_, i) => amplitude * Math.sin((2 * Math.PI * 200 * i) / rate),
  );

describe('createLipTrack', () => {
  it('is at rest before, after and without speech', () => {
    const weights = new Float32Array(15).fill(9);
    const track = createLipTrack();
    expect(track.visemesAt(0, weights)).toBe(false);
    expect(weights[0]).toBe(1);
    track.append(tone(200, 16_000), 16_000, [{ phone: 'aa', endMs: 200 }]);
    expect(track.visemesAt(-1, weights)).toBe(false);
    expect(track.visemesAt(100, weights)).toBe(true);
    expect(weights[VISEMES.indexOf('aa')]).toBeCloseTo(1, 3);
    expect(track.visemesAt(200, weights)).toBe(false);
    expect(track.energyAt(500)).toBe(0);
  });

  it('places the phonemes of later clauses after the earlier sound', () => {
    const track = createLipTrack();
    track.append(tone(300, 16_000), 16_000, [
      { phone: 'aa', endMs: 100 },
      { phone: 'pau', endMs: 300 },
    ]);
    track.append(tone(200, 24_000), 24_000, [{ phone: 'uw', endMs: 200 }]);
    const weights = new Float32Array(15);
    expect(track.visemesAt(230, weights)).toBe(true);
    track.visemesAt(200, weights);
    expect(weights[0]).toBeGreaterThan(0.8);
    track.visemesAt(400, weights);
    expect(weights[VISEMES.indexOf('U')]).toBeGreaterThan(0.95);
    // An earlier time afterwards: queries may come in any order.
    track.visemesAt(50, weights);
    expect(weights[VISEMES.indexOf('aa')]).toBeGreaterThan(0.75);
  });

  it('gives the same loudness for any chunking and rate', () => {
    for (const rate of [11_025, 24_000]) {
      const pcm = new Int16Array(rate);
      pcm.set(tone(400, rate, 12_000), rate * 0.3);
      const whole = createLipTrack();
      whole.append(pcm, rate, [{ phone: 'aa', endMs: 1000 }]);
      const cut = createLipTrack();
      for (let at = 0; at < pcm.length; at += 317) cut.append(pcm.subarray(at, at + 317), rate, []);
      for (let time = 5; time < 1000; time += 45) {
        expect(cut.energyAt(time)).toBe(whole.energyAt(time));
        const loud = time > 310 && time < 690;
        if (loud) expect(whole.energyAt(time)).toBeGreaterThan(0.8);
        if (time < 290 || time > 710) expect(whole.energyAt(time)).toBe(0);
      }
    }
  });

  it('rests while nobody reads it, and is in the right position afterwards', () => {
    const track = createLipTrack();
    track.skip(tone(300, 24_000), 24_000);
    track.append(tone(200, 24_000), 24_000, [{ phone: 'uw', endMs: 200 }]);
    const weights = new Float32Array(15);
    expect(track.visemesAt(150, weights)).toBe(false);
    expect(weights[0]).toBe(1);
    track.visemesAt(400, weights);
    expect(weights[VISEMES.indexOf('U')]).toBeGreaterThan(0.95);
    expect(track.energyAt(150)).toBeGreaterThan(0);
  });
});
