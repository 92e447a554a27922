import { Kysely, PostgresDialect } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Deferred } from '../../lib/deferred.ts';
import type { Schema } from '../schema.ts';
import { useTestDatabase } from '../testing/use-test-database.ts';
import { enqueueJob } from './enqueue-job.ts';
import {
  type JobHandler,
  JobRunner,
  type JobRunnerOptions,
  ProcessEndedError,
  ResourceNeeded,
} from './job-runner.ts';
import { claimJobs, purgeFinished, requeueExpired } from './job-statements.ts';

const eventually = <T>(get: () => T) => expect.poll(get);
const runners: JobRunner[] = [];

const db = useTestDatabase();
beforeEach(() => db.pool.query('delete from jobs'));
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop(0)));
  vi.useRealTimers();
});

async function startRunner(
  handlers: Record<string, JobHandler>,
  options: Partial<JobRunnerOptions> = {},
): Promise<JobRunner> {
  const runner = new JobRunner({ db, pollMs: 50, ...options });
  for (const [kind, handler] of Object.entries(handlers)) runner.handle(kind, handler);
  runners.push(runner);
  await runner.start();
  return runner;
}

const findJob = (id: string | undefined) =>
  db.kysely
    .selectFrom('jobs')
    .selectAll()
    .where('id', '=', id ?? '')
    .executeTakeFirst();
const stateOf = async (id: string | undefined) => (await findJob(id))?.state;

