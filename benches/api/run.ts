import type { ChildProcess } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@visavis/server/dist/store/open-database.js';
import { findPostgres, startPostgres } from '@visavis/tests/dist/support/postgres.js';
import type { Bench } from '../support/bench.ts';
import { ask, cpuSeconds, startChild } from '../support/processes.ts';
import { type Row, summarize } from '../support/report.ts';
import { type Scope, temporaryFolder, within } from '../support/scope.ts';
import { startService, TEST_API_KEY } from '../support/service.ts';
import type { Load, LoadResult } from './load-process.ts';
import { LISTED, seed } from './seed.ts';

const CALLERS = 32;
/** Requests sent first, so that V8 has compiled the measured code, unless that takes too long. */
const WARM_UP = { requests: 8_000, mostMs: 15_000 };
const AGAIN_WARM_MS = 300;
/** The service and the bare handler alternate, so that other load on the machine affects both. */
const ROUNDS = 4;
const SETTINGS = {
  // Requests are still counted, but none is refused.
  VISAVIS_LIMIT_REQUESTS_PER_MINUTE: '100000000',
  NODE_ENV: 'production',
};
interface Operation {
  name: string;
  /** The path after `/v1` of the service, and that of the bare handler. */
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** One side, the service or the bare handler, and its measurements so far. */
interface Side {
  url: string;
  pid: number;
  headers: Record<string, string>;
  latencies: number[];
  seconds: number;
  cpu: number;
}

const AGENT = JSON.stringify({
  provider: 'gemini',
  name: 'Guide',
  voice: 'Puck',
  instructions: 'You show people around the museum. '.repeat(6),
  greetingMsg: 'Welcome!',
});
const operations = (agentId: string): Operation[] => [
  { name: 'get an agent', path: `/agents/${agentId}` },
  { name: `list 20 of ${LISTED.agents} agents`, path: `/agents?client=${LISTED.client}` },
  { name: `list 20 of ${LISTED.sessions} sessions, ${LISTED.entriesEach} entries each`, path: '/sessions' },
  // Last, because the faster side creates more rows, and would have more to list.
  { name: 'create an agent', path: '/agents', body: AGENT },
  {
    name: 'create with Idempotency-Key',
    path: '/agents',
    body: AGENT,
    headers: { 'idempotency-key': 'bench-{n}' },
  },
];

/** `seconds` is the time per round and side; `store` and `operation` limit what is measured. */
export async function run({ options, report }: Bench): Promise<void> {
  const { seconds, store, operation } = options({ seconds: 3, store: '', operation: '' });
  report.text(
    `${CALLERS} callers, ${ROUNDS} rounds of ${seconds} s a side in turns; the callers on this machine.`,
  );
  const kinds: Kind[] = findPostgres() ? ['postgres', 'embedded'] : ['embedded'];
  for (const kind of kinds.filter((one) => !store || one === store)) {
    await within(async (scope) => {
      const { agentId, ours, bare } = await openSides(scope, kind);
      report.heading(kind === 'postgres' ? 'PostgreSQL on this machine, with fsync' : 'the embedded store');
      const rows: Row[] = [];
      for (const one of operations(agentId)) {
        if (one.name.includes(operation)) rows.push(...(await measure(one, ours, bare, seconds * 1000)));
      }
      report.table([
        ['', '', 'n', 'per second', 'median ms', 'p95 ms', 'p99 ms', 'CPU µs each', 'speed, CPU to bare'],
        ...rows,
      ]);
    });
  }
  report.text('Target: at least 60 % of the speed of the bare handler; p99 < 50 ms on PostgreSQL.');
  report.text(
    'CPU: of the process that answers, with the embedded store in it, without PostgreSQL beside it.',
  );
}

type Kind = 'postgres' | 'embedded';
type Place = Pick<Side, 'url' | 'pid'>;

async function openSides(scope: Scope, kind: Kind): Promise<{ agentId: string; ours: Place; bare: Place }> {
  const dataDir = await temporaryFolder(scope);
  const postgres = kind === 'postgres' ? await startPostgres({ durable: true }) : undefined;
  if (postgres) scope.later(() => postgres.stop());
  const url = postgres?.url;
  const settings = { ...SETTINGS, ...(url && { DATABASE_URL: url }) };
  const own = join(dataDir, 'store');
  // The service creates the tables, and is stopped while they are filled.
  await within((first) => startService(first, settings, dataDir));
  const database = await openDatabase(url ? { url, migrate: false } : { dataDir: own });
  const { organizationId, agentId } = await seed(database.pool);
  await database.close();
  let place = url;
  if (!place) {
    // An embedded database belongs to one process, so the bare handler uses a copy.
    place = await temporaryFolder(scope);
    await cp(own, place, { recursive: true });
  }
  const service = await startService(scope, settings, dataDir);
  const child = startChild(scope, new URL('./bare-process.js', import.meta.url), [place, organizationId]);
  return {
    agentId,
    ours: { url: `${service.url}/v1`, pid: service.child.pid! },
    bare: { url: `http://127.0.0.1:${await ask<number>(child)}`, pid: child.pid! },
  };
}

function measure(operation: Operation, ours: Place, bare: Place, durationMs: number): Promise<Row[]> {
  return within(async (scope) => {
    const side = (place: Place, headers: Record<string, string>): Side => ({
      ...place,
      headers,
      latencies: [],
      seconds: 0,
      cpu: 0,
    });
    const sides = [side(ours, { 'x-api-key': TEST_API_KEY, ...operation.headers }), side(bare, {})] as const;
    const callers = startChild(scope, new URL('./load-process.js', import.meta.url));
    for (const one of sides) {
      const end = performance.now() + WARM_UP.mostMs;
      for (let answered = 0; answered < WARM_UP.requests && performance.now() < end; )
        answered += (await load(callers, operation, one, 500)).latencies.length;
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const one of sides) {
        await load(callers, operation, one, AGAIN_WARM_MS);
        const before = cpuSeconds(one.pid);
        const result = await load(callers, operation, one, durationMs);
        one.cpu += cpuSeconds(one.pid) - before;
        one.latencies.push(...result.latencies);
        one.seconds += result.durationMs / 1_000;
      }
    }
    const [mine, theirs] = sides.map(({ latencies, seconds, cpu }) => {
      const { n, median, p95, p99 } = summarize(latencies);
      return {
        rate: n / seconds,
        cpu: (cpu * 1e6) / n,
        row: [n, n / seconds, median, p95, p99, (cpu * 1e6) / n],
      };
    });
    const ratios = [mine!.rate / theirs!.rate, mine!.cpu / theirs!.cpu].map((ratio) => ratio.toFixed(2));
    return [
      [operation.name, 'Visavis', ...mine!.row, ratios.join(', ')],
      ['', 'bare (yardstick)', ...theirs!.row],
    ];
  });
}

async function load(
  callers: ChildProcess,
  { path, body }: Operation,
  { url, headers }: Side,
  durationMs: number,
): Promise<LoadResult> {
  const order: Load = { url: url + path, headers, ...(body && { body }), callers: CALLERS, durationMs };
  const result = await ask<LoadResult>(callers, order);
  if (Object.keys(result.refused).length > 0)
    throw new Error(`${path} was refused: ${JSON.stringify(result.refused)}`);
  return result;
}
