import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';

/** Changes per statement: about five milliseconds in the embedded store, where every other statement waits. */
const FOLD_BATCH_CHANGES = 500;

/** Adds pending changes to the counts, until few are left or another process is doing it. */
export async function foldChanges(db: Kysely<Schema>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      folded: number;
    }>`select fold_list_changes(${FOLD_BATCH_CHANGES}) as folded`.execute(db);
    if (rows[0]!.folded < FOLD_BATCH_CHANGES) return;
  }
}

/** Prevents others from folding changes and recounting until the transaction ends. */
export async function lockCounts(trx: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(33341259757545844)`.execute(trx);
}

/** Recounts an organization's rows and corrects its counts. Returns how many were wrong. */
export async function recount(db: Kysely<Schema>, owner: string): Promise<number> {
  const { rows } = await sql<{ wrong: number }>`
    select recount_usage(${owner}) + recount_lists(${owner}) as wrong`.execute(db);
  return rows[0]!.wrong;
}

/** Recounts one organization after another, each in its own transaction. Calls `onCorrected` for each whose counts were wrong. */
export async function recountAll(
  db: Kysely<Schema>,
  onCorrected: (owner: string, wrong: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const all = crossTenant(db, 'upkeep');
  const organizations = await all.selectFrom('organizations').select('id').execute();
  for (const { id: owner } of organizations) {
    signal?.throwIfAborted();
    const wrong = await recount(db, owner);
    if (wrong > 0) onCorrected(owner, wrong);
  }
  // Counts of deleted organizations.
  for (const table of ['list_counts', 'usage_totals', 'usage_days'] as const) {
    await sql`delete from ${sql.table(table)} where owner not in (select id from organizations)`.execute(all);
  }
}
