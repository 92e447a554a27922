/** Jobs that one of the processes that share the store does from time to time. */
import type { Services } from '../domain/services.ts';
import type { Logger } from '../lib/logger.ts';
import { repeat } from '../lib/repeat.ts';
import { enqueueJob } from '../store/jobs/enqueue-job.ts';
import { JobRunner } from '../store/jobs/job-runner.ts';
import { foldChanges, recountAll } from '../store/lists/recount.ts';
import type { Database } from '../store/open-database.ts';

const APPLY_RETENTION = 'apply_retention';
const CHECK_COUNTS = 'check_counts';
const FOLD_EVERY_MS = 3_000;
/** Polls rarely, because due jobs also cause a notification. */
const POLL_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Maintains the counts of lists: adds pending changes, and recounts the rows once a day. */
export async function startCounting(database: Database, log: Logger): Promise<{ stop(): Promise<void> }> {
  const { kysely } = database;
  // One process does it: a second job of the same day is not added.
  const plan = (runAt: Date) =>
    enqueueJob(kysely, {
      kind: CHECK_COUNTS,
      payload: {},
      runAt,
      uniqueKey: runAt.toISOString().slice(0, 10),
    });
  const runner = new JobRunner({
    db: database,
    log,
    pollMs: POLL_MS,
    handlers: {
      [CHECK_COUNTS]: {
        async run(_payload, { signal }) {
          await plan(new Date(Date.now() + 24 * HOUR_MS));
          const tell = (organizationId: string, wrong: number) =>
            log.warn(
              { event: 'store.counts_corrected', organizationId, wrong },
              'the service corrected wrong counts of lists',
            );
          await recountAll(kysely, tell, signal);
        },
      },
    },
  });
  await plan(new Date(Date.now() + HOUR_MS));
  await runner.start();

  const folding = repeat(() => foldChanges(kysely), {
    everyMs: FOLD_EVERY_MS,
    onFailure: (err) =>
      log.warn(
        { event: 'store.counts_not_updated', err },
        'the service could not update the counts of lists',
      ),
  });
  return {
    stop: async () => {
      await folding.stop();
      await runner.stop();
    },
  };
}

/** Applies retention at the start and every hour, in one of the processes that share the store. */
export async function startRetention(
  database: Database,
  { retention, auditLog }: Pick<Services, 'retention' | 'auditLog'>,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const runner = new JobRunner({
    db: database,
    log,
    pollMs: POLL_MS,
    handlers: {
      [APPLY_RETENTION]: {
        run: async (_payload, { signal }) => {
          await retention.apply(signal);
          await auditLog.purge(signal);
        },
      },
    },
  });
  const plan = () =>
    enqueueJob(database.kysely, { kind: APPLY_RETENTION, payload: {}, uniqueKey: 'all' }).catch(
      (err: unknown) =>
        log.warn(
          { event: 'retention.not_planned', err },
          'the service could not plan the job that applies retention',
        ),
    );
  await runner.start();
  await plan();
  const timer = setInterval(() => void plan(), HOUR_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await runner.stop(1_000);
    },
  };
}
