import { expect, test } from 'vitest';
import { GREETING, LONG, SpokenScene } from '../testing/spoken-scene.ts';

interface Scene {
  name: string;
  steps: readonly string[];
  /** As in `spoken-scenes.test.ts`; `because` is why speech began and ended. */
  record: readonly string[];
  because: readonly string[];
  shown: string;
}

/** Scenes of speech with an engine that hears the user itself, whose provider also detects speech. */
const PROVIDED: readonly Scene[] = [
  {
    name: 'that is heard here as well: the same speech, whichever comes first',
    steps: ['speech 800', 'provider hears speech', 'silence 300', 'provider hears silence', 'silence 1000'],
    record: ['avatar: One of many sentences. One of', 'cut by voice, silent after 162 ms'],
    because: ['Speech is heard.', 'The silence lasted long enough.'],
    shown: 'listening',
  },
  {
    name: 'long after it was over',
    steps: ['speech 800', 'silence 1500', 'provider hears speech', 'provider hears silence', 'silence 1000'],
    record: ['avatar: One of many sentences. One of', 'cut by voice, silent after 162 ms'],
    because: ['Speech is heard.', 'The silence lasted long enough.'],
    shown: 'listening',
  },
  {
    name: 'in the echo of the avatar',
    steps: ['echo 1000', 'provider hears speech', 'echo 1000', 'provider hears silence', 'echo 500'],
    record: [],
    because: [],
    shown: 'speaking',
  },
  {
    name: 'and drops its answer',
    steps: ['echo 1000', 'provider cuts its answer', 'silence 1000', 'provider hears silence'],
    record: ['avatar: One of many sentences. One of many sentences.', 'cut by engine'],
    because: ['The provider stopped its answer.', 'The provider reports the end of speech.'],
    shown: 'listening',
  },
  {
    name: 'and never says that it ended',
    steps: ['asks for silence', 'silence 1000', 'provider hears speech', 'silence 4000'],
    record: ['avatar: One of many sentences. One', 'cut by request'],
    because: [
      'The provider reports speech.',
      'No speech is heard, and the provider has not reported its end.',
    ],
    shown: 'listening',
  },
];

test.each(PROVIDED)('while the avatar speaks, a provider hears speech: $name', async (scene) => {
  const engine = { hears: true, answer: () => Array<string>(20).fill('One of many sentences.') };
  const played = new SpokenScene({ engine, recognizer: 'none' });
  await played.play(...GREETING, ...LONG);
  played.news();
  await played.play(...scene.steps);
  expect({ record: played.news(), because: played.because, shown: played.shown }).toEqual({
    record: scene.record,
    because: scene.because,
    shown: scene.shown,
  });
});
