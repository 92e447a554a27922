import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Changes at once: some five milliseconds in the embedded store, where everybody waits for a statement. */
const FOLDED_AT_ONCE = 500;

/** Adds the changes of lists to their counts, until few are left or another process is at it. */
export async function foldChanges(db: Kysely<Schema>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      folded: number;
    }>`select fold_list_changes(${FOLDED_AT_ONCE}) as folded`.execute(db);
    if (rows[0]!.folded < FOLDED_AT_ONCE) return;
  }
}

/** Brings all counts of an organization to what there is. Answers how many were wrong. */
export async function recount(db: Kysely<Schema>, owner: string): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select recount_usage(${owner}) + recount_lists(${owner}) as wrong`.execute(db);
  return rows[0]!.wrong;
}

/** Organization by organization, each in a transaction of its own. `tell` hears of each whose counts were wrong. */
export async function recountAll(
  db: Kysely<Schema>,
  tell: (owner: string, wrong: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const organizations = await db.selectFrom('organizations').select('id').execute();
  for (const { id: owner } of organizations) {
    signal?.throwIfAborted();
    const wrong = await recount(db, owner);
    if (wrong > 0) tell(owner, wrong);
  }
  // Of organizations that are gone.
  for (const table of ['list_counts', 'usage_totals', 'usage_days'] as const) {
    await sql`delete from ${sql.table(table)} where owner not in (select id from organizations)`.execute(db);
  }
}
