import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { launchWitnessBrowser } from '@visavis/tests/dist/support/browser.js';
import { LiveService } from '@visavis/tests/dist/support/live-service.js';
import type { Started } from '../support/conversation.ts';
import { openPageHost } from '../support/page-host.ts';
import { type Bench, type Report, summarize } from '../support/report.ts';
import { type Conversed, converse, startCoded, utterancesIn } from './converse.ts';
import { driftPerHour } from './offsets.ts';
import { DISPLAY_MS, Witness } from './witness.ts';

const LIMIT_MS = 45;
const PAGE = { width: 256, height: 256 };

/**
 * `[--conversations 10] [--loaded 4] [--others 3] [--utterances 3] [--minutes 0] [--two-clocks]`: how far the picture
 * trails the sound at a consumer in Chromium.
 *
 * The avatar beeps, and its picture holds a code of the moment of the utterance that it shows. The tab captures its own
 * sound and picture together; what that recorder adds is measured with a beep and a canvas of the page itself and
 * subtracted. Nothing but Chromium is needed. Where it refuses, or with `--two-clocks`, the video element's and the
 * audio graph's own times are compared instead; those times are estimates, and the table says so.
 */
export const run: Bench = async (args, report) => {
  const { values } = parseArgs({
    args,
    options: {
      conversations: { type: 'string', default: '10' },
      loaded: { type: 'string', default: '4' },
      others: { type: 'string', default: '3' },
      utterances: { type: 'string', default: '3' },
      minutes: { type: 'string', default: '0' },
      'two-clocks': { type: 'boolean', default: false },
    },
  });
  const [alone, loaded, others, utterances] = [
    Number(values.conversations),
    Number(values.loaded),
    Number(values.others),
    Number(values.utterances),
  ];
  const service = await LiveService.start({
    entry: new URL('./coded-worker.js', import.meta.url),
    conversationsPerWorker: others + 1,
  });
  const host = await openPageHost(new URL('./witness-page/page.js', import.meta.url), launchWitnessBrowser);
  try {
    const witness = new Witness(await host.open(PAGE));
    const biasMs = await openWitness(witness, values['two-clocks'], report);
    const several = async (count: number) => {
      const conversed: Conversed[] = [];
      for (let n = 0; n < count; n++) {
        conversed.push(await converse(service, witness, { utterances, biasMs }));
      }
      return conversed;
    };
    if (alone > 0) show(report, 'Alone', await several(alone));
    if (Number(values.minutes) > 0) {
      const count = utterancesIn(Number(values.minutes));
      showDrift(report, await converse(service, witness, { utterances: count, biasMs }));
    }
    if (loaded > 0) {
      const stop = await startOthers(service, others);
      show(report, `With ${others} others`, await several(loaded));
      stop();
    }
  } finally {
    await host.close();
    await service.stop();
  }
};

/** Resolves with the bias of the recorder. */
async function openWitness(witness: Witness, twoClocks: boolean, report: Report): Promise<number> {
  const refused = twoClocks ? 'as asked' : await witness.openTab().then(() => undefined, String);
  if (refused !== undefined) {
    report.text(`TWO CLOCKS, no ground truth (${refused}): the times are what the browser says of itself.`);
    await witness.openTwoClocks();
    return 0;
  }
  const offsets = await witness.calibrate(12);
  const biasMs = undisturbed(offsets) - DISPLAY_MS;
  report.heading('The recorder, with a beep and a canvas of the page itself');
  report.measured([{ name: 'picture after sound', values: offsets, unit: 'ms' }]);
  report.text(
    `${DISPLAY_MS.toFixed(1)} ms of it is the display; subtracted from all that follows: ${biasMs.toFixed(1)} ms.`,
  );
  return biasMs;
}

/** On a busy machine a canvas may come one refresh later, but never earlier. */
function undisturbed(offsets: number[]): number {
  return offsets.toSorted((a, b) => a - b)[Math.floor(offsets.length / 10)] ?? Number.NaN;
}

/** More conversations in the same worker, with light subscribers; they speak all the time. */
async function startOthers(service: LiveService, count: number): Promise<() => void> {
  const subscriber = fork(new URL('../density/subscriber.js', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const others: Omit<Started, 'avatarIdentity'>[] = [];
  for (let n = 0; n < count; n++) {
    const { id, plan } = await startCoded(service);
    others.push({ id, serverUrl: service.url, token: await service.token(plan.room.name, 'user') });
  }
  subscriber.send({ join: others });
  await once(subscriber, 'message');
  return () => {
    subscriber.kill();
    for (const { id } of others) service.pool.stop(id, 'stopped');
  };
}

const offsetsIn = ({ utterances }: Conversed) => utterances.flat().map(({ offsetMs }) => offsetMs);
const median = (values: number[]) => summarize(values).median;

function show(report: Report, title: string, conversed: Conversed[]): void {
  report.heading(`${title}: picture after sound in ms (negative: the picture is early)`);
  report.table([
    [
      'conversation',
      'median',
      'first 5 s',
      'p95 distance',
      'receiver believes',
      'audio buffer',
      'video buffer',
    ],
    ...conversed.map((each, n) => [
      String(n + 1),
      median(offsetsIn(each)),
      median((each.utterances[0] ?? []).map(({ offsetMs }) => offsetMs)),
      summarize(offsetsIn(each).map(Math.abs)).p95,
      median(each.receiver.map(({ believedOffsetMs }) => believedOffsetMs)),
      median(each.receiver.map(({ audioBufferMs }) => audioBufferMs)),
      median(each.receiver.map(({ videoBufferMs }) => videoBufferMs)),
    ]),
  ]);
  report.text('');
  const all = conversed.flatMap(offsetsIn);
  const misread = conversed.reduce((sum, each) => sum + each.misread, 0);
  report.text(`Pictures that could not be read, left out: ${misread}.`);
  report.measured([
    { name: 'picture after sound', values: all, unit: 'ms' },
    { name: 'distance', values: all.map(Math.abs), unit: 'ms', target: `p95 ≤ ${LIMIT_MS}` },
    ...gapRows(conversed),
  ]);
}

function gapRows(conversed: Conversed[]) {
  return [
    {
      name: 'between pictures as they arrive',
      values: conversed.flatMap(({ arrivalGaps }) => arrivalGaps),
      unit: 'ms',
      target: 'p95 ≤ 50',
    },
    {
      name: 'on the display (60 Hz: 33 or 50)',
      values: conversed.flatMap(({ gaps }) => gaps),
      unit: 'ms',
    },
  ];
}

function showDrift(report: Report, conversed: Conversed): void {
  const offsets = conversed.utterances.flat();
  const minutes = (offsets.at(-1)!.at - offsets[0]!.at) / 60_000;
  report.heading(`One conversation of ${minutes.toFixed(0)} minutes`);
  const tenth = Math.ceil(conversed.utterances.length / 10);
  const parts = Array.from({ length: 10 }, (_, n) =>
    conversed.utterances.slice(n * tenth, (n + 1) * tenth).flat(),
  );
  report.table([
    ['tenth of the time', ...parts.map((_, n) => String(n + 1))],
    ['median offset ms', ...parts.map((part) => median(part.map(({ offsetMs }) => offsetMs)))],
  ]);
  report.text(`Drift: ${driftPerHour(offsets).toFixed(1)} ms an hour (least squares, n ${offsets.length}).`);
  const all = offsetsIn(conversed);
  report.measured([
    { name: 'distance', values: all.map(Math.abs), unit: 'ms', target: `p95 ≤ ${LIMIT_MS}` },
    ...gapRows([conversed]),
  ]);
}
