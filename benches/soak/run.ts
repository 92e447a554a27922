import { parseArgs } from 'node:util';
import { pause, startConversation, stopConversation } from '../support/conversation.ts';
import { familyOf, residentMb } from '../support/processes.ts';
import { type Bench, type Report, summarize } from '../support/report.ts';
import { type Service, startService } from '../support/service.ts';
import { Consumer } from './consumer.ts';
import { MemoryProbe } from './probed-memory.ts';

const QUESTIONS = ['Who are you?', 'What can you do?', 'How are you today?'];
/** How long an answer may go on before it is interrupted. */
const LISTEN_MS = 1500;
const SETTLE_MS = 2000;
const EVERY = 10;
const SAMPLE_MS = 10_000;
/** The default of `VISAVIS_WORKER_CONVERSATIONS`. */
const REPLACED_AFTER = 200;

/**
 * `[--conversations 50] [--minutes 0]`: many conversations of a few turns, or a long one, in the running service: how
 * much memory its processes keep, and in the long one whether sound and picture stay in step.
 */
export const run: Bench = async (args, report) => {
  const { values } = parseArgs({
    args,
    options: { conversations: { type: 'string', default: '50' }, minutes: { type: 'string', default: '0' } },
  });
  if (Number(values.conversations) > 0) await inARow(Number(values.conversations), report);
  if (Number(values.minutes) > 0) {
    const service = await startService({ env: { VISAVIS_LIMIT_SESSION_SECONDS: '86400' } });
    try {
      await oneLong(service, Number(values.minutes), report);
    } finally {
      await service.dispose();
    }
  }
};

interface Sample {
  /** Conversations or minutes. */
  after: number;
  mainMb: number;
  workersMb: number;
  workers: number;
}

function sample(service: Service, after: number): Sample {
  const [main, ...workers] = familyOf(service.child.pid!);
  return {
    after,
    mainMb: residentMb(main!),
    workersMb: workers.reduce((sum, pid) => sum + residentMb(pid), 0),
    workers: workers.length,
  };
}

/** After a number of conversations, in MB. */
interface Kept {
  after: number;
  main: number;
  mainHeap: number;
  worker: number;
  heap: number;
  external: number;
  /**
   * Memory of the worker outside JavaScript: native libraries, code, textures, freed memory that the allocator keeps.
   */
  rest: number;
}

const PARTS = ['main', 'mainHeap', 'worker', 'heap', 'external', 'rest'] as const;

/** One worker runs all conversations, and is not replaced. */
async function inARow(count: number, report: Report): Promise<void> {
  const probe = await MemoryProbe.open();
  const service = await startService({
    env: { ...probe.env, VISAVIS_WORKERS: '1', VISAVIS_WORKER_CONVERSATIONS: '1000000' },
  });
  const samples: Kept[] = [];
  try {
    for (let n = 1; n <= count; n++) {
      await talk(service, n).catch((error: unknown) => {
        console.error(service.output.slice(-4000));
        throw new Error(`conversation ${n} of ${count}`, { cause: error });
      });
      if (n % EVERY === 0) process.stderr.write(`${n} of ${count}\n`);
      const sampled = await Promise.all(familyOf(service.child.pid!).map((pid) => probe.ask(pid)));
      const [main, worker] = sampled;
      if (!main || !worker) continue;
      const { resident, heap, external } = worker;
      samples.push({
        after: n,
        main: main.resident,
        mainHeap: main.heap,
        worker: resident,
        heap,
        external,
        rest: resident - heap - external,
      });
    }
  } finally {
    await service.dispose();
    await probe.close();
  }
  report.heading(
    `${count} conversations in a row through one worker, ${QUESTIONS.length} turns each: MB after a collection`,
  );
  // The median of ten, because the allocator returns memory in leaps.
  const tens = Array.from({ length: Math.ceil(count / EVERY) }, (_, n) =>
    samples.filter(({ after }) => Math.ceil(after / EVERY) === n + 1),
  ).filter((ten) => ten.length > 0);
  report.table([
    [`after (median of ${EVERY})`, 'main', 'its heap', 'worker', 'its heap', 'external', 'rest'],
    ...tens.map((ten) => [
      String(ten.at(-1)!.after),
      ...PARTS.map((part) => summarize(ten.map((each) => each[part])).median),
    ]),
  ]);
  // Caches and code settle in the first half.
  const settled = samples.filter(({ after }) => after > count / 2);
  if (settled.length < EVERY) {
    report.text(`No verdict: that takes ${2 * EVERY} conversations.`);
    return;
  }
  const each = Object.fromEntries(PARTS.map((part) => [part, slope(settled, part)])) as Record<
    (typeof PARTS)[number],
    number
  >;
  const say = (mb: number) => mb.toFixed(2);
  report.text(
    `Verdict: in the second half a conversation leaves ${say(each.worker)} MB in its worker (heap ${say(each.heap)}, external ${say(each.external)}, rest ${say(each.rest)}) and ${say(each.main)} MB in the service (heap ${say(each.mainHeap)}): ${Math.round(each.worker * REPLACED_AFTER)} MB until the worker is replaced after ${REPLACED_AFTER}.`,
  );
}

