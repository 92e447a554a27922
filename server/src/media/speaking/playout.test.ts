import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isSilent } from '../../audio/pcm.ts';
import { type LipTrack, NO_LIPS } from '../../lips/lip-track.ts';
import { Playout } from './playout.ts';

function lips(): LipTrack {
  return NO_LIPS;
}

function tone(ms: number, sampleRate = 48_000, level = 8000) {
  const pcm = Int16Array.from({ length: (ms * sampleRate) / 1000 }, (_, n) =>
    Math.round(level * Math.sin((2 * Math.PI * 440 * n) / sampleRate)),
  );
  return { pcm, sampleRate };
}

/** Takes chunks that are sent at 0, 10, 20 … ms. */
function play(playout: Playout, chunks: number, from = 0): Int16Array[] {
  return Array.from({ length: chunks }, (_, n) => playout.take((from + n) * 10));
}

describe('Playout', () => {
  test('utterances follow one another without a gap, inside one chunk if need be', () => {
    const events: string[] = [];
    const playout = new Playout(lips, {
      drained: (id, at) => events.push(`${id} ends ${at}`),
    });
    playout.append('a', tone(15));
    playout.finish('a');
    playout.append('b', tone(20));
    playout.finish('b');
    play(playout, 5);
    expect(events).toEqual(['a ends 15', 'b ends 35']);
  });

  test('counts what was heard to the sample', () => {
    const playout = new Playout(lips);
    playout.append('a', { ...tone(1000), text: 'one two three four five six seven eight nine ten' });
    play(playout, 20);
    // The eleven chunks that left at 0 to 100 ms are out.
    expect(playout.heardSoFar(104)[0]).toMatchObject({ utteranceId: 'a', heardMs: 110 });
    const { heard } = playout.cut(104);
    expect(heard).toEqual([{ utteranceId: 'a', heardMs: 110, heardText: 'one' }]);
    expect(playout.busyAt(104)).toBe(false);
    expect(isSilent(playout.take(200))).toBe(true);
  });

  test('waiting sound has no filter until it is played', () => {
    const playout = new Playout(lips);
    const tones = Array.from({ length: 10 }, (_, n) => tone(20, 24_050 + 50 * n));
    // Creating a filter calls `Math.sin`.
    const sines = vi.spyOn(Math, 'sin');
    onTestFinished(() => sines.mockRestore());
    tones.forEach((each, n) => {
      playout.append(`${n}`, each);
      playout.finish(`${n}`);
    });
    expect(sines).not.toHaveBeenCalled();
    play(playout, 1);
    expect(sines).toHaveBeenCalled();
  });

  test('counts waiting bytes, including the overhead of each piece', () => {
    const playout = new Playout(lips);
    for (let n = 0; n < 1000; n++) playout.append('a', { pcm: new Int16Array(1), sampleRate: 48_000 });
    expect(playout.queuedBytes).toBeGreaterThan(100_000);
    play(playout, 4);
    expect(playout.queuedBytes).toBe(0);
    playout.append('b', tone(1000));
    play(playout, 1, 3);
    playout.append('b', tone(1000));
    expect(playout.queuedBytes).toBeGreaterThan(96_000);
    playout.cut(40);
    expect(playout.queuedBytes).toBe(0);
  });

  test('detects that a sender is too far ahead: by time, memory or number of utterances', () => {
    const ahead = (fill: (playout: Playout) => void) => {
      const playout = new Playout(lips);
      fill(playout);
      const isTooFar = playout.isTooFarAhead;
      playout.cut(0);
      return [isTooFar, playout.isTooFarAhead];
    };
    const samples = (count: number, sampleRate: number) => ({ pcm: new Int16Array(count), sampleRate });
    expect(ahead((playout) => playout.append('a', samples(8000 * 599, 8000)))).toEqual([false, false]);
    expect(ahead((playout) => playout.append('a', samples(8000 * 601, 8000)))).toEqual([true, false]);
    expect(ahead((playout) => playout.append('a', samples(17 * 2 ** 20, 192_000)))).toEqual([true, false]);
    expect(
      ahead((playout) => {
        for (let n = 0; n < 300; n++) playout.appendText(`${n}`, 'Well.');
      }),
    ).toEqual([true, false]);
  });

  test('a part of a chunk counts as that part', () => {
    const playout = new Playout(lips);
    playout.append('a', tone(5));
    playout.finish('a');
    playout.append('b', tone(100));
    play(playout, 3);
    expect(playout.cut(12).heard).toEqual([{ utteranceId: 'b', heardMs: 15, heardText: '' }]);
  });

  test('finds the position in an utterance that is heard at a given time', () => {
    const playout = new Playout(lips);
    playout.append('a', tone(25));
    playout.finish('a');
    play(playout, 2);
    play(playout, 4, 2);
    expect(playout.at(-1)).toBeUndefined();
    expect(playout.at(12)).toMatchObject({ utteranceId: 'a', timeMs: 12 });
    expect(playout.at(24)).toMatchObject({ utteranceId: 'a', timeMs: 24 });
    expect(playout.at(26)).toBeUndefined();
  });

  test('a pause in the stream is silence, and counting continues after it', () => {
    const playout = new Playout(lips);
    playout.append('a', tone(20));
    play(playout, 5);
    playout.append('a', tone(20));
    playout.finish('a');
    play(playout, 3, 5);
    expect(playout.at(55)).toMatchObject({ timeMs: 25 });
  });

  test('keeps the length of sound at any rate', () => {
    for (const rate of [8000, 16_000, 22_050, 24_000, 44_100]) {
      const ends: number[] = [];
      const playout = new Playout(lips, { drained: (_, at) => ends.push(at) });
      playout.append('a', tone(1000, rate));
      playout.finish('a');
      play(playout, 110);
      expect(ends[0]).toBeCloseTo(1000, 0);
    }
  });

  test('an unfinished utterance does not block the next forever', () => {
    const playout = new Playout(lips);
    playout.append('a', tone(20));
    playout.append('b', tone(20));
    const chunks = play(playout, 80);
    const loud = chunks.map((chunk) => !isSilent(chunk));
    expect(loud.slice(0, 3)).toEqual([false, true, true]);
    expect(loud.slice(3).filter(Boolean)).toHaveLength(2);
  });
});

test('lips are only computed while somebody looks, and for the half second before', () => {
  const done: [string, number][] = [];
  const note = (how: string) => (pcm: Int16Array) => void done.push([how, pcm.length / 48]);
  const playout = new Playout(() => ({ ...NO_LIPS, append: note('computed'), skip: note('skipped') }));
  playout.append('a', tone(3000));
  const hears = (chunks: number, isSeen: boolean, from: number) => {
    for (let n = 0; n < chunks; n++) {
      play(playout, 1, from + n);
      playout.computeNextLips(isSeen);
    }
  };
  const ms = (wanted: string) => done.reduce((sum, [how, each]) => sum + (how === wanted ? each : 0), 0);
  hears(100, false, 0);
  expect(ms('computed')).toBe(0);
  expect(ms('skipped')).toBe(500);
  hears(1, true, 100);
  expect(ms('skipped')).toBe(500);
  expect(ms('computed')).toBeGreaterThanOrEqual(700);
});
