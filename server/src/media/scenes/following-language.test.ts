import { expect, test } from 'vitest';
import { TestStage } from '../testing/stage.ts';

const SECOND = 1000;

test('the engine is told before it answers if typed text has clearly changed the language', async () => {
  const stage = new TestStage({ present: ['user'] });
  await stage.clock.advance(3 * SECOND);
  const { calls } = stage.engine;
  Object.assign(stage.engine, { followLanguage: (language: string) => calls.push(`speaks ${language}`) });
  calls.length = 0;
  for (const text of [
    'What is new?',
    'Danke.',
    'Where are you?',
    'Wo ist das Museum?',
    'Und was kostet es?',
  ]) {
    stage.room.type('user', text);
    await stage.clock.advance(5 * SECOND);
  }
  expect(calls.filter((call) => !call.startsWith('interrupt'))).toEqual([
    'speaks en',
    'text What is new?',
    'text Danke.',
    'text Where are you?',
    'text Wo ist das Museum?',
    'speaks de',
    'text Und was kostet es?',
  ]);
});
