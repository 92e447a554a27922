import type { Services } from '../domain/services.ts';
import { repeat } from '../lib/repeat.ts';
import { enqueueJob } from '../store/jobs/enqueue-job.ts';
import type { JobRunner } from '../store/jobs/job-runner.ts';
import { foldChanges, recountAll } from '../store/lists/recount.ts';
import type { Foundation } from './foundation.ts';

const APPLY_RETENTION = 'apply_retention';
const CHECK_COUNTS = 'check_counts';
const FOLD_EVERY_MS = 3_000;
const REAP_EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;
/** Both jobs stop on request, and run again later. */
const GRACE_MS = 1_000;

/**
 * Starts periodic work: retention at the start and every hour, and a daily recount of list counts (both as jobs, which
 * one of the processes that share the store runs); adding pending changes to the counts; and ending conversations whose
 * worker died or whose limit was reached.
 */
export async function startPeriodicJobs(
  { database, log }: Pick<Foundation, 'database' | 'log'>,
  { retention, auditLog, reaper }: Pick<Services, 'retention' | 'auditLog' | 'reaper'>,
  jobs: JobRunner,
): Promise<{ stop(): Promise<void> }> {
  const { kysely } = database;
  // A second job for the same day is not added.
  const planRecount = (runAt: Date) =>
    enqueueJob(kysely, {
      kind: CHECK_COUNTS,
      payload: {},
      runAt,
      uniqueKey: runAt.toISOString().slice(0, 10),
    });
  const planRetention = () => enqueueJob(kysely, { kind: APPLY_RETENTION, payload: {}, uniqueKey: 'all' });
  jobs.handle(CHECK_COUNTS, {
    graceMs: GRACE_MS,
    async run(_payload, { signal }) {
      await planRecount(new Date(Date.now() + 24 * HOUR_MS));
      const warn = (organizationId: string, wrong: number) =>
        log.warn(
          { event: 'store.counts_corrected', organizationId, wrong },
          'the service corrected wrong list counts; nothing needs to be done',
        );
      await recountAll(kysely, warn, signal);
    },
  });
  jobs.handle(APPLY_RETENTION, {
    graceMs: GRACE_MS,
    async run(_payload, { signal }) {
      await retention.apply(signal);
      await auditLog.purge(signal);
    },
  });
  await planRecount(new Date(Date.now() + HOUR_MS));
  const repeated = [
    repeat(planRetention, {
      everyMs: HOUR_MS,
      atOnce: true,
      onFailure: (err) =>
        log.warn(
          { event: 'retention.not_planned', err },
          'the service could not schedule the job that deletes expired data',
        ),
    }),
    repeat(() => foldChanges(kysely), {
      everyMs: FOLD_EVERY_MS,
      onFailure: (err) =>
        log.warn({ event: 'store.counts_not_updated', err }, 'the service could not update the list counts'),
    }),
    // This fails while the store does. The next run ends what this one could not, so a failure is only logged.
    repeat(() => reaper.reap(), {
      everyMs: REAP_EVERY_MS,
      onFailure: (err) =>
        log.error(
          { event: 'conversation.reaping_failed', err },
          'the service could not end conversations whose worker died or whose limit was reached; it tries again',
        ),
    }),
  ];
  return {
    stop: async () => {
      await Promise.all(repeated.map((each) => each.stop()));
    },
  };
}
