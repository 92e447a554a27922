import { loadavg } from 'node:os';
import { join } from 'node:path';
import { createVisavisClient, type VisavisClient } from '@visavis/client';
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import { SmallDisk } from '@visavis/tests/dist/support/small-disk.js';
import type { Report } from '../support/report.ts';
import { pause, type Scope } from '../support/scope.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { openChaosRelay } from './chaos-relay.ts';
import { Conversing } from './conversing.ts';
import { FaultyService } from './faulty-service.ts';
import { judge } from './verdict.ts';
import { FaultLedger } from './write-ledger.ts';

const SETTLED_MS = 5_000;
/** Far longer than any response takes: a request without a response by then never gets one. */
const PATIENCE_MS = 30_000;
/**
 * How long a client may take to finish: it may wait for a greeting that does not come, then for a request that is not
 * answered.
 */
const LAST_STEP_MS = 90_000;

export const FAULT_NAMES = ['worker', 'rooms', 'store', 'service', 'disk', 'drop', 'delay'] as const;

type FaultName = (typeof FAULT_NAMES)[number];

/** Faults that end conversations. Conversations survive the loss of the database, a full disk and lost connections. */
const ENDS_CONVERSATIONS: ReadonlySet<FaultName> = new Set(['worker', 'rooms', 'service']);

/** @param only the faults to choose from */
export async function playFaults(
  scope: Scope,
  report: Report,
  { seed, minutes, only }: { seed: number; minutes: number; only: readonly FaultName[] },
): Promise<void> {
  const startedAt = performance.now();
  const note = (what: string) =>
    process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${what}\n`);
  const disk = await SmallDisk.open();
  scope.later(() => disk.close());
  const service = await FaultyService.open(join(disk.folder, 'data'), note);
  scope.later(() => service.close());
  const relay = await openChaosRelay(scope, service.port);
  // Decides which fault occurs when: the same for a seed, whatever the effects of earlier faults.
  const schedule = seededRandom(seed);
  // Chooses the details of a fault; its target depends on what is running.
  const details = seededRandom(seed + 1_000_000);
  const faults: Record<FaultName, () => Promise<string> | string> = {
    worker: () => service.killWorker(details),
    rooms: () => service.killThread('room-server-thread'),
    store: () => service.killThread('database-thread'),
    service: () => service.kill(),
    disk: async () => {
      if (!disk.isOwn) return 'no disk of its own to fill';
      disk.fill();
      await pause(2000 + details() * 5000);
      await disk.free();
      return 'the disk filled';
    },
    drop: () => `connections dropped${relay.drop(() => details() < 0.5) > 0 ? '' : ' (none open)'}`,
    delay: async () => {
      relay.delayMs = 100 + details() * 900;
      await pause(2000 + details() * 4000);
      relay.delayMs = 0;
      return 'connections delayed';
    },
  };

  note(`the service writes its log to ${service.logFile}`);
  await service.start();
  await pause(SETTLED_MS);
  const memoryBeforeMb = service.memoryMb();
  const [ledger, conversing] = [new FaultLedger(), new Conversing()];
  const counts = new Map<string, number>();
  const killedAt: number[] = [];
  const until = performance.now() + minutes * 60_000;
  let isOver = false;
  const client = createFaultClient(relay.url);
  const write = async () => {
    for (let count = 0; !isOver; count++) {
      const before = ledger.acknowledged;
      await ledger.step(client, count);
      await pause(ledger.acknowledged === before ? 500 : 50);
    }
  };
  const clients = [
    write(),
    write(),
    ...[1, 2].map((n) => conversing.go(client, seededRandom(seed + n), () => isOver)),
  ];
  while (performance.now() < until) {
    await pause(3000 + schedule() * 12_000);
    const name = only[Math.floor(schedule() * only.length)]!;
    if (ENDS_CONVERSATIONS.has(name)) killedAt.push(Date.now());
    const what = await faults[name]();
    counts.set(what, (counts.get(what) ?? 0) + 1);
    note(what);
    await service.keepRunning();
  }
  isOver = true;
  await disk.free();
  note('no more faults: the clients end what they have begun');
  const late = pause(LAST_STEP_MS).then(() => true);
  const isLate = await Promise.race([Promise.all(clients).then(() => false), late]);
  const { complaints, reasons, memoryMb } = await judge({
    // Not through the relay, because its faults are not those of the service.
    client: createFaultClient(`http://127.0.0.1:${service.port}`),
    service,
    ledger,
    conversing,
    memoryBeforeMb,
    killedAt,
    note,
  });
  if (isLate) complaints.push(`a client had not ended its step after ${LAST_STEP_MS / 1000} s`);

  const { deaths } = service;
  report.heading(`Seed ${seed}, ${minutes} minutes`);
  report.text(
    `Disk: ${disk.describe()}. Load of the machine at the end: ${loadavg()[2]!.toFixed(1)} in 15 minutes.\n`,
  );
  report.table([['fault', 'times'], ...sorted(counts)]);
  report.table([['conversations ended with', 'times'], ...sorted(reasons)]);
  report.table([
    ['', ''],
    ['acknowledged writes', String(ledger.acknowledged)],
    ['conversations started and acknowledged', String(conversing.ids.size)],
    ['of which the greeting was heard', String(conversing.heard)],
    ['memory before and after, MB', `${memoryBeforeMb.toFixed(0)}, ${memoryMb.toFixed(0)}`],
    ['exits of the service that it chose itself', String(deaths.length)],
  ]);
  report.table([['writes that failed with', 'times'], ...sorted(ledger.failures)]);
  report.table([['conversations that failed with', 'times'], ...sorted(conversing.failures)]);
  for (const death of deaths) report.text(`The service ended itself: ${death}`);
  if (complaints.length === 0)
    report.text(
      'Verdict: nothing is missing, every conversation has a reason, none is said to have crashed that did not, no place is taken.',
    );
  for (const complaint of complaints.slice(0, 50)) report.text(`FAULT: ${complaint}`);
  if (complaints.length > 0 || deaths.length > 0) process.exitCode = 1;
}

/**
 * Creates a client with a timeout: a service that never responds must be reported as faulty, instead of blocking the
 * run.
 */
function createFaultClient(baseUrl: string): VisavisClient {
  return createVisavisClient({
    baseUrl,
    apiKey: TEST_API_KEY,
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }),
  });
}

function sorted(counts: Map<string, number>): string[][] {
  return [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([what, n]) => [what, String(n)]);
}
