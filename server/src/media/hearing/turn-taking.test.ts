import { describe, expect, it } from 'vitest';
import { HeardScene } from '../testing/heard-scene.ts';
import { FRAME_MS, type ScriptedHearingOptions, ScriptedRecognizer } from '../testing/scripted-hearing.ts';

const QUICK = { minSilenceMs: 200, maxSilenceMs: 800 };
const PATIENT = { minSilenceMs: 500, maxSilenceMs: 3000 };

/** Returns after how many milliseconds of silence the turn ends, after a second of speech. */
async function endOf(options: ScriptedHearingOptions, words = 'When do you open?', over = 0.9) {
  const recognizer = options.recognizer;
  const scene = new HeardScene(options);
  await scene.hear(1000, 'speech');
  const isOver = () =>
    (recognizer ? scene.said.length : scene.events.filter((one) => one.startsWith('ended')).length) > 0;
  if (recognizer) recognizer.over = over;
  let silentMs = 0;
  let answered = 0;
  while (!isOver() && silentMs < 5000) {
    await scene.hear(FRAME_MS, 'silence');
    silentMs += FRAME_MS;
    const asked = recognizer?.asked ?? [];
    while (answered < asked.length) asked[answered++]!.answer({ text: words, language: 'en' });
    await scene.settle();
  }
  scene.hearing.close();
  return silentMs;
}
/** Returns the accepted range around `ms`, a few frames of the model wide. */
const about = (ms: number) => [ms - FRAME_MS, ms + 3 * FRAME_MS] as const;

describe.each([
  ['quick', QUICK, { finished: 200, whole: 431, open: 800, untold: 338 }],
  ['normal', undefined, { finished: 200, whole: 700, open: 1500, untold: 500 }],
  ['patient', PATIENT, { finished: 500, whole: 1462, open: 3000, untold: 1077 }],
])('a turn, with turn taking that is %s', (_patience, turnTaking, expected) => {
  it.each<[string, number, () => Promise<number>]>([
    ['sounds finished', expected.finished, () => endOf({ recognizer: new ScriptedRecognizer(), turnTaking })],
    [
      'does not, and is a whole sentence',
      expected.whole,
      () => endOf({ recognizer: new ScriptedRecognizer(), turnTaking }, 'When do you open?', 0.1),
    ],
    [
      'does not, and is none',
      expected.open,
      () => endOf({ recognizer: new ScriptedRecognizer(), turnTaking }, 'When do you', 0.1),
    ],
    [
      'is not judged by its melody, with a recognizer elsewhere',
      expected.untold,
      () => endOf({ recognizer: new ScriptedRecognizer(false), judgesTurns: false, turnTaking }),
    ],
    ['is heard without words', expected.untold, () => endOf({ turnTaking })],
  ])('ends in time if it %s', async (_what, ms, measure) => {
    const [least, most] = about(ms);
    const silentMs = await measure();
    expect(silentMs).toBeGreaterThanOrEqual(least);
    expect(silentMs).toBeLessThanOrEqual(most);
  });
});

it('a short silence does not restart an ended turn while other sound continues', async () => {
  const scene = new HeardScene({ turnTaking: QUICK });
  await scene.hear(1000, 'speech');
  expect(await scene.hear(2000, 'music')).toEqual(['ended']);
});

describe('a pause', () => {
  const ASKED = 'When do you open?';
  /** The silence after which the words are requested. */
  const ASKED_MS = 320;
  /** Plays a second of speech and a pause of `pauseMs`; the words arrive at once. */
  async function afterPause(
    pauseMs: number,
    recognizer: ScriptedRecognizer,
    judgesTurns: boolean,
    words = ASKED,
  ) {
    const scene = new HeardScene({ recognizer, judgesTurns });
    await scene.hear(1000, 'speech');
    await scene.hear(ASKED_MS, 'silence');
    recognizer.asked.at(-1)!.answer({ text: words, language: 'en' });
    await scene.settle();
    await scene.hear(pauseMs - ASKED_MS, 'silence');
    return scene;
  }

  it('is probably the end, until speech goes on', async () => {
    const scene = await afterPause(450, new ScriptedRecognizer(false), false);
    expect([scene.expected, scene.said]).toEqual([[ASKED], []]);
    await scene.hear(300, 'speech');
    expect([scene.expected, scene.said]).toEqual([[ASKED, undefined], []]);
    scene.hearing.close();
  });

  it('was the end', async () => {
    const scene = await afterPause(600, new ScriptedRecognizer(false), false);
    expect([scene.expected, scene.said]).toEqual([[ASKED], [ASKED]]);
    scene.hearing.close();
  });

  it('is no end if the words require others', async () => {
    const scene = await afterPause(450, new ScriptedRecognizer(false), false, 'When do the');
    expect(scene.expected).toEqual([]);
    scene.hearing.close();
  });

  it('may be the end of a whole sentence that does not sound finished', async () => {
    const recognizer = new ScriptedRecognizer();
    recognizer.over = 0.1;
    const scene = await afterPause(600, recognizer, true);
    expect([scene.expected, scene.said]).toEqual([[ASKED], []]);
    scene.hearing.close();
  });
});
