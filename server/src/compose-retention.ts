import type { Services } from './domain/services.ts';
import type { Logger } from './lib/logger.ts';
import { enqueueJob } from './store/jobs/enqueue-job.ts';
import { JobRunner } from './store/jobs/job-runner.ts';
import type { Database } from './store/open-database.ts';

const APPLY_RETENTION = 'apply_retention';
const EVERY_MS = 3_600_000;
/** Polls rarely, because due jobs also cause a notification. */
const LOOK_MS = 60_000;

/** Applies retention at the start and every hour, in one of the processes that share the store. */
export async function startRetention(
  database: Database,
  { retention, auditLog }: Pick<Services, 'retention' | 'auditLog'>,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const runner = new JobRunner({
    db: database,
    log,
    pollMs: LOOK_MS,
    handlers: {
      [APPLY_RETENTION]: {
        run: async (_payload, { signal }) => {
          await retention.apply(signal);
          await auditLog.purge(signal);
        },
      },
    },
  });
  const ask = () =>
    enqueueJob(database.kysely, { kind: APPLY_RETENTION, payload: {}, uniqueKey: 'all' }).catch(
      (err: unknown) => log.warn({ err }, 'the retention could not be asked for'),
    );
  await runner.start();
  await ask();
  const timer = setInterval(() => void ask(), EVERY_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await runner.stop(1_000);
    },
  };
}
