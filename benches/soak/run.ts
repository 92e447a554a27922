import { LiveConsumer } from '@visavis/tests/dist/support/live-consumer.js';
import type { Bench } from '../support/bench.ts';
import { galleryOf, QUESTIONS, startConversation, stopConversation } from '../support/conversation.ts';
import { slope } from '../support/measure.ts';
import { familyOf } from '../support/processes.ts';
import { median } from '../support/report.ts';
import { pause } from '../support/scope.ts';
import { type Service, startService } from '../support/service.ts';
import { MemoryProbe } from './probed-memory.ts';

const TURNS = 3;
/** How long an answer lasts before it is interrupted. */
const LISTEN_MS = 1500;
const SETTLE_MS = 2000;
const EVERY = 10;
const WAIT_MS = 60_000;
/** The default of `VISAVIS_WORKER_CONVERSATIONS`. */
const REPLACED_AFTER = 200;

/**
 * Memory after a number of conversations, in MB; `rest` is the worker's memory outside JavaScript: native libraries,
 * code, textures, freed memory kept by the allocator.
 */
type Kept = Record<'after' | (typeof PARTS)[number], number>;

const PARTS = ['main', 'mainHeap', 'worker', 'heap', 'external', 'rest'] as const;

/** One worker runs all conversations and is not replaced. */
export async function run({ options, scope, report }: Bench): Promise<void> {
  const { conversations: count } = options({ conversations: 50 });
  const probe = await MemoryProbe.open(scope);
  const service = await startService(scope, {
    ...probe.env,
    VISAVIS_WORKERS: '1',
    VISAVIS_WORKER_CONVERSATIONS: '1000000',
  });
  const avatars = await galleryOf(service.client);
  const samples: Kept[] = [];
  for (let n = 1; n <= count; n++) {
    await talk(service, avatars[n % avatars.length]!).catch((error: unknown) => {
      console.error(service.output.slice(-4000));
      throw new Error(`conversation ${n} of ${count}`, { cause: error });
    });
    if (n % EVERY === 0) process.stderr.write(`${n} of ${count}\n`);
    const [main, worker] = await Promise.all(familyOf(service.child.pid!).map((pid) => probe.ask(pid)));
    if (!main || !worker) continue;
    const { resident, heap, external } = worker;
    const rest = resident - heap - external;
    samples.push({
      after: n,
      main: main.resident,
      mainHeap: main.heap,
      worker: resident,
      heap,
      external,
      rest,
    });
  }
  report.heading(
    `${count} conversations in a row through one worker, ${TURNS} turns each: MB after a collection`,
  );
  // The median of ten, because the allocator returns memory in steps.
  const tens = Array.from({ length: Math.ceil(count / EVERY) }, (_, n) =>
    samples.filter(({ after }) => Math.ceil(after / EVERY) === n + 1),
  ).filter((ten) => ten.length > 0);
  report.table([
    [`after (median of ${EVERY})`, 'main', 'its heap', 'worker', 'its heap', 'external', 'rest'],
    ...tens.map((ten) => [
      String(ten.at(-1)!.after),
      ...PARTS.map((part) => median(ten.map((each) => each[part]))),
    ]),
  ]);
  // Caches and compiled code settle in the first half.
  const settled = samples.filter(({ after }) => after > count / 2);
  if (settled.length < EVERY) {
    report.text(`No verdict: that takes ${2 * EVERY} conversations.`);
    return;
  }
  const each = (part: keyof Kept) => slope(settled.map((kept) => [kept.after, kept[part]]));
  const say = (part: keyof Kept) => each(part).toFixed(2);
  report.text(
    `Verdict: in the second half a conversation leaves ${say('worker')} MB in its worker (heap ${say('heap')}, external ${say('external')}, rest ${say('rest')}) and ${say('main')} MB in the service (heap ${say('mainHeap')}): ${Math.round(each('worker') * REPLACED_AFTER)} MB until the worker is replaced after ${REPLACED_AFTER}.`,
  );
}

/** Holds a conversation with an open microphone, and interruptions. */
async function talk({ client }: Service, avatar: string): Promise<void> {
  const started = await startConversation(client, avatar);
  const consumer = new LiveConsumer(started.avatarIdentity);
  const state = (wanted: string) => consumer.until(wanted, () => consumer.states.at(-1) === wanted, WAIT_MS);
  await consumer.join(started.serverUrl, started.token);
  await consumer.openMicrophone();
  await state('speaking');
  for (const question of QUESTIONS.slice(0, TURNS)) {
    await pause(LISTEN_MS);
    await consumer.interrupt();
    await state('listening');
    await consumer.type(question);
    await state('speaking');
  }
  await stopConversation(client, started.id);
  await consumer.leave();
  await pause(SETTLE_MS);
}
