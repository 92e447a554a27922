import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Channel of NOTIFY; the payload is the kind of the job. */
export const JOBS_CHANNEL = 'visavis_jobs';

export interface NewJob {
  kind: string;
  /** JSON; what a handler needs to find its work, not the work itself. */
  payload: unknown;
  /** Not before this time; at once if absent. */
  runAt?: Date;
  /** Attempts before the job is laid aside as dead. Default 5. */
  maxAttempts?: number;
  /** While a job of this kind and key waits or runs, another one is not added. */
  uniqueKey?: string;
  /** Whose it is: see `JobHandler.perLane`. */
  lane?: string;
}

/**
 * Adds a job and returns its id, or undefined if one of its `uniqueKey` is there already. With a transaction
 * as `db` the job exists, and its runner hears of it, exactly if the transaction commits.
 */
export async function enqueueJob(db: Kysely<Schema>, job: NewJob): Promise<string | undefined> {
  const added = await db
    .insertInto('jobs')
    .values({
      kind: job.kind,
      payload: JSON.stringify(job.payload),
      unique_key: job.uniqueKey ?? null,
      ...(job.lane !== undefined && { lane: job.lane }),
      ...(job.runAt && { run_at: job.runAt }),
      ...(job.maxAttempts !== undefined && { max_attempts: job.maxAttempts }),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'unique_key'])
        .where('unique_key', 'is not', null)
        // Literals: a partial index is only recognised by a condition that PostgreSQL can see when it plans.
        .where(sql<boolean>`state in ('queued', 'running')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  if (added && !job.runAt) await sql`select pg_notify(${JOBS_CHANNEL}, ${job.kind})`.execute(db);
  return added?.id;
}
