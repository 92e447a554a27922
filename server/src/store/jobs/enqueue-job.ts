import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Channel of NOTIFY; the payload is the kind of the job. */
export const JOBS_CHANNEL = 'visavis_jobs';

export interface NewJob {
  kind: string;
  /** JSON with references to the work, not the work itself. */
  payload: unknown;
  /** Earliest time at which it runs; at once if absent. */
  runAt?: Date;
  /** Attempts before the job is marked dead. Default 5. */
  maxAttempts?: number;
  /** No job is added while another one of this kind and key waits or runs. */
  uniqueKey?: string;
  /** The lane, as a rule the organization: see `JobHandler.perLane`. */
  lane?: string;
  /** What it needs for itself alone: it waits, without a slot, while another running job of its kind holds the same. */
  holds?: string;
}

/**
 * Adds a job and returns its id, or undefined if there is one with its `uniqueKey` already. With a transaction as `db`,
 * the job exists and runners are notified only if the transaction commits.
 */
export async function enqueueJob(db: Kysely<Schema>, job: NewJob): Promise<string | undefined> {
  return (await enqueueJobs(db, [job]))[0];
}

/** Adds several jobs of one kind, at least one, at once. Returns the ids of those that were added. */
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
        // Literals, because the planner uses a partial index only if it can see the condition's values.
        .where(sql<boolean>`state in ('queued', 'running')`)
        .doNothing(),
    )
    .returning('id')
    .execute();
  const due = jobs.find(({ runAt }) => !runAt);
  if (added.length > 0 && due) await sql`select pg_notify(${JOBS_CHANNEL}, ${due.kind})`.execute(db);
  return added.map(({ id }) => id);
}
