import { type Kysely, sql } from 'kysely';
import type { JobState } from '../base-tables.ts';
import type { Schema } from '../schema.ts';

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
