import { expect, it } from 'vitest';
import { FakeClock } from '../lib/testing/fake-clock.ts';
import type { EngineCore } from './engine-core.ts';
import { SpokenAnswer } from './spoken-answer.ts';

it('a speech failure is reported at the end of the answer, even if that is much later', async () => {
  let begun = 0;
  const utterances = {
    has: () => false,
    audioMs: () => 0,
    start: () => {
      begun++;
      throw new Error('the utterance cannot begin');
    },
  };
  const core = { clock: new FakeClock(), utterances } as unknown as EngineCore;
  const options = { core, services: [], voiceName: 'Puck', style: undefined, maxAheadMs: 1000 };
  const answer = new SpokenAnswer('answer', options, new AbortController().signal);
  answer.say('Hello.');
  await expect.poll(() => begun).toBe(1);
  await expect(answer.end()).rejects.toThrow('the utterance cannot begin');
});

it('clauses that nobody can pronounce leave turns to everything else', async () => {
  const CLAUSES = 20;
  const utterances = {
    has: () => true,
    audioMs: () => 0,
    text: () => undefined,
    finish: () => undefined,
  };
  const core = { clock: new FakeClock(), utterances } as unknown as EngineCore;
  const options = { core, services: [], voiceName: 'Puck', style: undefined, maxAheadMs: 1000 };
  const answer = new SpokenAnswer('answer', options, new AbortController().signal);
  for (let n = 0; n < CLAUSES; n++) answer.say('.');
  let hasEnded = false;
  const end = answer.end().then(() => {
    hasEnded = true;
  });
  let turns = 0;
  while (!hasEnded) {
    await new Promise((resolve) => setImmediate(resolve));
    turns++;
  }
  await end;
  expect(turns).toBeGreaterThanOrEqual(CLAUSES);
});
