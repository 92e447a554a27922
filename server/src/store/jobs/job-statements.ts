/** The job runner's statements on `jobs`, by the database's clock, as processes' clocks may differ. */
import { type Kysely, sql } from 'kysely';
import { isUniqueViolation } from '../database-error.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
import type { JobState, Schema } from '../schema.ts';

/** One run of a job: the token distinguishes it from an earlier run whose lease expired. */
export interface Lease {
  id: string;
  leaseToken: string;
}

export interface ClaimedJob extends Lease {
  kind: string;
  payload: unknown;
  lane: string;
  /** Counted from 1. */
  attempt: number;
  maxAttempts: number;
  /** Whether the process of the previous attempt ended. */
  processEnded: boolean;
}

export const PROCESS_ENDED = 'the process that ran the job ended';

const milliseconds = (ms: number) => sql`${ms}::float8 * interval '1 millisecond'`;

export interface Claim {
  kind: string;
  limit: number;
  leaseMs: number;
  /** See `JobHandler.perLane`. */
  perLane?: number | undefined;
  /** The lane that was served last. Among lanes with equally many running jobs, it comes last. */
  lastLane?: string | undefined;
}

/** Whether jobs of these kinds are due, and whether the lease of any job has expired. */
export async function checkQueue(
  db: Kysely<Schema>,
  kinds: readonly string[],
): Promise<{ due: boolean; expired: boolean }> {
  const { rows } = await sql<{ due: boolean; expired: boolean }>`
    select
      exists (
        select from jobs where state = 'queued' and kind = any(${kinds}::text[]) and run_at <= clock_timestamp()
      ) as due,
      exists (select from jobs where state = 'running' and lease_until < clock_timestamp()) as expired
  `.execute(db);
  return rows[0]!;
}

/** Whether a due job of the same kind is queued in another lane. */
export async function isLaneWaiting(
  db: Kysely<Schema>,
  { kind, lane }: Pick<ClaimedJob, 'kind' | 'lane'>,
): Promise<boolean> {
  const due = sql`kind = ${kind} and state = 'queued' and run_at <= clock_timestamp()`;
  // Two ranges of the index, so that a lane with very many jobs is not read.
  const { rows } = await sql<{ waiting: boolean }>`
    select exists (select from jobs where ${due} and lane < ${lane})
      or exists (select from jobs where ${due} and lane > ${lane}) as waiting`.execute(db);
  return rows[0]!.waiting;
}

/** True for a job if no running job of its kind holds the same resource. */
const isResourceFree = sql`(holds is null or not exists (
  select from jobs other where other.kind = jobs.kind and other.holds = jobs.holds and other.state = 'running'))`;

/**
 * Takes up to `limit` due jobs, which no other process gets while the lease lasts. Of the jobs that need the same
 * resource, it takes that of the lane which had it least recently.
 */
export async function claimJobs(db: Kysely<Schema>, claim: Claim): Promise<ClaimedJob[]> {
  const { kind, limit, perLane, lastLane = '' } = claim;
  const inTurn =
    perLane === undefined ? sql`` : sql`and id in (${selectByLane({ kind, limit, perLane, lastLane })})`;
  const { rows } = await sql<ClaimedJob>`
    with due as (
      select id, holds, lane, run_at from jobs
      where kind = ${kind} and state = 'queued' and run_at <= clock_timestamp() and ${isResourceFree} ${inTurn}
      order by run_at, id
      limit ${limit}
      for update skip locked
    ), alone as (
      select distinct on (coalesce(holds, id::text)) id from due
      order by coalesce(holds, id::text), (
        select max(started_at) from jobs before
        where before.kind = ${kind} and before.holds = due.holds and before.lane = due.lane
      ) nulls first, run_at, id
    )
    update jobs set state = 'running', attempts = attempts + 1, lease_token = gen_random_uuid()::text,
      lease_until = clock_timestamp() + ${milliseconds(claim.leaseMs)}, started_at = clock_timestamp()
    from alone where jobs.id = alone.id
    returning jobs.id, jobs.lease_token as "leaseToken", jobs.kind, jobs.payload, jobs.lane, jobs.attempts as attempt,
      jobs.max_attempts as "maxAttempts", coalesce(jobs.last_error = ${PROCESS_ENDED}, false) as "processEnded"
  `
    .execute(db)
    .catch((error: unknown) => {
      // Another process took a job that needs the same resource at the same moment; the rest is taken at the next look.
      if (isUniqueViolation(error)) return { rows: [] };
      throw error;
    });
  return rows;
}

/**
 * Selects the first due jobs of each lane, up to its free slots; lanes with the fewest running jobs come first. The
 * index leads from lane to lane, so that a lane with very many jobs costs no more than one with few.
 */
const selectByLane = ({ kind, limit, perLane, lastLane }: Required<Omit<Claim, 'leaseMs'>>) => sql`
  with recursive lanes (lane) as (
    (select lane from jobs where kind = ${kind} and state = 'queued' order by lane limit 1)
    union all
    select (
      select lane from jobs where kind = ${kind} and state = 'queued' and lane > lanes.lane order by lane limit 1
    ) from lanes where lanes.lane is not null
  )
  select first.id from lanes
  cross join lateral (
    select count(*) as jobs from jobs where kind = ${kind} and state = 'running' and lane = lanes.lane
  ) running
  cross join lateral (
    select id, row_number() over (order by run_at, id) as place from jobs
    where kind = ${kind} and state = 'queued' and lane = lanes.lane and run_at <= clock_timestamp() and ${isResourceFree}
    order by run_at, id
    limit greatest(0, ${perLane} - running.jobs)
  ) first
  where lanes.lane is not null
  order by running.jobs + first.place, lanes.lane <= ${lastLane}, lanes.lane limit ${limit}`;

