import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { resample } from '../audio/resampler.ts';
import { VISEMES } from '../faces/face.ts';
import { FliteProgram } from '../voices/flite/flite-program.ts';
import { synthesize } from '../voices/flite/synthesize.ts';
import { profileOf } from '../voices/flite/voice-profiles.ts';
import type { TimedPhone } from '../voices/voice.ts';
import { createLipTrack } from './create-lip-track.ts';
import type { LipTrack } from './lip-track.ts';
import { phoneSpans } from './phoneme-visemes.ts';
import { VoiceStatistics } from './voice-statistics.ts';

// The training contains the four speakers, but none of these sentences and profiles.
const SENTENCES = [
  'Please tell me where the nearest pharmacy is.',
  'We moved the meeting to half past four on Wednesday.',
  'Her favourite food is mushroom soup with fresh pepper.',
  'You should never touch the blue valve without gloves.',
];
const NAMES = ['Kore', 'Puck', 'Charon', 'Leda', 'Algenib', 'Sadaltager'];
const OPENNESS = [0, 0, 0.1, 0.25, 0.25, 0.35, 0.25, 0.15, 0.25, 0.3, 1, 0.6, 0.35, 0.7, 0.3];

interface Spoken {
  pcm: Int16Array;
  phones: TimedPhone[];
}
const spoken = new Map<string, Spoken[]>();

beforeAll(() => {
  const flite = new FliteProgram();
  for (const name of NAMES) {
    spoken.set(
      name,
      SENTENCES.map((text) => synthesize(flite, text, profileOf(name), 200)),
    );
  }
});

