import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PiperVoice } from '../piper/start-piper-voice.ts';
import type { SpokenClause, VoiceStyle } from '../voice.ts';
import { NaturalVoice } from './natural-voice.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const KRISTIN = { voice: 'Kore' };
const clauseOf = (text: string): SpokenClause => ({
  text,
  pcm: new Int16Array(1),
  sampleRate: 16_000,
  phones: [],
});

interface Script {
  load?: () => Promise<void>;
  speak?: (clause: string, signal: AbortSignal) => Promise<SpokenClause>;
}

function start({ load = () => Promise.resolve(), speak }: Script = {}) {
  let nowMs = 0;
  const reasons: string[] = [];
  const asked: string[] = [];
  const natural = {
    load,
    modelFor: (voice: string) => (voice === 'Kore' ? {} : undefined),
    speak: (clause: string, _style: VoiceStyle, signal: AbortSignal) => {
      asked.push(clause);
      return speak ? speak(clause, signal) : Promise.resolve({ ...clauseOf(clause), sampleRate: 22_050 });
    },
    close: () => Promise.resolve(),
  } as unknown as PiperVoice;
  const plain = {
    speak: (clause: string) => Promise.resolve(clauseOf(clause)),
    close: () => Promise.resolve(),
  };
  const voice = new NaturalVoice({
    natural,
    plain,
    now: () => nowMs,
    onFallback: (reason) => reasons.push(reason),
  });
  return { voice, reasons, asked, wait: (ms: number) => (nowMs += ms) };
}

/** Ends only when its signal is aborted. */
const never = (_clause: string, signal: AbortSignal) =>
  new Promise<SpokenClause>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

describe('the natural voice', () => {
  it('leaves languages and voices that it does not have to the plain voice, and reports that once', async () => {
    const { voice, reasons, asked } = start();
    expect((await voice.speak('Hello.', { voice: 'Puck' })).notice).toMatch(
      /no installed natural voice matches Puck/,
    );
    expect((await voice.speak('Hallo.', { ...KRISTIN, language: 'de' })).notice).toMatch(/speaks German/);
    await voice.speak('Hello.', { voice: 'Puck' });
    expect(asked).toEqual([]);
    expect(reasons).toHaveLength(2);
  });

  it('is skipped if the machine is too slow, and tried again later', async () => {
    let isSlow = true;
    const { voice, asked, wait } = start({
      speak: (clause, signal) => (isSlow ? never(clause, signal) : Promise.resolve(clauseOf(clause))),
    });
    const first = voice.speak('one', KRISTIN);
    await vi.advanceTimersByTimeAsync(2500);
    expect((await first).notice).toMatch(/is too slow/);
    isSlow = false;
    expect((await voice.speak('two', KRISTIN)).notice).toMatch(/is too slow/);
    wait(20_000);
    expect((await voice.speak('three', KRISTIN)).notice).toBeUndefined();
    expect(asked).toEqual(['one', 'three']);
  });

  it('changes between answers, and not within one', async () => {
    let isBroken = false;
    const { voice, wait } = start({
      speak: (clause) =>
        isBroken
          ? Promise.reject(new Error('it failed'))
          : Promise.resolve({ ...clauseOf(clause), sampleRate: 22_050 }),
    });
    const isNatural = async (answer: object) =>
      (await voice.speak('A clause.', { ...KRISTIN, answer })).sampleRate === 22_050;
    const [early, late, next] = [{}, {}, {}];
    expect(await isNatural(early)).toBe(true);
    isBroken = true;
    expect(await isNatural(late)).toBe(false);
    isBroken = false;
    // A started answer keeps its voice: no other begins with the natural voice, and none returns to it.
    expect(await isNatural(early)).toBe(true);
    expect(await isNatural({})).toBe(false);
    wait(120_000);
    expect(await isNatural(late)).toBe(false);
    expect(await isNatural(next)).toBe(true);
  });

  it.each([
    ['failed: the network failed', { speak: () => Promise.reject(new Error('the network failed')) }],
    ['no runtime', { load: () => Promise.reject(new Error('no runtime')) }],
  ])('leaves a clause to the plain voice, and gives the reason: %s', async (reason, script) => {
    expect((await start(script).voice.speak('one', KRISTIN)).notice).toContain(reason);
  });

  it('lets the plain voice start while it is loading', async () => {
    let loaded: () => void = () => undefined;
    const { voice } = start({ load: () => new Promise((resolve) => (loaded = resolve)) });
    const first = voice.speak('one', KRISTIN);
    await vi.advanceTimersByTimeAsync(5000);
    expect((await first).notice).toMatch(/still being loaded/);
    // The next clause does not wait again.
    expect((await voice.speak('two', KRISTIN)).notice).toMatch(/still being loaded/);
    loaded();
    await vi.advanceTimersByTimeAsync(0);
    expect((await voice.speak('three', KRISTIN)).notice).toBeUndefined();
  });

  it('is silent when it is interrupted', async () => {
    const { voice, reasons } = start({ speak: never });
    const interruption = new AbortController();
    const spoken = voice.speak('one', KRISTIN, interruption.signal);
    interruption.abort(new Error('interrupted'));
    await expect(spoken).rejects.toThrow('interrupted');
    expect(reasons).toEqual([]);
  });
});
