import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * Inserts a row unless there are `maxRows` already. Returns whether it did. The organization's row is locked from the
 * count to the insert, so that concurrent inserts cannot all find the last place free.
 */
export function insertAtMost(
  db: Kysely<Schema>,
  organizationId: string,
  maxRows: number,
  rows: (trx: Kysely<Schema>) => SelectQueryBuilder<Schema, keyof Schema, object>,
  insert: (trx: Kysely<Schema>) => Promise<unknown>,
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    await lockOrganization(trx, organizationId);
    const { count } = await rows(trx)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxRows) return false;
    await insert(trx);
    return true;
  });
}

/** Locks the organization's row until the end of the transaction; others that lock it wait. */
export async function lockOrganization(trx: Kysely<Schema>, organizationId: string): Promise<void> {
  await trx
    .selectFrom('organizations')
    .select('id')
    .where('id', '=', organizationId)
    .forNoKeyUpdate()
    .execute();
}

/** Runs in the current transaction, or in a new one. */
export function inTransaction<R>(db: Kysely<Schema>, run: (trx: Kysely<Schema>) => Promise<R>): Promise<R> {
  return db.isTransaction ? run(db) : db.transaction().execute(run);
}
