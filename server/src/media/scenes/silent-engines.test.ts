import { expect, test } from 'vitest';
import type { EngineHost } from '../../engines/engine.ts';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { greeted, type TestStage } from '../testing/stage.ts';
import { speakTone, ToneEngine, type ToneEngineOptions } from '../testing/tone-engine.ts';

/** Tests engines without phrases of their own for silence, such as those of the realtime providers. */

const WAIT = 'character: One moment, please.';
const SORRY = 'character: I am sorry, I cannot answer just now. Please try again in a moment.';
const fallbackVoice = {
  speak: async (text: string) => ({ text, ...speakTone(text, 200), phones: [] }),
  close: async () => undefined,
};

/** Returns what is said and shown after a question, with the seconds since the question. */
async function asked(stage: TestStage, seconds: number, question = 'When does it open?') {
  const { room, clock, events } = stage;
  const from = clock.now();
  const told: string[] = [];
  const show = room.setState.bind(room);
  room.setState = (state) => {
    told.push(`${((clock.now() - from) / 1000).toFixed(0)} ${state}`);
    show(state);
  };
  const before = events.length;
  room.type('user', question);
  for (let ms = 0; ms < seconds * 1000; ms += 100) await clock.advance(100);
  room.setState = show;
  const counted = events.slice(before).filter((event) => event.kind === 'fault');
  return { told, counted };
}

const stageOf = (options: ToneEngineOptions, voice: typeof fallbackVoice | null = fallbackVoice) => {
  const clock = new FakeClock();
  return greeted({ clock, engine: { clock, ...options }, deps: { ...(voice && { fallbackVoice: voice }) } });
};

test('a silent engine triggers a spoken notice after 3 s, and an apology after 10 s, with a reason', async () => {
  const stage = await stageOf({ thinkMs: 60_000 });
  const { told, counted } = await asked(stage, 16);
  expect(told).toEqual(['0 thinking', '3 speaking', '4 thinking', '10 speaking', '14 listening']);
  expect(stage.transcript().slice(-2)).toEqual([WAIT, SORRY]);
  expect(counted).toMatchObject([{ provider: 'builtin', fault: 'timeout', waitedMs: 10_000 }]);
  expect(stage.timeline('warning')).toEqual(['builtin did not answer within 10.0 s; the agent apologized']);
  expect(stage.timeline('turn')).toEqual([]);
  // That question gets no answer any more, and the next one is answered.
  expect(stage.engine.calls.at(-1)).toBe('interrupt');
  await stage.clock.advance(60_000);
  expect(stage.transcript().at(-1)).toBe(SORRY);
  expect(stage.ended).toBeUndefined();
});

test('a late answer follows "One moment, please.", and is measured', async () => {
  const stage = await stageOf({ thinkMs: 3500 });
  await asked(stage, 10);
  expect(stage.transcript().slice(-2)).toEqual([WAIT, 'character: You said: When does it open?.']);
  expect(stage.timeline('turn')).toMatchObject([expect.stringContaining('"engineMs":3500')]);
});

test('a question asked meanwhile is a turn of its own', async () => {
  const stage = await stageOf({ thinkMs: 4000 });
  await asked(stage, 2);
  const { told } = await asked(stage, 12, 'And when does it close?');
  expect(told).toEqual(['3 speaking', '6 listening']);
  expect(stage.transcript().at(-1)).toBe('character: You said: And when does it close?.');
});

test('a tool has its own timeout: nothing is given up while it runs', async () => {
  const hosts: EngineHost[] = [];
  const clock = new FakeClock();
  const builtin = (host: EngineHost) => {
    hosts.push(host);
    return new ToneEngine(host, { clock, thinkMs: 60_000 });
  };
  const stage = await greeted({ clock, deps: { fallbackVoice, engines: { builtin } } });
  await asked(stage, 2);
  hosts[0]!.emit({ type: 'tool_call', name: 'hours', content: '{}' });
  await clock.advance(20_000);
  expect(stage.transcript().at(-1)).toBe(WAIT);
  hosts[0]!.emit({ type: 'tool_result', name: 'hours', content: 'nine' });
  await clock.advance(9_000);
  expect(stage.transcript().at(-1)).toBe(WAIT);
  await clock.advance(6_000);
  expect(stage.transcript().at(-1)).toBe(SORRY);
});

test('without a fallback voice the apology is written', async () => {
  const stage = await stageOf({ thinkMs: 60_000 }, null);
  const { told } = await asked(stage, 12);
  expect(told).toEqual(['0 thinking', '10 listening']);
  expect(stage.transcript().at(-1)).toBe(SORRY);
});
