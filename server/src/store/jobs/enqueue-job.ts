import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** The NOTIFY channel. The payload is the kind of job. */
export const JOBS_CHANNEL = 'visavis_jobs';

export interface NewJob {
  kind: string;
  /** JSON that refers to the work and does not contain it. */
  payload: unknown;
  /** The earliest time at which the job runs; at once if absent. */
  runAt?: Date;
  /** The number of attempts before the job is marked dead. Default 5. */
  maxAttempts?: number;
  /** No job is added while another one of the same kind and key is queued or running. */
  uniqueKey?: string;
  /** The lane, usually the organization: see `JobHandler.perLane`. */
  lane?: string;
  /** A resource that the job needs exclusively: it waits, without a slot, while another of its kind holds the same. */
  holds?: string;
}

/**
 * Adds a job and returns its id, or undefined if one with its `uniqueKey` exists. With a transaction as `db`, the job
 * exists and runners are notified only if the transaction commits.
 */
export async function enqueueJob(db: Kysely<Schema>, job: NewJob): Promise<string | undefined> {
  return (await enqueueJobs(db, [job]))[0];
}

/** Adds several jobs of one kind (at least one) at once. Returns the ids of those that were added. */
export async function enqueueJobs(db: Kysely<Schema>, jobs: readonly NewJob[]): Promise<string[]> {
  const added = await db
    .insertInto('jobs')
    .values(
      jobs.map((job) => ({
        kind: job.kind,
        payload: JSON.stringify(job.payload),
        unique_key: job.uniqueKey ?? null,
        ...(job.lane !== undefined && { lane: job.lane }),
        ...(job.holds !== undefined && { holds: job.holds }),
        ...(job.runAt && { run_at: job.runAt }),
        ...(job.maxAttempts !== undefined && { max_attempts: job.maxAttempts }),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'unique_key'])
        .where('unique_key', 'is not', null)
        // Literals, because the planner uses a partial index only if it can see the values in the condition.
        .where(sql<boolean>`state in ('queued', 'running')`)
        .doNothing(),
    )
    .returning('id')
    .execute();
  const due = jobs.find(({ runAt }) => !runAt);
  if (added.length > 0 && due) await sql`select pg_notify(${JOBS_CHANNEL}, ${due.kind})`.execute(db);
  return added.map(({ id }) => id);
}
