import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@visavis/server/dist/store/open-database.js';
import { findPostgres, startPostgres } from '@visavis/tests/dist/support/postgres.js';
import { cpuSeconds } from '../support/processes.ts';
import { type Bench, summarize } from '../support/report.ts';
import { type Service, startService, TEST_API_KEY } from '../support/service.ts';
import type { Load, LoadResult } from './load-process.ts';
import { LISTED, seed } from './seed.ts';

const CALLERS = 32;
/** Requests to send first, so that V8 has compiled the measured code, unless that takes too long. */
const WARM_UP = { requests: 8_000, mostMs: 15_000 };
const AGAIN_WARM_MS = 300;
/** The service and the bare handler take turns, so that other load on the machine affects both. */
const ROUNDS = 4;

interface Operation {
  name: string;
  method: string;
  ours: string;
  bare: string;
  headers?: Record<string, string>;
  body?: string;
}

/** One side, the service or the bare handler, and its measurements so far. */
interface Side {
  port: number;
  pid: number;
  headers: Record<string, string>;
  latencies: number[];
  seconds: number;
  cpu: number;
}

const AGENT = {
  provider: 'gemini',
  name: 'Guide',
  voice: 'Puck',
  instructions: 'You show people around the museum. '.repeat(6),
};

function operations(agentId: string): Operation[] {
  const create = {
    method: 'POST',
    ours: '/v1/agents',
    bare: '/agents',
    body: JSON.stringify({ ...AGENT, greetingMsg: 'Welcome!' }),
  };
  return [
    { name: 'get an agent', method: 'GET', ours: `/v1/agents/${agentId}`, bare: `/agents/${agentId}` },
    {
      name: `list 20 of ${LISTED.agents} agents`,
      method: 'GET',
      ours: `/v1/agents?client=${LISTED.client}`,
      bare: `/agents?client=${LISTED.client}`,
    },
    {
      name: `list 20 of ${LISTED.sessions} sessions, ${LISTED.entriesEach} entries each`,
      method: 'GET',
      ours: '/v1/sessions',
      bare: '/sessions',
    },
    // Last, because the faster side has made more rows, and would have more to list.
    { ...create, name: 'create an agent' },
    { ...create, name: 'the same with Idempotency-Key', headers: { 'idempotency-key': 'bench-{n}' } },
  ];
}

/**
 * `[seconds] [embedded|postgres] [operation]`: seconds for each round and side; the last two limit what is measured.
 */
export const run: Bench = async ([seconds = '3', store = '', operation = ''], report) => {
  report.text(
    `${CALLERS} callers, ${ROUNDS} rounds of ${seconds} s a side in turns; the callers on this machine.`,
  );
  for (const setting of [embedded, postgres]) {
    if (store && setting.name !== store) continue;
    if (setting === postgres && !findPostgres()) continue;
    const opened = await setting();
    try {
      report.heading(opened.name);
      const rows: (string | number)[][] = [
        ['', '', 'n', 'per second', 'median ms', 'p95 ms', 'p99 ms', 'CPU µs each', 'share of bare'],
      ];
      for (const one of operations(opened.agentId)) {
        if (!one.name.includes(operation)) continue;
        rows.push(...(await measure(one, opened, Number(seconds) * 1_000)));
      }
      report.table(rows);
    } finally {
      await opened.close();
    }
  }
  report.text('\nTarget: at least 60% of the bare handler; p99 < 50 ms on PostgreSQL.');
  report.text(
    'CPU: of the process that answers, with the embedded store in it, without PostgreSQL beside it.',
  );
};

interface Opened {
  name: string;
  agentId: string;
  service: Service;
  bare: { child: ChildProcess; port: number };
  close(): Promise<void>;
}

const SETTINGS = {
  // Requests are still counted, but none is refused.
  VISAVIS_LIMIT_REQUESTS_PER_MINUTE: '100000000',
  VISAVIS_WORKERS: '1',
  NODE_ENV: 'production',
};

