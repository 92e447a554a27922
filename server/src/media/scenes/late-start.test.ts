import { expect, test } from 'vitest';
import type { EngineHost } from '../../engines/engine.ts';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { TestStage } from '../testing/stage.ts';
import { speakTone, ToneEngine, type ToneEngineOptions } from '../testing/tone-engine.ts';

/** Engines of vendors that cannot be reached when a conversation begins. */

const WAIT = 'character: One moment, please.';
const HELLO = 'character: Hello, good to see you.';
const AWAY = new ProviderError({ name: 'OpenAI', keySetting: 'OPENAI_API_KEY' }, 'unreachable', 'no route');
const fallbackVoice = {
  speak: async (text: string) => ({ text, ...speakTone(text, 200), phones: [] }),
  close: async () => undefined,
};

function stageOf(vendor: ToneEngineOptions, hasFallback = false) {
  const clock = new FakeClock();
  const made: ToneEngine[] = [];
  const make = (options: ToneEngineOptions) => (host: EngineHost) => {
    const engine = new ToneEngine(host, { clock, ...options });
    made.push(engine);
    return engine;
  };
  const engines = {
    builtin: make({ hears: true, ...vendor }),
    ...(hasFallback && { fallback: make({}) }),
  };
  return { made, stage: new TestStage({ clock, deps: { fallbackVoice, engines } }) };
}

async function pass({ clock }: TestStage, seconds: number): Promise<void> {
  for (let ms = 0; ms < seconds * 1000; ms += 100) await clock.advance(100);
}

test('a visitor who waits for the greeting is told so after 3 s, and greeted once the vendor is there', async () => {
  const { stage } = stageOf({ startMs: 6000 });
  stage.room.join('user');
  await pass(stage, 5);
  expect(stage.transcript()).toEqual([WAIT]);
  await pass(stage, 5);
  expect(stage.transcript()).toEqual([WAIT, HELLO]);
  expect(stage.ended).toBeUndefined();
});

test('a slow answer after a late start is announced in other words', async () => {
  const { stage } = stageOf({ startMs: 6000, thinkMs: 4000 });
  stage.room.join('user');
  await pass(stage, 10);
  stage.room.type('user', 'When do you open?');
  await pass(stage, 10);
  expect(stage.transcript()).toEqual([
    WAIT,
    HELLO,
    'user: When do you open?',
    'character: I will be with you in a second.',
    'character: You said: When do you open?.',
  ]);
});

test('nobody is told so where the vendor is there in time', async () => {
  const { stage } = stageOf({ startMs: 2000 });
  stage.room.join('user');
  await pass(stage, 6);
  expect(stage.transcript()).toEqual([HELLO]);
});

test('the model that stands in greets and answers, also what was typed before', async () => {
  const { stage, made } = stageOf({ startMs: 5000, startFailure: AWAY }, true);
  stage.room.join('user');
  await pass(stage, 3.5);
  stage.room.type('user', 'When do you open?');
  await pass(stage, 6);
  expect(stage.transcript()).toEqual([
    WAIT,
    'user: When do you open?',
    'character: You said: When do you open?.',
  ]);
  stage.room.type('user', 'And on Mondays?');
  await pass(stage, 5);
  expect(stage.transcript().at(-1)).toBe('character: You said: And on Mondays?.');
  expect(stage.timeline('warning')).toEqual([
    'OpenAI could not be reached: no route; another model stands in',
  ]);
  expect(stage.events).toContainEqual(
    expect.objectContaining({ kind: 'fault', provider: 'openai', fault: 'unreachable' }),
  );
  expect(made.map(({ calls }) => calls)).toEqual([
    ['start', 'close'],
    ['start', 'text When do you open?', 'text And on Mondays?'],
  ]);
});

test('the visitor can stop the model that stands in', async () => {
  const { stage } = stageOf({ startFailure: AWAY }, true);
  stage.room.join('user');
  await pass(stage, 3);
  expect(stage.transcript()).toEqual([HELLO]);
  stage.room.type('user', 'long');
  await pass(stage, 2);
  expect(stage.room.services!.rpc['visavis.interrupt']!('user', '')).toBe('ok');
  await pass(stage, 1);
  expect(stage.timeline('interruption')).toHaveLength(1);
});

test('a conversation whose stand-in cannot start either ends, and says so', async () => {
  const { stage } = stageOf({ startFailure: AWAY });
  await pass(stage, 1);
  expect(stage.timeline('error')).toEqual([AWAY.message]);
  expect(stage.events).toContainEqual(
    expect.objectContaining({ kind: 'fault', provider: 'openai', fault: 'unreachable' }),
  );
  // It waits for somebody whom it can tell.
  expect(stage.ended).toBeUndefined();
  stage.room.join('user');
  await pass(stage, 8);
  expect(stage.transcript()).toEqual([
    'character: I am sorry, I cannot go on and have to end our conversation. Please try again later.',
  ]);
  expect(stage.ended).toMatchObject({ reason: 'provider_error', detail: AWAY.message });
});
