import { type AliasedRawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { PageRequest } from '../domain/owned.ts';
import { PAGE_TOTAL, type RowCodec } from './columns.ts';

/** What a row is read with beside its own columns. */
export type DerivedColumn = AliasedRawBuilder<unknown, string>;

/**
 * The part of a list that was asked for, and how many rows there are in all, in one statement: one round trip, and
 * both as of the same moment. Newest first, ties by id.
 *
 * @param filtered without columns and order
 */
export async function readPage<DB, TB extends keyof DB & string, T>(
  filtered: SelectQueryBuilder<DB, TB, object>,
  { skip, take }: Pick<PageRequest, 'skip' | 'take'>,
  codec: RowCodec<T>,
  derived?: DerivedColumn,
): Promise<{ rows: T[]; total: number }> {
  const count = filtered.select(sql<number>`count(*)::int`.as(PAGE_TOTAL));
  const columns = filtered.selectAll().select(count.as(PAGE_TOTAL));
  const rows = (await (derived ? columns.select(derived) : columns)
    .orderBy(sql.ref('created_at'), 'desc')
    .orderBy(sql.ref('id'), 'desc')
    .offset(skip)
    .limit(take)
    .execute()) as unknown as { [PAGE_TOTAL]: number }[];
  if (rows[0]) return { total: rows[0][PAGE_TOTAL], rows: rows.map((columns) => codec.fromColumns(columns)) };
  if (skip === 0) return { total: 0, rows: [] };
  // Behind the end there is no row that could carry the count.
  const counted = (await count.executeTakeFirstOrThrow()) as { [PAGE_TOTAL]: number };
  return { total: counted[PAGE_TOTAL], rows: [] };
}
