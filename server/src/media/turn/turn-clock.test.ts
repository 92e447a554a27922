import { describe, expect, test } from 'vitest';
import { TurnClock } from './turn-clock.ts';

describe('TurnClock', () => {
  test('an answer may begin before our detector notices the end of speech', () => {
    const late = new TurnClock('openai');
    late.engineAudio('a', 1350);
    late.audible('a', 1370);
    expect(late.userEnded('speech', 1000, 5000)).toMatchObject({ turn: 1, engineMs: 350, playoutMs: 20 });

    const between = new TurnClock('openai');
    between.engineAudio('a', 1350);
    expect(between.userEnded('speech', 1000, 5000)).toBeUndefined();
    expect(between.audible('a', 1370)).toMatchObject({ turn: 1, engineMs: 350, playoutMs: 20 });
  });

  test('two detectors that report the same end measure one turn', () => {
    const clock = new TurnClock('openai');
    clock.userEnded('speech', 1200, 5200);
    clock.engineAudio('a', 1300);
    expect(clock.audible('a', 1320)).toMatchObject({ turn: 1 });
    expect(clock.userEnded('speech', 1000, 5000)).toBeUndefined();
    clock.engineAudio('b', 2000);
    expect(clock.audible('b', 2020)).toBeUndefined();
  });

  test('speech from before the user finished does not count as an answer', () => {
    const clock = new TurnClock('openai');
    clock.engineAudio('greeting', 500);
    clock.audible('greeting', 520);
    expect(clock.userEnded('speech', 1000, 5000)).toBeUndefined();
    clock.engineAudio('answer', 1500);
    clock.engineAudio('second part', 1600);
    expect(clock.audible('second part', 1700)).toBeUndefined();
    expect(clock.audible('answer', 1520)).toMatchObject({ engineMs: 500 });
  });

  test('an answer that was cut off is not measured', () => {
    const clock = new TurnClock('openai');
    clock.userEnded('text', 1000, 5000);
    clock.engineAudio('a', 1300);
    clock.forget();
    expect(clock.audible('a', 1320)).toBeUndefined();
    expect(clock.userEnded('text', 1400, 5400)).toBeUndefined();
    clock.engineAudio('b', 1500);
    expect(clock.audible('b', 1510)).toMatchObject({ turn: 1, engineMs: 100 });
  });
});
