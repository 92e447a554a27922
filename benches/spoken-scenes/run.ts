import { composeSpeechInput } from '@visavis/server/dist/compose/speech-input.js';
import { readConfig } from '@visavis/server/dist/config.js';
import { silentLogger } from '@visavis/server/dist/lib/logger.js';
import type { Bench } from '../support/bench.ts';
import type { Row } from '../support/report.ts';
import { makeNoise, quiet, untilLastWord } from '../support/sounds.ts';
import { installedVoices, openFlite, speakAll } from '../support/speech.ts';
import { RealScene } from './real-scene.ts';

/** `says` is spoken by a synthetic voice; a number is milliseconds of silence, `music` of music. */
type Step = number | { says: string } | { music: number };
interface Scene {
  name: string;
  isSpeaking: boolean;
  steps: readonly Step[];
  echo?: boolean;
}

const says = (text: string): Step => ({ says: text });
const SCENES: readonly Scene[] = [
  { name: 'listens: a question', isSpeaking: false, steps: [says('When do you open?'), 3000] },
  {
    name: 'listens: a pause in mid-sentence',
    isSpeaking: false,
    steps: [says('I would like to book'), 600, says('a table for two people.'), 3500],
  },
  {
    name: 'listens: an unfinished sentence',
    isSpeaking: false,
    steps: [says('I would like to book a'), 4500],
  },
  {
    name: 'listens: two questions',
    isSpeaking: false,
    steps: [says('When do you open?'), 4000, says('How much is a ticket?'), 4000],
  },
  { name: 'listens: music', isSpeaking: false, steps: [{ music: 4000 }, 1000] },
  { name: 'speaks: its own echo', isSpeaking: true, echo: true, steps: [4000] },
  { name: 'speaks: music', isSpeaking: true, steps: [{ music: 4000 }, 1000] },
  { name: 'speaks: a question', isSpeaking: true, steps: [says('When do you open on Sunday?'), 4000] },
  {
    name: 'speaks: a question over its echo',
    isSpeaking: true,
    echo: true,
    steps: [1500, says('When do you open on Sunday?'), 4000],
  },
  { name: 'speaks: a command', isSpeaking: true, steps: [says('Stop!'), 3000] },
  { name: 'speaks: "okay"', isSpeaking: true, steps: [says('Okay.'), 3000] },
  { name: 'speaks: "yeah"', isSpeaking: true, steps: [says('Yeah.'), 3000] },
  { name: 'speaks: "right"', isSpeaking: true, steps: [says('Right.'), 3000] },
  {
    name: 'speaks: "okay", then a question',
    isSpeaking: true,
    steps: [says('Okay.'), 2500, says('How much is a ticket?'), 4000],
  },
];

/** Scenes of a conversation with real sound, in real time, with the models in the data directory of the settings. */
export async function run({ scope, report }: Bench): Promise<void> {
  const { dataDir, models } = readConfig();
  const input = await composeSpeechInput({ dataDir, models }, silentLogger);
  scope.later(() => input.close());
  const { recognizer, judge } = input.speechModels;
  await Promise.all([recognizer?.warm(), judge?.warm()]);
  const [natural] = await installedVoices(scope);
  const say = async (text: string) => {
    const [sound] = natural
      ? await speakAll(natural.piper, natural.voice, [text])
      : await speakAll(await openFlite(scope), 'Kore', [text]);
    const spoken = untilLastWord(sound!);
    return spoken.slice(spoken.findIndex((sample) => Math.abs(sample) > 0.02));
  };
  const rows: Row[] = [['scene', 'speech begins', 'and ends', 'words', 'the avatar']];
  for (const { name, isSpeaking, steps, echo = false } of SCENES) {
    const scene = new RealScene(input.speechModels, { echo });
    const sounds: [Float32Array, boolean][] = [];
    for (const step of steps)
      if (typeof step === 'number') sounds.push([quiet(step), false]);
      else if ('says' in step) sounds.push([await say(step.says), true]);
      else sounds.push([makeNoise('music with drums', step.music / 1000), true]);
    await scene.begin(isSpeaking);
    for (const [sound, isSaid] of sounds) await scene.hear(sound, isSaid);
    const { begins, ends, words, avatar } = await scene.end();
    rows.push([name, begins.join('; '), ends.join('; '), words.join(' / '), avatar.join(', ')]);
  }
  report.text(`${natural?.name ?? 'Flite'} speaks, ${recognizer?.model ?? 'nothing'} transcribes.\n`);
  report.table(rows);
}
