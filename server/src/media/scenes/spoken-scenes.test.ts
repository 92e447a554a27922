import { expect, test } from 'vitest';
import { GREETING, LONG, SpokenScene, type SpokenSceneOptions } from '../testing/spoken-scene.ts';

interface Scene {
  name: string;
  options: SpokenSceneOptions;
  steps: readonly string[];
  record: readonly string[];
  shown: string;
}

/**
 * Parses scenes: a name, with options; then, indented, the steps of `SpokenScene`, the expected record, and `shows …`
 * if the avatar does not listen at the end. When the avatar fell silent, and for how long if it continued, is measured
 * from the start of the speech: at most 400 ms. `answered`: the user's words, which the avatar repeats.
 */
const readScenes = (text: string): Scene[] =>
  text
    .trim()
    .split(/\n(?! )/)
    .map((scene) => {
      const [first = '', steps = '', ...lines] = scene.split(/\n +/);
      const [, name = '', options = '{}'] = /^(.*?)(?: (\{.*))?$/.exec(first)!;
      const record = lines.flatMap((line) => {
        const answered = /^answered: (.*)/.exec(line)?.[1];
        return answered === undefined ? [line] : [`user: ${answered}`, `avatar: You said: ${answered}`];
      });
      const shown = /^shows (.*)/.exec(record.at(-1) ?? '')?.[1];
      if (shown !== undefined) record.pop();
      return {
        name,
        options: JSON.parse(options) as SpokenSceneOptions,
        steps: steps.split('; '),
        record,
        shown: shown ?? 'listening',
      };
    });

const LISTENING = readScenes(`
a question
  speech 1000 When do you open?; silence 3000
  answered: When do you open?
a pause in mid-sentence
  speech 1000 I would like to book…; silence 600; speech 1000 a table for two.; silence 4000
  answered: I would like to book… a table for two.
a sentence that is never finished
  speech 1000 I would like to book…; silence 6000
  answered: I would like to book…
two questions
  speech 800 When do you open?; silence 4000; speech 800 And on Monday?; silence 4000
  answered: When do you open?
  answered: And on Monday?
a click
  speech 64; silence 1000
a cough that nobody understands
  speech 300; silence 3000
music
  music 5000; silence 1000
a question over music
  music 2000; speech 1000 When do you open?; music 4000
  answered: When do you open?
nobody says anything after the greeting
  silence 20000
a long story
  speech 40000 Once upon a time.; silence 5000
  answered: Once upon a time. Once upon a time.
two speakers, one after the other
  speech 800 When do you open?; silence 128; speech 800 And what does it cost?; silence 5000
  answered: When do you open? And what does it cost?
a model that does not answer in time
  late speech 1500 When do you open?; silence 4000
  answered: When do you open?
a model that was lost
  model lost; speech 1000 When do you open?; silence 4000
  answered: When do you open?
no model {"model":false}
  speech 1000 When do you open?; silence 4000
  answered: When do you open?
no recognizer {"recognizer":"none"}
  speech 1000 When do you open?; silence 4000
a recognizer that fails {"recognizer":"failing"}
  speech 1000 Hello.; silence 4000; speech 1000 Hello.; silence 4000
  warning: Speech recognition on this machine has failed; typing still works (the model cannot be opened).
the microphone goes away in mid-sentence
  speech 1000 When do you open?; microphone gone; silence 4000
  answered: When do you open?
another microphone
  microphone gone; speech 1000 When do you open?; silence 4000
  answered: When do you open?
somebody types while speaking
  speech 600 When do; types hello; speech 600 you open?; silence 5000
  user: hello
  user: When do you open?
  avatar: You said: hello
  avatar: You said: When do you open?
a lost connection in mid-sentence
  speech 1000 When do you open?; drops out; silence 500; is back; silence 4000; speech 1000 Are you there?; silence 4000
  answered: When do you open?
  answered: Are you there?
a second question while the first is thought about {"engine":{"thinkMs":3000}}
  speech 800 When do you open?; silence 1000; speech 800 On Monday, I mean.; silence 8000
  user: When do you open?
  user: On Monday, I mean.
  avatar: You said: When do you open?
  avatar: You said: On Monday, I mean.
`);

const SPEAKING = readScenes(`
its own echo
  echo 4000
  shows speaking
music
  music 4000
  shows speaking
a question
  speech 1200 When do you open?; silence 4000
  avatar: One of many sentences. One of many
  cut by voice, silent after 382 ms
  answered: When do you open?
a command
  speech 350 Stop!; silence 3000
  avatar: One of many sentences. One of many
  cut by voice, silent after 382 ms
  answered: Stop!
"mm-hm"
  speech 350 Mm-hm.; silence 2000
  pauses after 382 ms for 220 ms
  shows speaking
"yeah, okay"
  speech 500 Yeah, okay.; silence 2000
  pauses after 382 ms for 380 ms
  shows speaking
"yeah … no, stop"
  speech 350 Yeah; silence 256; speech 600 no, stop.; silence 3000
  pauses after 382 ms for 220 ms
  avatar: One of many sentences. One of many sentences
  cut by voice, silent after 386 ms
  answered: no, stop.
a remark that is known to be one before the avatar would pause
  speech 130 Mm.; silence 2000
  shows speaking
"yeah, but stop" in one breath
  speech 320 Yeah; silence 128; speech 640 but stop.; silence 3000
  avatar: One of many sentences. One of many
  cut by voice, silent after 382 ms
  answered: but stop.
"yeah, but stop", to a recognizer on a processor {"recognizer":"slow"}
  speech 320 Yeah; silence 256; speech 640 but stop.; silence 3000
  avatar: One of many sentences. One of many
  cut by voice, silent after 382 ms
  answered: Yeah but stop.
what a late model says is music
  late speech 1000; music 2000
  pauses after 382 ms for 760 ms
  shows speaking
two remarks
  speech 350 Mm-hm.; silence 1000; speech 350 Right.; silence 2000
  pauses after 382 ms for 220 ms
  pauses after 390 ms for 210 ms
  shows speaking
a remark and then a question
  speech 350 Mm-hm.; silence 1000; speech 1200 When do you open?; silence 4000
  pauses after 382 ms for 220 ms
  avatar: One of many sentences. One of many sentences. One of
  cut by voice, silent after 390 ms
  answered: When do you open?
a cough
  speech 300; silence 2000
  pauses after 382 ms for 190 ms
  shows speaking
a click
  speech 64; silence 2000
  shows speaking
a remark that is never understood {"recognizer":"hanging"}
  speech 350 Mm-hm.; silence 3000
  avatar: One of many sentences. One of many
  cut by voice, silent after 382 ms
  shows thinking
a remark whose transcription fails {"recognizer":"failing"}
  speech 350 Mm-hm.; silence 3000
  avatar: One of many sentences. One of many
  cut by voice, silent after 382 ms
  warning: Speech recognition on this machine has failed; typing still works (the model cannot be opened).
a remark to an agent that stops at any word {"remarks":false}
  speech 350 Mm-hm.; silence 3000
  avatar: One of many sentences. One of
  cut by voice, silent after 162 ms
  answered: Mm-hm.
a model that does not answer in time
  late speech 1500 When do you open?; silence 4000
  avatar: One of many sentences. One of many
  cut by voice, silent after 382 ms
  answered: When do you open?
a model that was lost
  model lost; speech 1200 When do you open?; silence 4000
  avatar: One of many sentences. One of many
  cut by voice, silent after 382 ms
  answered: When do you open?
a button
  asks for silence; silence 1000; speech 800 When do you open?; silence 4000
  avatar: One of many sentences. One
  cut by request
  answered: When do you open?
something typed
  types hello; silence 4000
  avatar: One of many sentences. One
  cut by text
  answered: hello
speech during the farewell
  agent hangs up; silence 500; speech 1200 Wait, one more thing.; silence 4000
  avatar: One of many sentences. One of many sentences
  cut by voice, silent after 382 ms
  answered: Wait, one more thing.
the microphone goes away
  speech 350 Mm-hm.; microphone gone; silence 3000
  shows speaking
a lost connection
  drops out; silence 1000; is back; speech 1000 Are you there?; silence 4000
  avatar: One of many sentences. One
  cut by absence
  answered: Are you there?
a question, to a recognizer on a processor {"recognizer":"slow"}
  speech 1200 When do you open?; silence 4000
  avatar: One of many sentences. One of many
  cut by voice, silent after 382 ms
  answered: When do you open?
a command, to a recognizer on a processor {"recognizer":"slow"}
  speech 350 Stop!; silence 3000
  avatar: One of many sentences. One of many
  cut by voice, silent after 382 ms
  answered: Stop!
"mm-hm", to a recognizer on a processor {"recognizer":"slow"}
  speech 350 Mm-hm.; silence 2000
  pauses after 382 ms for 470 ms
  shows speaking
a question, to a recognizer that listens {"recognizer":"live"}
  speech 1200 When do you open?; silence 4000
  avatar: One of many sentences. One of many
  cut by voice, silent after 382 ms
  answered: When do you open?
"mm-hm", to a recognizer that listens {"recognizer":"live"}
  speech 350 Mm-hm.; silence 2000
  pauses after 382 ms for 220 ms
  shows speaking
a question, and nothing transcribes {"recognizer":"none"}
  speech 1200; silence 2000
  avatar: One of many sentences. One of
  cut by voice, silent after 162 ms
`);

async function run({ options, steps }: Scene, before: readonly string[]) {
  const scene = new SpokenScene(options);
  await scene.play(...before);
  scene.news();
  await scene.play(...steps);
  return { record: scene.news(), shown: scene.shown };
}

const outcome = ({ record, shown }: Scene) => ({ record, shown });

test.each(LISTENING)('while the avatar listens: $name', async (scene) =>
  expect(await run(scene, GREETING)).toEqual(outcome(scene)),
);

test('what is said while the engine starts is answered once it has started, without a greeting', async () => {
  const scene = new SpokenScene({ engine: { startMs: 4000 } });
  await scene.play('joins', 'speech 1000 When do you open?', 'silence 6000');
  expect(scene.news()).toEqual(['user: When do you open?', 'avatar: You said: When do you open?']);
});

test.each(SPEAKING)('while the avatar speaks: $name', async (scene) =>
  expect(await run(scene, [...GREETING, ...LONG])).toEqual(outcome(scene)),
);

test.each([
  ['live' as const, 'The words are more than a remark.'],
  ['slow' as const, 'The speech lasts longer than a remark.'],
])('partial words decide before the speech is too long for a remark: %s', async (recognizer, because) => {
  const scene = new SpokenScene({ recognizer });
  await scene.play(...GREETING, ...LONG, 'speech 1200 When do you open?');
  expect(scene.because).toEqual([because]);
});
