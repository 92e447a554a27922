import { LiveService } from '@visavis/tests/dist/support/live-service.js';
import type { Bench } from '../support/bench.ts';
import type { Joining } from '../support/joining.ts';
import { ask, startChild } from '../support/processes.ts';
import { median, type Report, summarize } from '../support/report.ts';
import { pause, type Scope, within } from '../support/scope.ts';
import { BEEP_EVERY_MS, BEEPS } from './beep-engine.ts';
import { gapsOf, offsetsOf, withoutMisread } from './offsets.ts';
import { openWitness, type Witness } from './witness.ts';

const UTTERANCE_MS = BEEPS * BEEP_EVERY_MS;
/** Time for the text to arrive and for the last audio to be heard. */
const AROUND_MS = 700;
const VIDEO = { width: 512, height: 512, fps: 25, idleFps: 12.5 };
const LIMITS = { maxSeconds: 100_000, idleTimeoutMs: 3_600_000 };

/** The measurements of one conversation, in milliseconds. */
interface Conversed {
  /** How much later than audio the video is, by utterance, in order: the first begins as soon as both tracks play. */
  utterances: number[][];
  /** Milliseconds between frames on the display, and between their arrivals. */
  gaps: number[];
  arrivalGaps: number[];
  /** Number of frames whose code could not be read; omitted. */
  misread: number;
}

/**
 * Measures at a consumer in Chromium. The avatar beeps, and each frame contains a code of the time within the
 * utterance. The tab captures its own audio and video together; the recorder's own offset is measured with a beep and a
 * canvas of the page, and subtracted. If the browser refuses to capture (the packaged one does), the times of the video
 * element and the audio graph are compared instead: these are estimates, and the report says so.
 */
export async function run({ options, scope, report }: Bench): Promise<void> {
  const wish = options({ conversations: 10, loaded: 4, others: 3, utterances: 3 });
  const service = await LiveService.start({
    entry: new URL('./coded-worker.js', import.meta.url),
    conversationsPerWorker: wish.others + 1,
  });
  scope.later(() => service.stop());
  const witness = await openWitness(scope, report);
  const several = async (count: number, title: string) => {
    const conversed: Conversed[] = [];
    for (let n = 0; n < count; n++) conversed.push(await converse(service, witness, wish.utterances));
    if (count > 0) show(report, title, conversed);
  };
  await several(wish.conversations, 'Alone');
  if (wish.loaded === 0) return;
  await within(async (others) => {
    await startOthers(others, service, wish.others);
    await several(wish.loaded, `With ${wish.others} others`);
  });
}

/** Starts more conversations in the same worker, with light subscribers; their avatars speak all the time. */
async function startOthers(scope: Scope, service: LiveService, count: number): Promise<void> {
  const subscriber = startChild(scope, new URL('../support/subscriber.js', import.meta.url));
  const join: Joining[] = [];
  for (let n = 0; n < count; n++) {
    const { id, plan } = await service.startConversation({ video: VIDEO, limits: LIMITS });
    scope.later(() => service.pool.stop(id, 'stopped'));
    join.push({ serverUrl: service.url, token: await service.token(plan.room.name, 'user') });
  }
  await ask(subscriber, { join, talk: 'always' });
}

async function converse(
  service: LiveService,
  { page, biasMs }: Witness,
  utterances: number,
): Promise<Conversed> {
  const conversation = await service.startConversation({ video: VIDEO, limits: LIMITS });
  await page.call('join', service.url, await service.token(conversation.plan.room.name, 'user'));
  const conversed: Conversed = { utterances: [], gaps: [], arrivalGaps: [], misread: 0 };
  for (let n = 0; n < utterances; n++) {
    await page.call('say', 'beep');
    await pause(UTTERANCE_MS + AROUND_MS);
    const { onsets, pictures: read, arrivals } = await page.call('take');
    const pictures = withoutMisread(read);
    conversed.misread += read.length - pictures.length;
    conversed.utterances.push(offsetsOf(pictures, onsets).map((offset) => offset - biasMs));
    conversed.gaps.push(...gapsOf(pictures));
    conversed.arrivalGaps.push(...arrivals.slice(1).map((at, i) => at - arrivals[i]!));
  }
  await page.call('leave');
  await service.finish(conversation);
  if (conversed.utterances.flat().length === 0) throw new Error('nothing was seen and heard together');
  return conversed;
}

function show(report: Report, title: string, conversed: Conversed[]): void {
  report.heading(`${title}: picture after sound in ms (negative: the picture is early)`);
  report.table([
    ['conversation', 'median', 'first 5 s', 'p95 distance'],
    ...conversed.map(({ utterances }, n) => [
      String(n + 1),
      median(utterances.flat()),
      median(utterances[0] ?? []),
      summarize(utterances.flat().map(Math.abs)).p95,
    ]),
  ]);
  const all = conversed.flatMap(({ utterances }) => utterances.flat());
  const of = (key: 'gaps' | 'arrivalGaps') => conversed.flatMap((each) => each[key]);
  report.measured([
    { name: 'picture after sound', values: all, unit: 'ms' },
    { name: 'distance', values: all.map(Math.abs), unit: 'ms', target: 'p95 ≤ 45' },
    { name: 'between pictures as they arrive', values: of('arrivalGaps'), unit: 'ms', target: 'p95 ≤ 50' },
    { name: 'on the display (60 Hz: 33 or 50)', values: of('gaps'), unit: 'ms' },
  ]);
  const misread = conversed.reduce((sum, each) => sum + each.misread, 0);
  report.text(`Pictures that could not be read, left out: ${misread}.`);
}