async function talk(service: Service, n: number): Promise<void> {
  const started = await startConversation(service, n);
  const consumer = new Consumer();
  await consumer.join(started);
  for (const question of QUESTIONS) {
    await pause(LISTEN_MS);
    await consumer.interrupt();
    await consumer.ask(question);
  }
  await stopConversation(service, started.id);
  await consumer.end();
  await pause(SETTLE_MS);
}

async function oneLong(service: Service, minutes: number, report: Report): Promise<void> {
  const started = await startConversation(service);
  const consumer = new Consumer();
  await consumer.join(started);
  const samples: Sample[] = [];
  const offsets: { after: number; offset: number }[] = [];
  const from = performance.now();
  const elapsed = () => (performance.now() - from) / 60_000;
  for (let turn = 0; elapsed() < minutes; turn++) {
    await pause(SAMPLE_MS);
    await consumer.ask(QUESTIONS[turn % QUESTIONS.length]!);
    const { believedOffsetMs } = await consumer.measure();
    if (believedOffsetMs !== undefined) offsets.push({ after: elapsed(), offset: believedOffsetMs });
    samples.push(sample(service, elapsed()));
  }
  const { frames, soundMs } = await consumer.measure();
  const lastedMs = elapsed() * 60_000;
  await stopConversation(service, started.id);
  await consumer.end();
  report.heading(`One conversation of ${minutes} minutes`);
  const tenth = Math.ceil(samples.length / 10);
  showMemory(
    report,
    'minutes',
    samples.filter((_, n) => n % tenth === 0),
  );
  report.text(
    `Slope: main ${slope(samples, 'mainMb').toFixed(3)}, workers ${slope(samples, 'workersMb').toFixed(3)} MB a minute.`,
  );
  report.text(
    `Received: ${((frames / lastedMs) * 1000).toFixed(2)} pictures a second, ${((soundMs / lastedMs) * 100).toFixed(2)}% of the sound.`,
  );
  report.text('Picture after sound below: what the receiver believes (two clocks), no ground truth.');
  report.measured([{ name: 'picture after sound', values: offsets.map(({ offset }) => offset), unit: 'ms' }]);
  const half = offsets.length / 2;
  const middle = (part: typeof offsets) => summarize(part.map(({ offset }) => offset)).median;
  report.text(
    `Median of the first half ${middle(offsets.slice(0, half)).toFixed(1)}, of the second ${middle(offsets.slice(half)).toFixed(1)} ms; drift ${(slope(offsets, 'offset') * 60).toFixed(1)} ms an hour.`,
  );
}

function showMemory(report: Report, unit: string, samples: Sample[]): void {
  report.table([
    [`after ${unit}`, 'main MB', 'workers MB', 'workers'],
    ...samples.map(({ after, mainMb, workersMb, workers }) => [
      after.toFixed(unit === 'minutes' ? 1 : 0),
      mainMb,
      workersMb,
      String(workers),
    ]),
  ]);
}

/** Least squares: how much `key` grows with each `after`. */
function slope<K extends string>(points: ({ after: number } & { [key in K]: number })[], key: K): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const after = mean(points.map((point) => point.after));
  const value = mean(points.map((point) => point[key]));
  const covariance = mean(points.map((point) => (point.after - after) * (point[key] - value)));
  return covariance / mean(points.map((point) => (point.after - after) ** 2));
}
