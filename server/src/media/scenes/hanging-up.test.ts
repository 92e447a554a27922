import { describe, expect, test } from 'vitest';
import { GREETING, SpokenScene } from '../testing/spoken-scene.ts';
import { greeted, type TestStage } from '../testing/stage.ts';

const SECOND = 1000;

describe('an agent that hangs up', () => {
  const speak = (stage: TestStage, kind: 'speech_started' | 'speech_ended') => {
    stage.voice.report(kind, 0);
    stage.room.options.events.onMicrophone('user', new Int16Array(240));
  };

  test('continues if the user speaks at the end of its goodbye', async () => {
    const stage = await greeted({ engine: { hears: true } });
    stage.room.type('user', 'hush');
    stage.engine.requestEnd();
    speak(stage, 'speech_started');
    stage.engine.say('Goodbye then.');
    await stage.clock.advance(3 * SECOND);
    expect(stage.finished).toBe(false);
    speak(stage, 'speech_ended');
    stage.engine.answer('wait, one more thing');
    await stage.clock.advance(3 * SECOND);
    expect(stage.transcript().slice(-2)).toEqual([
      'user: wait, one more thing',
      'character: You said: wait, one more thing.',
    ]);
    expect(stage.finished).toBe(false);
  });

  test('continues without stopping if the user is speaking already', async () => {
    const stage = await greeted({ engine: { hears: true } });
    speak(stage, 'speech_started');
    stage.engine.requestEnd();
    await stage.clock.advance(5 * SECOND);
    expect(stage.finished).toBe(false);
  });

  describe('while somebody makes a sound in the last moments of its goodbye', () => {
    const hear = async (words: string) => {
      const scene = new SpokenScene();
      await scene.play(...GREETING, 'agent hangs up');
      scene.stage.engine.say('Goodbye then.');
      scene.news();
      // The goodbye takes 715 ms.
      await scene.play('silence 512', words, 'silence 4000');
      return scene;
    };

    test('continues if it is speech', async () => {
      const scene = await hear('speech 1200 Wait, one more thing.');
      expect(scene.news()).toEqual([
        'avatar: Goodbye then.',
        'user: Wait, one more thing.',
        'avatar: You said: Wait, one more thing.',
      ]);
      expect(scene.stage.finished).toBe(false);
    });

    test('hangs up if it is a remark', async () => {
      const scene = await hear('speech 200 Okay.');
      expect(scene.news()).toEqual(['avatar: Goodbye then.', 'ended: stopped']);
    });
  });

  test('answers text that is typed during its goodbye', async () => {
    const stage = await greeted({ engine: { thinkMs: 3000 } });
    stage.engine.requestEnd();
    stage.room.type('user', 'one more thing');
    stage.engine.say('Goodbye then.');
    await stage.clock.advance(8 * SECOND);
    expect(stage.transcript().at(-1)).toBe('character: You said: one more thing.');
    expect(stage.finished).toBe(false);
  });

  test('a second time has the full time for its second goodbye', async () => {
    const stage = await greeted({ engine: { thinkMs: 600 } });
    stage.engine.requestEnd();
    await stage.clock.advance(1 * SECOND);
    stage.room.services!.rpc['visavis.interrupt']!('user', '');
    stage.engine.requestEnd();
    await stage.clock.advance(1 * SECOND);
    expect(stage.finished).toBe(false);
    await stage.clock.advance(1 * SECOND);
    expect(stage.ended).toMatchObject({ reason: 'stopped' });
  });
});
