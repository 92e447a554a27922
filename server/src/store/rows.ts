import type { ExpressionBuilder, Kysely } from 'kysely';
import type { RowCodec } from './columns.ts';
import type { Schema } from './schema.ts';

/** Tables of an organization's rows, each with an id. */
type OrganizationTable = 'api_keys' | 'members' | 'member_invitations' | 'memories';

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

/** Runs a query for one row, and converts it. */
export async function readFirst<T>(
  codec: RowCodec<T>,
  query: { executeTakeFirst(): Promise<object | undefined> },
): Promise<T | undefined> {
  const columns = await query.executeTakeFirst();
  return columns && codec.fromColumns(columns);
}

/** Finds a row of an organization. */
export function findRow<T extends object>(
  db: Kysely<Schema>,
  table: OrganizationTable,
  codec: RowCodec<T>,
  organizationId: string,
  id: string,
): Promise<T | undefined> {
  return readFirst(codec, db.selectFrom(asOneTable(table)).selectAll().where(hasIds(organizationId, id)));
}

/** Removes a row of an organization. Returns the removed row. */
export function removeRow<T extends object>(
  db: Kysely<Schema>,
  table: OrganizationTable,
  codec: RowCodec<T>,
  organizationId: string,
  id: string,
): Promise<T | undefined> {
  return readFirst(codec, db.deleteFrom(asOneTable(table)).returningAll().where(hasIds(organizationId, id)));
}

/** A union of the tables' types is too complex for the compiler. */
const asOneTable = (table: OrganizationTable) => table as 'members';

const hasIds = (organizationId: string, id: string) => (row: ExpressionBuilder<Schema, 'members'>) =>
  row.and([row('organization_id', '=', organizationId), row('id', '=', id)]);
