import type { Logger } from './lib/logger.ts';
import { repeat } from './lib/repeat.ts';
import { enqueueJob } from './store/jobs/enqueue-job.ts';
import { JobRunner } from './store/jobs/job-runner.ts';
import { foldChanges, recountAll } from './store/lists/recount.ts';
import type { Database } from './store/open-database.ts';

const CHECK_COUNTS = 'check_counts';
const FOLD_EVERY_MS = 1_000;
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
            log.warn({ organizationId, wrong }, 'counts of lists were wrong, and have been corrected');
          await recountAll(kysely, tell, signal);
        },
      },
    },
  });
  await plan(new Date(Date.now() + HOUR_MS));
  await runner.start();

  const folding = repeat(() => foldChanges(kysely), {
    everyMs: FOLD_EVERY_MS,
    onFailure: (err) => log.warn({ err }, 'changes of lists could not be added to their counts'),
  });
  return {
    stop: async () => {
      await folding.stop();
      await runner.stop();
    },
  };
}