/** Renews the leases that we still hold, and returns their tokens. */
export async function renewLeases(
  db: Kysely<Schema>,
  leases: Lease[],
  leaseMs: number,
): Promise<Set<string>> {
  const { rows } = await sql<{ leaseToken: string }>`
    update jobs set lease_until = clock_timestamp() + ${milliseconds(leaseMs)}
    from unnest(${leases.map((lease) => lease.id)}::bigint[], ${leases.map((lease) => lease.leaseToken)}::text[])
      as ours (id, token)
    where jobs.id = ours.id and jobs.state = 'running' and jobs.lease_token = ours.token
    returning jobs.lease_token as "leaseToken"
  `.execute(db);
  return new Set(rows.map((row) => row.leaseToken));
}

/** Like the following functions, returns false if the lease was lost meanwhile: then another run of the job decides. */
export async function finishJob(db: Kysely<Schema>, lease: Lease): Promise<boolean> {
  return endLease(db, lease, sql`state = 'succeeded', finished_at = clock_timestamp(), last_error = null`);
}

export async function retryLater(
  db: Kysely<Schema>,
  lease: Lease,
  retry: { delayMs: number; error: string },
): Promise<boolean> {
  const change = sql`state = 'queued', run_at = clock_timestamp() + ${milliseconds(retry.delayMs)},
    last_error = ${retry.error}`;
  return endLease(db, lease, change);
}

export async function failJob(db: Kysely<Schema>, lease: Lease, error: string): Promise<boolean> {
  const change = sql`state = 'dead', finished_at = clock_timestamp(), last_error = ${error}`;
  return endLease(db, lease, change);
}

/** Releases a job for another process, as if it had not been taken. */
export async function releaseJob(db: Kysely<Schema>, lease: Lease): Promise<boolean> {
  return endLease(db, lease, sql`state = 'queued', attempts = attempts - 1, run_at = clock_timestamp()`);
}

/** Queues a job again, as if it had not been taken, until it can have another resource exclusively. */
export async function requeueForResource(
  db: Kysely<Schema>,
  lease: Lease,
  { holds, payload }: { holds: string; payload: unknown },
): Promise<boolean> {
  const change = sql`state = 'queued', attempts = attempts - 1, run_at = clock_timestamp(), holds = ${holds},
    payload = ${JSON.stringify(payload)}::jsonb`;
  return endLease(db, lease, change);
}

/** Queues a job again, at its place in its lane and as if it had not been taken, with another payload. */
export async function continueLater(db: Kysely<Schema>, lease: Lease, payload: unknown): Promise<boolean> {
  const change = sql`state = 'queued', attempts = attempts - 1, payload = ${JSON.stringify(payload)}::jsonb`;
  return endLease(db, lease, change);
}

async function endLease(db: Kysely<Schema>, lease: Lease, change: ReturnType<typeof sql>): Promise<boolean> {
  const result = await sql`
    update jobs set ${change}, lease_token = null, lease_until = null
    where id = ${lease.id} and state = 'running' and lease_token = ${lease.leaseToken}
  `.execute(db);
  return result.numAffectedRows === 1n;
}

/**
 * Queues jobs again whose lease expired because their process died or was suspended; a runner then decides whether they
 * are retried. `all` ignores leases: for a start at which no other process can be running.
 */
export async function requeueExpired(db: Kysely<Schema>, all = false): Promise<number> {
  const result = await sql`
    update jobs set state = 'queued', run_at = clock_timestamp(), last_error = ${PROCESS_ENDED}, lease_token = null,
      lease_until = null
    where state = 'running' and (${all} or lease_until < clock_timestamp())
  `.execute(db);
  return Number(result.numAffectedRows ?? 0);
}

/** Removes succeeded jobs after a day, dead ones after thirty. */
export async function purgeFinished(db: Kysely<Schema>): Promise<void> {
  const purge = (state: 'succeeded' | 'dead', age: string) =>
    deleteInBatches((maxRows) =>
      sql`
        delete from jobs where ctid = any(array(
          select ctid from jobs where state = ${sql.lit(state)} and finished_at < now() - ${age}::interval
          limit ${maxRows} for update skip locked))`.execute(db),
    );
  await purge('succeeded', '1 day');
  await purge('dead', '30 days');
}

/** Returns how many jobs are queued, running or dead, by kind. */
export async function countJobs(
  db: Kysely<Schema>,
): Promise<{ kind: string; state: JobState; count: number }[]> {
  const inState = (state: JobState) => sql`
    select kind, ${state} as state, count(*)::int as count from jobs where state = ${sql.lit(state)} group by kind`;
  // One state at a time, because each has an index; succeeded jobs are not read.
  const { rows } = await sql<{ kind: string; state: JobState; count: number }>`
    ${inState('queued')} union all ${inState('running')} union all ${inState('dead')}`.execute(db);
  return rows;
}