it('gives an extra slot to each lane without a running job', async () => {
  const blocked = new Deferred();
  const running: string[] = [];
  const add = (lane: string) => enqueueJob(db.kysely, { kind: 'call', payload: lane, lane });
  for (const lane of ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']) await add(lane);
  await startRunner({
    call: {
      concurrency: 2,
      perLane: 2,
      reservedLaneSlots: 1,
      run: async (payload) => {
        running.push(String(payload));
        if (payload !== 'c') await blocked.promise;
      },
    },
  });
  // The third slot takes the first jobs of lanes one after the other, as long as they end.
  await eventually(() => running).toEqual(['a', 'b', 'c', 'd']);
  blocked.resolve();
  await eventually(() => running).toHaveLength(8);
});

it('lanes take turns, however many jobs a lane has and however old they are', async () => {
  const seen: string[] = [];
  for (const lane of ['a', 'a', 'a', 'b', 'b', 'c'])
    await enqueueJob(db.kysely, { kind: 'index', payload: lane, lane });
  await startRunner({ index: { perLane: 4, run: async (payload) => void seen.push(String(payload)) } });
  await eventually(() => seen.join('')).toBe('abcaba');
});

it('of jobs that need the same resource exclusively one runs at a time; the others hold no slot, and lanes take turns', async () => {
  const ends = new Deferred();
  const seen: string[] = [];
  const add = (lane: string, holds: string) =>
    enqueueJob(db.kysely, { kind: 'read', payload: lane + holds, lane, holds });
  for (const [lane, holds] of ['aX', 'aX', 'aX', 'bX', 'aY', 'cZ']) await add(lane!, holds!);
  let [together, most] = [0, 0];
  const handler: JobHandler = {
    concurrency: 3,
    perLane: 2,
    run: async (payload) => {
      seen.push(String(payload));
      most = Math.max(most, String(payload).endsWith('X') ? ++together : 0);
      await ends.promise;
      if (String(payload).endsWith('X')) together--;
    },
  };
  await startRunner({ read: handler });
  await startRunner({ read: handler });
  await eventually(() => [...seen].sort()).toEqual(['aX', 'aY', 'cZ']);
  ends.resolve();
  await eventually(() => seen).toHaveLength(6);
  expect(seen.filter((job) => job.endsWith('X'))).toEqual(['aX', 'bX', 'aX', 'aX']);
  expect(most).toBe(1);
});

it('a job that turns out to need another resource waits for it, without losing an attempt', async () => {
  const ends = new Deferred();
  const seen: unknown[] = [];
  await startRunner({
    read: {
      concurrency: 2,
      run: async (payload, { attempt }) => {
        seen.push([payload, attempt]);
        if (payload === 'moved') throw new ResourceNeeded('X', 'moved to X');
        if (payload === 'X') await ends.promise;
      },
    },
  });
  const job = { kind: 'read', maxAttempts: 1 };
  await enqueueJob(db.kysely, { ...job, payload: 'X', holds: 'X' });
  const moved = await enqueueJob(db.kysely, { ...job, payload: 'moved', holds: 'Y' });
  await eventually(() => seen).toHaveLength(2);
  await eventually(() => stateOf(moved)).toBe('queued');
  ends.resolve();
  await eventually(() => stateOf(moved)).toBe('succeeded');
  expect(seen.at(-1)).toEqual(['moved to X', 1]);
});

it('is notified of a job at once, long before the next poll', async () => {
  const ran = new Deferred();
  await startRunner({ greet: { run: async () => ran.resolve() } }, { pollMs: 600_000 });
  await enqueueJob(db.kysely, { kind: 'greet', payload: null });
  await ran.promise;
});

it('runs a job added in a transaction only if that commits', async () => {
  const seen: unknown[] = [];
  await startRunner({
    greet: { run: async (payload) => void seen.push(payload) },
  });
  await db.kysely
    .transaction()
    .execute(async (trx) => {
      await enqueueJob(trx, { kind: 'greet', payload: 'undone' });
      throw new Error('no');
    })
    .catch(() => undefined);
  await db.kysely.transaction().execute(async (trx) => {
    await enqueueJob(trx, { kind: 'greet', payload: 'done' });
  });
  await eventually(() => seen).toEqual(['done']);
});

it('runs jobs at their scheduled time and in that order', async () => {
  const seen: unknown[] = [];
  const soon = (ms: number) => new Date(Date.now() + ms);
  await enqueueJob(db.kysely, { kind: 'greet', payload: 'never', runAt: soon(3_600_000) });
  await enqueueJob(db.kysely, { kind: 'greet', payload: 'later', runAt: soon(400) });
  await enqueueJob(db.kysely, { kind: 'greet', payload: 'now', runAt: soon(-1_000) });
  await startRunner({
    greet: { run: async (payload) => void seen.push(payload) },
  });
  await eventually(() => seen).toEqual(['now', 'later']);
});

it('adds only one job for a unique key while it waits or runs, and another one afterwards', async () => {
  const job = { kind: 'index', payload: null, uniqueKey: 'document-1' };
  const first = await enqueueJob(db.kysely, job);
  expect(first).toBeDefined();
  expect(await enqueueJob(db.kysely, job)).toBeUndefined();
  expect(await enqueueJob(db.kysely, { ...job, uniqueKey: 'document-2' })).toBeDefined();
  await startRunner({ index: { run: async () => undefined } });
  await eventually(() => stateOf(first)).toBe('succeeded');
  expect(await enqueueJob(db.kysely, job)).toBeDefined();
});

it('gives each job to only one of many runners', async () => {
  const seen: unknown[] = [];
  const handler: JobHandler = {
    concurrency: 4,
    run: async (payload) => {
      seen.push(payload);
    },
  };
  const again = await db.openAgain?.();
  try {
    for (let n = 0; n < 60; n += 1) await enqueueJob(db.kysely, { kind: 'count', payload: n });
    await startRunner({ count: handler });
    await startRunner({ count: handler }, { db: again ?? db });
    await eventually(() => seen.length).toBe(60);
    expect(new Set(seen).size).toBe(60);
    await Promise.all(runners.splice(0).map((runner) => runner.stop()));
  } finally {
    await again?.close();
  }
});

describe('a job that fails', () => {
  it('is retried after growing pauses and finally succeeds', async () => {
    const attempts: number[] = [];
    await startRunner({
      flaky: {
        firstRetryMs: 20,
        run: async (_payload, { attempt }) => {
          attempts.push(attempt);
          if (attempt < 3) throw new Error(`not yet ${attempt}`);
        },
      },
    });
    const id = await enqueueJob(db.kysely, { kind: 'flaky', payload: null, maxAttempts: 3 });
    await eventually(() => stateOf(id)).toBe('succeeded');
    expect(attempts).toEqual([1, 2, 3]);
  });

  it('is given up and marked dead with its error after the last attempt', async () => {
    const givenUp: unknown[] = [];
    await startRunner({
      broken: {
        firstRetryMs: 1,
        run: async () => {
          throw new TypeError('cannot\0 work');
        },
        onGivenUp: async (payload, error) => void givenUp.push([payload, error]),
      },
    });
    const id = await enqueueJob(db.kysely, { kind: 'broken', payload: 7, maxAttempts: 2 });
    await eventually(() => stateOf(id)).toBe('dead');
    expect(await findJob(id)).toMatchObject({
      attempts: 2,
      payload: 7,
      last_error: 'TypeError: cannot work',
    });
    expect(givenUp).toEqual([[7, new TypeError('cannot\0 work')]]);
  });
});

describe('when a process dies', () => {
  it('its jobs run elsewhere once the lease is over', async () => {
    const id = await enqueueJob(db.kysely, { kind: 'index', payload: null });
    // Leaves the row as a process does that is killed while it runs the job.
    expect(await claimJobs(db.kysely, { kind: 'index', limit: 1, leaseMs: 600_000 })).toHaveLength(1);
    const seen: number[] = [];
    // Without `start`, which on the embedded database takes over such jobs at once.
    expect(await requeueExpired(db.kysely)).toBe(0);
    await db.pool.query("update jobs set lease_until = clock_timestamp() - interval '1 millisecond'");
    expect(await requeueExpired(db.kysely)).toBe(1);
    await startRunner({
      index: {
        run: async (_payload, { attempt }) => {
          seen.push(attempt);
        },
      },
    });
    await eventually(() => stateOf(id)).toBe('succeeded');
    expect(seen).toEqual([2]);
  });

  it.each([
    { deaths: 'as often as it may be tried', times: 3, maxCrashedAttempts: undefined },
    { deaths: 'as often as its kind may', times: 2, maxCrashedAttempts: 2 },
  ])(
    'a job that killed its process $deaths is given up, and not run',
    async ({ times, maxCrashedAttempts }) => {
      const id = await enqueueJob(db.kysely, { kind: 'deadly', payload: 7, maxAttempts: 3 });
      for (let death = 0; death < times; death++) {
        expect(await claimJobs(db.kysely, { kind: 'deadly', limit: 1, leaseMs: 0 })).toHaveLength(1);
        expect(await requeueExpired(db.kysely, true)).toBe(1);
      }
      let runs = 0;
      const givenUp: unknown[] = [];
      await startRunner({
        deadly: {
          ...(maxCrashedAttempts && { maxCrashedAttempts }),
          run: async () => void runs++,
          onGivenUp: async (payload, error) => void givenUp.push([payload, error]),
        },
      });
      await eventually(() => stateOf(id)).toBe('dead');
      expect(runs).toBe(0);
      expect(givenUp).toEqual([[7, expect.any(ProcessEndedError)]]);
      expect((await findJob(id))?.last_error).toBe('ProcessEndedError: the process that ran the job ended');
    },
  );

  it('a run whose lease expired is aborted, and its outcome is ignored', async () => {
    const started = new Deferred();
    const told = new Deferred();
    const release = new Deferred();
    await startRunner(
      {
        index: {
          run: async (_payload, { signal, attempt }) => {
            if (attempt > 1) return;
            signal.addEventListener('abort', () => told.resolve());
            started.resolve();
            await release.promise;
            throw new Error('too late');
          },
        },
      },
      { leaseMs: 200 },
    );
    const id = await enqueueJob(db.kysely, { kind: 'index', payload: null });
    // The state is not polled: on a busy machine the lease may expire before it is read.
    await started.promise;
    // Another process takes over the job.
    await requeueExpired(db.kysely, true);
    await told.promise;
    release.resolve();
    await eventually(() => stateOf(id)).toBe('succeeded');
    expect((await findJob(id))?.last_error).toBeNull();
  });

  it('a long job keeps its lease', async () => {
    // Fake timers, so that the lease is only renewed when the test advances the time.
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const started = new Deferred();
    const release = new Deferred();
    let runs = 0;
    await startRunner(
      {
        long: {
          run: async () => {
            runs += 1;
            started.resolve();
            await release.promise;
          },
        },
      },
      { leaseMs: 600_000 },
    );
    const id = await enqueueJob(db.kysely, { kind: 'long', payload: null });
    await started.promise;
    await db.pool.query("update jobs set lease_until = started_at + interval '9 minutes'");
    vi.advanceTimersByTime(200_000);
    const isRenewed = async () =>
      (await db.pool.query(`select lease_until > started_at + interval '10 minutes' as renewed from jobs`))
        .rows[0]?.renewed;
    await eventually(isRenewed).toBe(true);
    release.resolve();
    await eventually(() => stateOf(id)).toBe('succeeded');
    expect(runs).toBe(1);
  });
});

describe('stop', () => {
  it('waits for running jobs and starts no more', async () => {
    const started = new Deferred();
    const release = new Deferred();
    const runner = await startRunner({
      slow: {
        run: async () => {
          started.resolve();
          await release.promise;
        },
      },
    });
    const first = await enqueueJob(db.kysely, { kind: 'slow', payload: null });
    await started.promise;
    const stopped = runner.stop(10_000);
    const second = await enqueueJob(db.kysely, { kind: 'slow', payload: null });
    release.resolve();
    await stopped;
    expect([await stateOf(first), await stateOf(second)]).toEqual(['succeeded', 'queued']);
  });

  it('releases jobs that do not end in time, without counting the attempt', async () => {
    const started = new Deferred();
    const runner = await startRunner({
      endless: {
        run: async (_payload, { signal }) => {
          started.resolve();
          await new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(new Error('stopped')));
          });
        },
      },
    });
    const id = await enqueueJob(db.kysely, { kind: 'endless', payload: null });
    await started.promise;
    await runner.stop(0);
    expect(await findJob(id)).toMatchObject({ state: 'queued', attempts: 0 });
  });
});

it('removes finished jobs after a day and dead ones after a month', async () => {
  await db.pool.query(`
    insert into jobs (kind, payload, state, finished_at) values
      ('a', '1', 'succeeded', now() - interval '25 hours'), ('b', '1', 'succeeded', now() - interval '23 hours'),
      ('c', '1', 'dead', now() - interval '31 days'), ('d', '1', 'dead', now() - interval '29 days')`);
  await purgeFinished(db.kysely);
  const { rows } = await db.pool.query('select kind from jobs order by kind');
  expect(rows.map((row) => row.kind)).toEqual(['b', 'd']);
});

it('removes finished jobs in batches', async () => {
  await db.pool.query(`
    insert into jobs (kind, payload, state, finished_at)
    select 'many', '1', 'succeeded', now() - interval '25 hours' from generate_series(1, 2500)`);
  const deletions: string[] = [];
  const logged = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: db.pool }),
    log: ({ query }) => void (query.sql.includes("state = 'succeeded'") && deletions.push(query.sql)),
  });
  await purgeFinished(logged);
  expect(deletions).toHaveLength(3);
  const { rows } = await db.pool.query("select 1 from jobs where kind = 'many'");
  expect(rows).toEqual([]);
});
