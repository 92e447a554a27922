import { mkdtemp, symlink } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@visavis/server/dist/config.js';
import { resample } from '@visavis/server/dist/lib/resampler.js';
import { startService } from '@visavis/tests/dist/support/service.js';
import { ARITHMETIC, timeArithmetic } from '../support/arithmetic.ts';
import { type Bench, summarize } from '../support/report.ts';
import { naturalSpeaker, SET_RATE, speak } from '../support/spoken-set.ts';
import { converse, STEPS } from './spoken-conversation.ts';

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
 * `[rounds] [conversations]`: the last word of a spoken question → the first audible sample of the answer, step by step,
 * at clients in rooms, with the models of the data directory of the settings, no key and no network. `conversations` are
 * held at the same time; the clients run on the same machine.
 */
export const run: Bench = async ([rounds = '15', conversations = '1'], report) => {
  const models = join(readConfig().dataDir, 'models');
  const dataDir = await mkdtemp(join(tmpdir(), 'visavis-spoken-turn-'));
  await symlink(models, join(dataDir, 'models'));
  const loop = timeArithmetic();
  const loadBefore = loadavg()[0]!;
  const service = await startService({ dataDir });
  try {
    const { avatars } = await service.client.get('/v1/avatars');
    // One of the installed voices is a man's.
    const avatar = avatars.find(({ name }) => name === 'Daniel') ?? avatars[0]!;
    const natural = await naturalSpeaker(dataDir, QUESTIONS);
    const spoken = (await (natural ? natural[1]() : speak(QUESTIONS, 'Kore'))).map(untilLastWord);
    const all = await Promise.all(
      Array.from({ length: Number(conversations) }, (_, n) =>
        // They begin with different questions, so that they do not all speak in the same moment.
        converse(service, avatar.id, [...spoken.slice(n), ...spoken.slice(0, n)], Number(rounds)),
      ),
    );
    const latencies = all.flatMap((each) => each.latencies);
    const turns = all.flatMap((each) => each.turns);
    report.heading(
      `A spoken turn, ${conversations} at a time; the user is ${natural?.[0] ?? 'Flite'}, the avatar ${avatar.name}`,
    );
    report.text(
      `Ratio of the median to ${ARITHMETIC} (${loop.toFixed(0)} ms): **${(summarize(latencies).median / loop).toFixed(1)}**\n`,
    );
    report.measured([
      {
        name: 'last word → first audible sample',
        values: latencies,
        unit: 'ms',
        target: 'median ≤ 1200 (one at a time)',
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
        target: '25 (up to two at a time)',
      },
    ]);
    report.heading('Where the time goes, in this order');
    report.measured(
      STEPS.map((name, n) => ({ name, values: all.flatMap(({ steps }) => steps[n]!), unit: 'ms' })),
    );
    for (const warning of new Set(all.flatMap(({ warnings }) => warnings)))
      report.text(`\nWarning of the timeline: ${warning}`);
    report.text(`\nLoad average ${loadBefore.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after.`);
  } finally {
    await service.dispose();
  }
};

function untilLastWord(sound: Float32Array): Int16Array {
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  let end = sound.length;
  while (end > 0 && Math.abs(sound[end - 1]!) < LAST_WORD * peak) end--;
  const pcm = Int16Array.from(sound.subarray(0, end), (sample) => Math.round((sample / peak) * 11_000));
  return resample(pcm, SET_RATE, MICROPHONE_RATE);
}
