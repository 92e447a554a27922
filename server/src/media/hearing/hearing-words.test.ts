import { beforeEach, describe, expect, it } from 'vitest';
import { HeardScene } from '../testing/heard-scene.ts';
import { ScriptedRecognizer } from '../testing/scripted-hearing.ts';

let recognizer: ScriptedRecognizer;
let scene: HeardScene;

beforeEach(() => begin());

function begin(options: { language?: string; isLocal?: boolean; judgesTurns?: boolean } = {}): void {
  recognizer = new ScriptedRecognizer(options.isLocal);
  scene = new HeardScene({ recognizer, ...options });
}
const speech = (ms: number) => scene.hear(ms, 'speech');
const silence = (ms: number) => scene.hear(ms, 'silence');
/** Lets the microphone hear speech and a pause. */
const utter = async (speechMs: number) => {
  await speech(speechMs);
  await silence(260);
};

async function understand(text: string, language = 'en'): Promise<void> {
  recognizer.asked.at(-1)!.answer({ text, language, logProbability: -0.2 });
  await scene.settle();
}

const transcripts = () => scene.words.map(({ text, final }) => [text, final]);

describe('what is said', () => {
  it('is transcribed from the beginning of a silence, so that its words are ready when the silence is a pause', async () => {
    await speech(1000);
    await silence(128);
    expect(recognizer.asked).toHaveLength(1);
    await understand('When do you open?');
    expect(transcripts()).toEqual([['When do you open?', false]]);
    expect(scene.said).toEqual([]);
    await silence(128);
    await scene.settle();
    expect(recognizer.asked).toHaveLength(1);
    expect(transcripts().at(-1)).toEqual(['When do you open?', true]);
    expect(scene.events.at(-1)).toMatch(/^ended/);
    expect(scene.said).toEqual(['When do you open?']);
  });

  it('is not transcribed again at each silence inside a word', async () => {
    await speech(1000);
    await silence(128);
    await speech(300);
    expect(recognizer.asked[0]!.signal!.aborted).toBe(true);
    await silence(128);
    await speech(300);
    expect(recognizer.asked).toHaveLength(1);
    await silence(260);
    expect(recognizer.asked).toHaveLength(2);
    await understand('When do you open?');
    expect(scene.said).toEqual(['When do you open?']);
  });

  it('is transcribed again in the pause if the first attempt failed', async () => {
    await speech(1000);
    await silence(128);
    recognizer.asked[0]!.answer(new Error('too much to do'));
    await scene.settle();
    await silence(128);
    await understand('When do you open?');
    expect(scene.said).toEqual(['When do you open?']);
  });

  it('gives the recognizer what was said and a little around it', async () => {
    await silence(5000);
    await utter(1000);
    // A second of speech with 300 ms before and after it, at 16 kHz, give or take the edges of frames.
    expect(recognizer.asked[0]!.samples / 16).toBeGreaterThan(1150);
    expect(recognizer.asked[0]!.samples / 16).toBeLessThan(1700);
  });

  it.each([
    ['I would like to book a table.', true],
    ['Do you have a table?', true],
    ['I would like to book a table...', false],
    ['I would like to book', false],
    ['I would like to book a table for.', false],
  ])('does not wait as long for "%s", if its words are a whole sentence: %s', async (words, isWhole) => {
    recognizer.over = 0.1;
    await utter(1000);
    await understand(words);
    await scene.clock.advance(400);
    expect(scene.said).toEqual([]);
    await scene.clock.advance(200);
    expect(scene.said).toEqual(isWhole ? [words] : []);
    await scene.clock.advance(1000);
    expect(scene.said).toEqual([words]);
  });

  it('is kept from a pause that was transcribed to one that could not be', async () => {
    recognizer.over = 0.1;
    await utter(10_000);
    await understand('The first part,');
    await utter(6000);
    await speech(2000);
    recognizer.over = 0.9;
    await silence(260);
    expect(recognizer.asked.at(-1)!.samples / 16).toBeGreaterThan(18_000);
    await understand('The first part, the second, and the third.');
    expect(scene.said).toEqual(['The first part, the second, and the third.']);
  });

  it("is recognised in the agent's single language, and returned with the detected one", async () => {
    begin({ language: 'de' });
    await utter(500);
    expect(recognizer.asked[0]!.language).toBe('de');
    await understand('Bonjour.', 'fr');
    expect(scene.words.at(-1)).toMatchObject({ final: true, language: 'fr' });
  });

  it('ends if the recognizer fails, and what follows is understood', async () => {
    await utter(500);
    recognizer.asked.at(-1)!.answer(new Error('too much to do'));
    await scene.settle();
    // The user may still continue.
    expect(scene.said).toEqual([]);
    await silence(350);
    expect(scene.errors.map(({ message }) => message)).toEqual(['too much to do']);
    await utter(500);
    await understand('Do you hear me?');
    expect(scene.said).toEqual(['(failed) ', 'Do you hear me?']);
  });

  describe('by a remote recognizer', () => {
    beforeEach(() => begin({ isLocal: false }));

    it('is requested in the pause, and ends with the words', async () => {
      await speech(1000);
      await silence(128);
      expect(recognizer.asked).toHaveLength(0);
      await silence(128);
      expect(recognizer.asked).toHaveLength(1);
      await understand('When do you open?');
      expect(scene.said).toEqual(['When do you open?']);
    });

    it('is not requested at each pause, because every request may cost money', async () => {
      await utter(1000);
      await utter(500);
      await utter(400);
      expect(recognizer.asked).toHaveLength(1);
      await silence(300);
      expect(recognizer.asked).toHaveLength(2);
      await understand('When do you open on Mondays?');
      expect(scene.said).toEqual(['When do you open on Mondays?']);
    });

    it('ends after silence, if nothing else decides', async () => {
      begin({ isLocal: false, judgesTurns: false });
      await utter(1000);
      await understand('When do you open?');
      expect(scene.said).toEqual([]);
      await silence(350);
      expect(scene.said).toEqual(['When do you open?']);
    });
  });

  it('is nothing after the end', async () => {
    await utter(500);
    scene.hearing.close();
    await understand('Hello?');
    await scene.clock.advance(5000);
    expect(scene.said).toEqual([]);
  });
});
