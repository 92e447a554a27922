import { loadavg } from 'node:os';
import { readConfig } from '@visavis/server/dist/config.js';
import { ModelFolder } from '@visavis/server/dist/models/store/model-folder.js';
import type { Bench } from '../support/bench.ts';
import { QUESTIONS } from '../support/conversation.ts';
import { ARITHMETIC, timeArithmetic } from '../support/measure.ts';
import type { Report } from '../support/report.ts';
import { within } from '../support/scope.ts';
import { folderWithModels, startService } from '../support/service.ts';
import { openUserVoice } from '../support/speech.ts';
import { type Conversed, converse, STEPS } from './spoken-conversation.ts';

/**
 * Measures turns step by step, with clients in rooms on this machine, for each recognizer in the configured data
 * directory; no key, no network. `conversations` such as `1,2`: one alone, then two at a time, which share the
 * questions.
 */
export async function run({ options, report, scope }: Bench): Promise<void> {
  const { questions, conversations } = options({ questions: 15, conversations: '1,2' });
  const { dataDir } = readConfig();
  const user = await openUserVoice(scope);
  const spoken = await user.ask(QUESTIONS);
  report.text(`The user is ${user.name}.`);
  for (const { manifest } of await new ModelFolder(dataDir).installed('speech-recognition'))
    for (const count of conversations.split(',').map(Number)) {
      const loop = await timeArithmetic();
      const before = loadavg()[0]!;
      const all = await converseAtOnce(manifest.name, spoken, count, questions);
      report.heading(`${manifest.name}, ${count} at a time`);
      tell(report, all, loop);
      report.text(`Load average ${before.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after.`);
    }
}

function converseAtOnce(
  recognizer: string,
  spoken: readonly Int16Array[],
  count: number,
  questions: number,
): Promise<Conversed[]> {
  return within(async (scope) => {
    const own = await folderWithModels(scope);
    const { client } = await startService(scope, { VISAVIS_SPEECH_RECOGNITION_MODEL: recognizer }, own);
    const { avatars } = await client.get('/v1/avatars');
    // One of the installed voices is male.
    const avatar = avatars.find(({ name }) => name === 'Daniel') ?? avatars[0]!;
    return Promise.all(
      Array.from({ length: count }, (_, n) => {
        // They begin with different questions, so that they do not all speak at the same time.
        const asked = [...spoken.slice(n), ...spoken.slice(0, n)];
        return converse(client, avatar.id, asked, Math.ceil(questions / count));
      }),
    );
  });
}

function tell(report: Report, all: readonly Conversed[], loop: number): void {
  const turns = all.flatMap((each) => each.turns);
  report.text(`The yardstick: ${ARITHMETIC}, ${loop.toFixed(0)} ms.\n`);
  const unit = 'ms';
  report.measured([
    {
      name: 'last word → first audible sample',
      values: all.flatMap((each) => each.latencies),
      unit,
      to: loop,
      target: all.length === 1 ? 'median ≤ 1200' : '',
    },
    {
      name: 'end of speech → sound leaves the worker (timeline)',
      values: turns.map((turn) => turn.latencyMs),
      unit,
    },
    {
      name: 'end of speech → engine’s first sound (timeline)',
      values: turns.map((turn) => turn.engineMs),
      unit,
    },
    ...STEPS.map((name, n) => ({ name, values: all.flatMap(({ steps }) => steps[n]!), unit })),
    {
      name: 'pictures a second at the client while the avatar speaks',
      values: all.flatMap(({ pictures }) => pictures),
      unit: '1/s',
      target: all.length <= 2 ? '25' : '',
    },
  ]);
  for (const warning of new Set(all.flatMap(({ warnings }) => warnings)))
    report.text(`Warning of the timeline: ${warning}`);
}
