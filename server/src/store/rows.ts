import type { ExpressionBuilder, Kysely } from 'kysely';
import type { RowCodec } from './columns.ts';
import type { Schema } from './schema.ts';

/** Tables of an organization's rows, each with an id. */
type OwnTable = 'api_keys' | 'members' | 'member_invitations' | 'memories';

/** Writes a row of the domain into its table. */
export async function insertRow<T>(
  db: Kysely<Schema>,
  table: keyof Schema,
  codec: RowCodec<T>,
  row: T,
): Promise<void> {
  await db
    .insertInto(table)
    .values(codec.toColumns(row) as never)
    .execute();
}

/** Finds a row of an organization. */
export async function findRow<T extends object>(
  db: Kysely<Schema>,
  table: OwnTable,
  codec: RowCodec<T>,
  organizationId: string,
  id: string,
): Promise<T | undefined> {
  const rows = db.selectFrom(of(table)).selectAll();
  const columns = await rows.where(isRow(organizationId, id)).executeTakeFirst();
  return columns && codec.fromColumns(columns);
}

/** Removes a row of an organization. Returns the removed row. */
export async function removeRow<T extends object>(
  db: Kysely<Schema>,
  table: OwnTable,
  codec: RowCodec<T>,
  organizationId: string,
  id: string,
): Promise<T | undefined> {
  const rows = db.deleteFrom(of(table)).returningAll();
  const columns = await rows.where(isRow(organizationId, id)).executeTakeFirst();
  return columns && codec.fromColumns(columns);
}

/** A union of the tables' types is too complex for the compiler. */
const of = (table: OwnTable) => table as 'members';

const isRow = (organizationId: string, id: string) => (row: ExpressionBuilder<Schema, 'members'>) =>
  row.and([row('organization_id', '=', organizationId), row('id', '=', id)]);
