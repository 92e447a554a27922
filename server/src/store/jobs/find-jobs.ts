import { type Kysely, sql } from 'kysely';
import type { JobState } from '../base-tables.ts';
import type { Schema } from '../schema.ts';
import { JOBS_CHANNEL } from './enqueue-job.ts';

export interface JobRecord {
  id: string;
  kind: string;
  payload: unknown;
  state: JobState;
  attempts: number;
  maxAttempts: number;
  /** The progress that the handler last reported. */
  progress: unknown;
  lastError: string | null;
  runAt: Date;
  createdAt: Date;
  finishedAt: Date | null;
}

const columns = [
  'id',
  'kind',
  'payload',
  'state',
  'attempts',
  'max_attempts as maxAttempts',
  'progress',
  'last_error as lastError',
  'run_at as runAt',
  'created_at as createdAt',
  'finished_at as finishedAt',
] as const;

/** A job by its id, until a day after it has succeeded. */
export async function findJob(db: Kysely<Schema>, id: string): Promise<JobRecord | undefined> {
  return db.selectFrom('jobs').select(columns).where('id', '=', id).executeTakeFirst();
}

/** How many wait, run or are dead, by kind. */
export async function countJobs(
  db: Kysely<Schema>,
): Promise<{ kind: string; state: JobState; count: number }[]> {
  const inState = (state: JobState) => sql`
    select kind, ${state} as state, count(*)::int as count from jobs where state = ${sql.lit(state)} group by kind`;
  // State by state, because each has an index; succeeded jobs are not read.
  const { rows } = await sql<{ kind: string; state: JobState; count: number }>`
    ${inState('queued')} union all ${inState('running')} union all ${inState('dead')}`.execute(db);
  return rows;
}

/** Dead jobs, newest first, with their last error. */
export async function listDeadJobs(db: Kysely<Schema>, take = 50): Promise<JobRecord[]> {
  return db
    .selectFrom('jobs')
    .select(columns)
    .where('state', '=', 'dead')
    .orderBy('finished_at', 'desc')
    .orderBy('id', 'desc')
    .limit(take)
    .execute();
}

/** Lets a dead job run again with all its attempts. False if there is no such dead job. */
export async function reviveJob(db: Kysely<Schema>, id: string): Promise<boolean> {
  const revived = await db
    .updateTable('jobs')
    .set({ state: 'queued', attempts: 0, run_at: sql`clock_timestamp()`, finished_at: null })
    .where('id', '=', id)
    .where('state', '=', 'dead')
    .returning('kind')
    .executeTakeFirst();
  if (!revived) return false;
  await sql`select pg_notify(${JOBS_CHANNEL}, ${revived.kind})`.execute(db);
  return true;
}
