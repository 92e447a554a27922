import { mkdtemp, symlink } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@visavis/server/dist/config.js';
import { resample } from '@visavis/server/dist/lib/resampler.js';
import { ModelFolder } from '@visavis/server/dist/models/store/model-folder.js';
import { ARITHMETIC, timeArithmetic } from '../support/arithmetic.ts';
import { type Bench, type Report, summarize } from '../support/report.ts';
import { startService } from '../support/service.ts';
import { naturalSpeaker, SET_RATE, speak } from '../support/spoken-set.ts';
import { type Conversed, converse, STEPS } from './spoken-conversation.ts';

const QUESTIONS = [
  'Who are you?',
  'What can you do for me?',
  'How are you today?',
  'Could you tell me a joke, please?',
  'What time is it now?',
];
const MICROPHONE_RATE = 48_000;
/** A share of the loudest sample: softer sound is the end of the last word fading. */
const LAST_WORD = 0.05;

/**
 * `[questions] [conversations]`: the last word of a spoken question → the first audible sample of the answer, step by step,
 * at clients in rooms, with each of the recognizers in the data directory of the settings, no key and no network.
 * `conversations` such as `1,2`: one alone, then two at a time, which share the questions. The clients run on the same
 * machine.
 */
export const run: Bench = async ([questions = '15', conversations = '1,2'], report) => {
  const { dataDir } = readConfig();
  const natural = await naturalSpeaker(dataDir, QUESTIONS);
  const spoken = (await (natural ? natural[1]() : speak(QUESTIONS, 'Kore'))).map(untilLastWord);
  report.text(`The user is ${natural?.[0] ?? 'Flite'}.`);
  const installed = await new ModelFolder(dataDir).installed('speech-recognition');
  for (const { manifest } of installed)
    for (const count of conversations.split(',').map(Number)) {
      const loop = timeArithmetic();
      const before = loadavg()[0]!;
      const all = await converseAtOnce(dataDir, manifest.name, spoken, count, Number(questions));
      report.heading(`${manifest.name}, ${count} at a time`);
      tell(report, all, loop);
      report.text(`\nLoad average ${before.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after.`);
    }
};

async function converseAtOnce(
  dataDir: string,
  recognizer: string,
  spoken: readonly Int16Array[],
  count: number,
  questions: number,
): Promise<Conversed[]> {
  const own = await mkdtemp(join(tmpdir(), 'visavis-spoken-turn-'));
  await symlink(join(dataDir, 'models'), join(own, 'models'));
  const env = { VISAVIS_SPEECH_RECOGNITION_MODEL: recognizer };
  const service = await startService({ dataDir: own, env });
  try {
    const { avatars } = await service.client.get('/v1/avatars');
    // One of the installed voices is a man's.
    const avatar = avatars.find(({ name }) => name === 'Daniel') ?? avatars[0]!;
    return await Promise.all(
      Array.from({ length: count }, (_, n) =>
        // They begin with different questions, so that they do not all speak in the same moment.
        converse(
          service,
          avatar.id,
          [...spoken.slice(n), ...spoken.slice(0, n)],
          Math.ceil(questions / count),
        ),
      ),
    );
  } finally {
    await service.dispose();
  }
}

function tell(report: Report, all: readonly Conversed[], loop: number): void {
  const latencies = all.flatMap((each) => each.latencies);
  const turns = all.flatMap((each) => each.turns);
  const ratio = summarize(latencies).median / loop;
  report.text(`Ratio of the median to ${ARITHMETIC} (${loop.toFixed(0)} ms): **${ratio.toFixed(1)}**\n`);
  report.measured([
    {
      name: 'last word → first audible sample',
      values: latencies,
      unit: 'ms',
      target: all.length === 1 ? 'median ≤ 1200' : '',
    },
    {
      name: 'of it, as the timeline tells: end of speech → sound leaves the worker',
      values: turns.map((turn) => turn.latencyMs),
      unit: 'ms',
    },
    {
      name: 'end of speech → engine’s first sound',
      values: turns.map((turn) => turn.engineMs),
      unit: 'ms',
    },
    {
      name: 'pictures a second at the client while the avatar speaks',
      values: all.flatMap(({ pictures }) => pictures),
      unit: '1/s',
      target: all.length <= 2 ? '25' : '',
    },
    ...STEPS.map((name, n) => ({ name, values: all.flatMap(({ steps }) => steps[n]!), unit: 'ms' })),
  ]);
  for (const warning of new Set(all.flatMap(({ warnings }) => warnings)))
    report.text(`\nWarning of the timeline: ${warning}`);
}

function untilLastWord(sound: Float32Array): Int16Array {
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  let end = sound.length;
  while (end > 0 && Math.abs(sound[end - 1]!) < LAST_WORD * peak) end--;
  const pcm = Int16Array.from(sound.subarray(0, end), (sample) => Math.round((sample / peak) * 11_000));
  return resample(pcm, SET_RATE, MICROPHONE_RATE);
}