/** Two data directories with the same contents, since an embedded database belongs to one process. */
async function embedded(): Promise<Opened> {
  const dataDir = await mkdtemp(join(tmpdir(), 'visavis-bench-'));
  const store = join(dataDir, 'store');
  await (await startService({ dataDir })).stop();
  const database = await openDatabase({ dataDir: store });
  const { organizationId, agentId } = await seed(database.pool);
  await database.close();
  const copy = await mkdtemp(join(tmpdir(), 'visavis-bench-bare-'));
  await cp(store, copy, { recursive: true });
  const service = await startService({ dataDir, env: SETTINGS });
  const bare = await startBare(copy, organizationId);
  return {
    name: 'embedded store',
    agentId,
    service,
    bare,
    close: async () => {
      bare.child.kill();
      await service.dispose();
      await rm(copy, { recursive: true, force: true });
    },
  };
}

async function postgres(): Promise<Opened> {
  const server = await startPostgres({ durable: true });
  try {
    const service = await startService({ env: { ...SETTINGS, DATABASE_URL: server.url } });
    const database = await openDatabase({ url: server.url, migrate: false });
    const { organizationId, agentId } = await seed(database.pool);
    await database.close();
    const bare = await startBare(server.url, organizationId);
    return {
      name: 'PostgreSQL on the same machine, with fsync',
      agentId,
      service,
      bare,
      close: async () => {
        bare.child.kill();
        await service.dispose();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function startBare(place: string, organizationId: string) {
  const child = fork(new URL('./bare-process.js', import.meta.url), [place, organizationId], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const [port] = (await once(child, 'message')) as [number];
  return { child, port };
}

async function measure(operation: Operation, { service, bare }: Opened, durationMs: number) {
  const side = (port: number, pid: number, headers: Record<string, string>): Side => ({
    port,
    pid,
    headers,
    latencies: [],
    seconds: 0,
    cpu: 0,
  });
  const ours = side(Number(new URL(service.url).port), service.child.pid!, {
    'x-api-key': TEST_API_KEY,
    ...operation.headers,
  });
  const theirs = side(bare.port, bare.child.pid!, {});
  const sides = [
    [ours, operation.ours],
    [theirs, operation.bare],
  ] as const;
  const callers = fork(new URL('./load-process.js', import.meta.url), { serialization: 'advanced' });
  try {
    for (const [one, path] of sides) await warmUp(callers, operation, one, path);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [one, path] of sides) {
        await load(callers, operation, one, path, AGAIN_WARM_MS);
        const before = cpuSeconds(one.pid);
        const result = await load(callers, operation, one, path, durationMs);
        one.cpu += cpuSeconds(one.pid) - before;
        one.latencies.push(...result.latencies);
        one.seconds += result.durationMs / 1_000;
      }
    }
  } finally {
    callers.kill();
  }
  const share = rate(ours) / rate(theirs);
  return [
    [operation.name, 'Visavis', ...figures(ours), `${Math.round(share * 100)}%`],
    ['', 'bare', ...figures(theirs), ''],
  ];
}

async function warmUp(callers: ChildProcess, operation: Operation, side: Side, path: string): Promise<void> {
  const end = performance.now() + WARM_UP.mostMs;
  for (let answered = 0; answered < WARM_UP.requests && performance.now() < end; ) {
    answered += (await load(callers, operation, side, path, 500)).latencies.length;
  }
}

async function load(
  callers: ChildProcess,
  { method, body }: Operation,
  { port, headers }: Side,
  path: string,
  durationMs: number,
): Promise<LoadResult> {
  const order: Load = { port, method, path, headers, ...(body && { body }), callers: CALLERS, durationMs };
  callers.send(order);
  const broken = new AbortController();
  callers.once('exit', () => broken.abort());
  const [result] = (await once(callers, 'message', { signal: broken.signal })) as [LoadResult];
  callers.removeAllListeners('exit');
  const refused = Object.entries(result.refused);
  if (refused.length > 0) throw new Error(`${method} ${path} was refused: ${JSON.stringify(result.refused)}`);
  return result;
}

const rate = ({ latencies, seconds }: Side) => latencies.length / seconds;

function figures(side: Side): (string | number)[] {
  const { n, median, p95, p99 } = summarize(side.latencies);
  return [String(n), rate(side), median, p95, p99, (side.cpu * 1e6) / n];
}