function correlation(a: number[], b: number[]): number {
  const mean = (list: number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;
  const [ma, mb] = [mean(a), mean(b)];
  let both = 0;
  let aa = 0;
  let bb = 0;
  a.forEach((x, i) => {
    both += (x - ma) * (b[i]! - mb);
    aa += (x - ma) ** 2;
    bb += (b[i]! - mb) ** 2;
  });
  return both / Math.sqrt(aa * bb);
}

/** Returns the share of moments in speech with the right viseme, and how well the mouth's opening follows. */
function score(takes: Spoken[], distort: (pcm: Int16Array) => Int16Array = (pcm) => pcm, rate = 16_000) {
  const statistics = new VoiceStatistics();
  let right = 0;
  let all = 0;
  const openings: number[] = [];
  const wished: number[] = [];
  for (const { pcm, phones } of takes) {
    const track = createLipTrack(statistics);
    track.append(distort(pcm), rate);
    const weights = new Float32Array(15);
    for (const span of phoneSpans(phones)) {
      for (let time = Math.ceil(span.startMs / 10) * 10; time < span.endMs; time += 10) {
        track.visemesAt(time, weights);
        openings.push(weights.reduce((sum, weight, i) => sum + weight * OPENNESS[i]!, 0));
        wished.push(OPENNESS[span.viseme]!);
        if (span.viseme === 0) continue;
        all++;
        if (weights.indexOf(Math.max(...weights)) === span.viseme) right++;
      }
    }
  }
  return { accuracy: right / all, r: correlation(openings, wished) };
}

describe('lips from sound', () => {
  it.each(NAMES)('follow what %s says', (name) => {
    const { accuracy, r } = score(spoken.get(name)!);
    expect(accuracy).toBeGreaterThan(0.5);
    expect(r).toBeGreaterThan(0.7);
  });

  type Distort = (pcm: Int16Array) => Int16Array;
  it.each<[line: string, distort: Distort, rate?: number]>([
    ['a quiet line', (pcm) => pcm.map((x) => x / 12)],
    ['a loud line', (pcm) => pcm.map((x) => Math.max(-32_768, Math.min(32_767, 4 * x)))],
    ['noise 20 dB below', (pcm) => pcm.map((x, i) => x + 620 * Math.sin(i * i * 0.7123 + 3 * i))],
    ...[8000, 44_100, 24_000, 48_000].map((rate): [string, Distort, number] => {
      return [`${rate} Hz`, (pcm) => resample(pcm, 16_000, rate), rate];
    }),
  ])('follow over %s', (_, distort, rate) => {
    const { accuracy, r } = score(spoken.get('Puck')!.slice(0, 2), distort, rate);
    expect(accuracy).toBeGreaterThan(0.4);
    expect(r).toBeGreaterThan(0.65);
  });

  it('close for most of p, b and m', () => {
    const statistics = new VoiceStatistics();
    const closures = [...spoken.values()].flat().flatMap(({ pcm, phones }) => {
      const track = createLipTrack(statistics);
      track.append(pcm, 16_000);
      const weights = new Float32Array(15);
      return phoneSpans(phones)
        .filter(({ viseme }) => VISEMES[viseme] === 'PP')
        .map(({ startMs, endMs }) => {
          let most = 0;
          for (let time = startMs - 20; time <= endMs + 20; time += 5) {
            track.visemesAt(time, weights);
            most = Math.max(most, weights[VISEMES.indexOf('PP')]!);
          }
          return most;
        });
    });
    expect(closures.filter((most) => most > 0.6).length / closures.length).toBeGreaterThan(0.45);
  });

  it('are the same however the sound was cut', () => {
    const pcm = resample(spoken.get('Kore')![0]!.pcm, 16_000, 24_000);
    const track = (cuts: number[]): LipTrack => {
      const made = createLipTrack();
      let at = 0;
      for (let i = 0; at < pcm.length; at += cuts[i % cuts.length]!, i++) {
        made.append(pcm.subarray(at, at + cuts[i % cuts.length]!), 24_000);
      }
      return made;
    };
    const whole = track([pcm.length]);
    const expected = new Float32Array(15);
    const found = new Float32Array(15);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 6000 }), { minLength: 1, maxLength: 8 }), (cuts) => {
        const cut = track(cuts);
        for (let time = 3; time < pcm.length / 24; time += 41) {
          expect(cut.visemesAt(time, found)).toBe(whole.visemesAt(time, expected));
          expect(found).toEqual(expected);
        }
      }),
      { seed: 20_261_122, numRuns: 50 },
    );
  });

  it('settle a moment 60 ms after it was heard', () => {
    const { pcm } = spoken.get('Charon')![1]!;
    const [whole, growing] = [createLipTrack(), createLipTrack()];
    const [expected, final] = [new Float32Array(15), new Float32Array(15)];
    whole.append(pcm, 16_000);
    for (let at = 0; at + 320 <= pcm.length; at += 320) {
      growing.append(pcm.subarray(at, at + 320), 16_000);
      const time = (at + 320) / 16 - 75;
      if (time < 125) continue;
      growing.visemesAt(time, final);
      whole.visemesAt(time, expected);
      expect(final).toEqual(expected);
    }
  });

  it('rest in silence and noise', () => {
    const track = createLipTrack();
    const { pcm } = spoken.get('Puck')![0]!;
    track.append(pcm, 16_000);
    track.append(
      Int16Array.from({ length: 16_000 }, (_, i) => 20 * Math.sin(i * i * 0.31)),
      16_000,
    );
    const weights = new Float32Array(15);
    const end = pcm.length / 16;
    for (let time = end + 150; time < end + 950; time += 50) {
      track.visemesAt(time, weights);
      expect(weights[0]).toBeGreaterThan(0.6);
    }
    const silence = createLipTrack();
    silence.append(new Int16Array(16_000), 16_000);
    for (let time = 20; time < 980; time += 60) expect(silence.visemesAt(time, weights)).toBe(false);
  });

  it('are replaced by exact phonemes while there are any, and come back after them', () => {
    const { pcm, phones } = spoken.get('Kore')![2]!;
    const ms = pcm.length / 16;
    const track = createLipTrack();
    track.append(pcm, 16_000);
    track.append(pcm, 16_000, phones);
    track.append(pcm, 16_000);
    const exact = createLipTrack();
    exact.append(pcm, 16_000, phones);
    const alone = createLipTrack();
    alone.append(pcm, 16_000);
    const found = new Float32Array(15);
    const expected = new Float32Array(15);
    for (let time = 300; time < ms - 300; time += 90) {
      track.visemesAt(ms + time, found);
      exact.visemesAt(time, expected);
      expect(VISEMES[found.indexOf(Math.max(...found))]).toBe(
        VISEMES[expected.indexOf(Math.max(...expected))],
      );
      track.visemesAt(time, found);
      alone.visemesAt(time, expected);
      expect(found).toEqual(expected);
    }
    expect(track.visemesAt(2 * ms + 800, found)).toBe(true);
  });
});
