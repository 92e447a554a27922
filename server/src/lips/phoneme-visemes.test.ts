import { describe, expect, it } from 'vitest';
import { VISEMES, type Viseme } from '../faces/face.ts';
import { blendSpans, phoneSpans } from './phoneme-visemes.ts';

/** Returns the spans of phonemes that are each `ms` long. */
function track(phones: string, ms = 80) {
  return phoneSpans(phones.split(' ').map((phone, i) => ({ phone, endMs: (i + 1) * ms })));
}

function at(spans: ReturnType<typeof track>, timeMs: number): Record<Viseme, number> {
  const weights = new Float32Array(15);
  blendSpans(spans, timeMs, weights);
  return Object.fromEntries(VISEMES.map((name, i) => [name, weights[i]])) as Record<Viseme, number>;
}

function strongest(weights: Record<Viseme, number>): string {
  return Object.entries(weights).reduce((best, entry) => (entry[1] > best[1] ? entry : best))[0];
}

describe('blendSpans', () => {
  it.each([
    ['m aa m aa', ['PP', 'aa', 'PP', 'aa']],
    ['s iy f uw', ['SS', 'I', 'FF', 'U']],
    ['th ao sh eh', ['TH', 'O', 'CH', 'E']],
    ['pau r aa pau', ['sil', 'RR', 'aa', 'sil']],
  ])('shows %s in the middle of each phoneme', (phones, visemes) => {
    const spans = track(phones);
    visemes.forEach((viseme, i) => {
      expect(strongest(at(spans, 80 * i + 40))).toBe(viseme);
    });
  });

  it('closes the lips even for a short p between open vowels', () => {
    const spans = phoneSpans([
      { phone: 'aa', endMs: 200 },
      { phone: 'p', endMs: 245 },
      { phone: 'aa', endMs: 445 },
    ]);
    expect(at(spans, 222).PP).toBeGreaterThan(0.6);
    expect(at(spans, 100).PP).toBeLessThan(0.02);
  });

  it('holds a closure for 80 ms, however short the sound, and takes the time of the vowels beside it', () => {
    const spans = phoneSpans([
      { phone: 'aa', endMs: 200 },
      { phone: 'b', endMs: 220 },
      { phone: 'aa', endMs: 420 },
      { phone: 'm', endMs: 560 },
      { phone: 'iy', endMs: 590 },
      { phone: 'p', endMs: 600 },
    ]);
    const shut = spans.filter(({ viseme }) => VISEMES[viseme] === 'PP');
    for (let i = 1; i < spans.length; i++) expect(spans[i]!.startMs).toBe(spans[i - 1]!.endMs);
    // A vowel gives up at most half of its time.
    expect(shut.map(({ startMs, endMs }) => endMs - startMs)[2]).toBe(25);
    const times = Array.from({ length: 600 }, (_, time) => time);
    const shutMs = (from: number, to: number) =>
      times.filter((time) => time >= from && time < to && at(spans, time).PP > 0.55);
    const short = shutMs(120, 320);
    expect(short.length).toBeGreaterThanOrEqual(80);
    expect(short.length).toBeLessThan(120);
    // The lips close early rather than open late.
    expect(200 - short[0]!).toBeGreaterThan(short.at(-1)! - 220);
  });

  it('opens less for a schwa and for a vowel without stress', () => {
    const open = (phone: string) => at(track(`pau ${phone} pau`, 120), 180);
    expect(open('ax').E).toBeLessThan(0.5 * open('eh').E);
    expect(open('eh0').E).toBeLessThan(0.8 * open('eh1').E);
    expect(open('ah').aa).toBeLessThan(0.8 * open('aa').aa);
  });

  it('glides through a diphthong', () => {
    const spans = track('ay', 200);
    expect(strongest(at(spans, 50))).toBe('aa');
    expect(strongest(at(spans, 175))).toBe('I');
  });

  it('begins to round the lips before the rounded vowel', () => {
    const early = at(track('s uw'), 70).U;
    const without = at(track('s iy'), 70).U;
    expect(early).toBeGreaterThan(0.25);
    expect(without).toBe(0);
  });

  it('changes without jumps, and the weights always sum to one', () => {
    const spans = track('pau hh ax l ow dh eh r pau m ay f r eh n d pau', 70);
    const before = new Float32Array(15);
    const now = new Float32Array(15);
    let hint = blendSpans(spans, 0, before);
    for (let time = 2; time < 70 * 17; time += 2) {
      hint = blendSpans(spans, time, now, hint);
      let sum = 0;
      let step = 0;
      now.forEach((weight, i) => {
        sum += weight;
        step = Math.max(step, Math.abs(weight - before[i]!));
      });
      expect(sum).toBeCloseTo(1, 5);
      expect(step).toBeLessThan(0.12);
      before.set(now);
    }
  });

  it('takes stress digits and phonemes it does not know', () => {
    expect(strongest(at(track('AA1'), 40))).toBe('aa');
    expect(strongest(at(track('xyz'), 40))).toBe('E');
  });
});
