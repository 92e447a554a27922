import { type SelectQueryBuilder, sql } from 'kysely';
import type { PageRequest } from '../domain/owned.ts';

/**
 * The part of a list that was asked for, and how many rows there are in all, in one statement: one round trip, and
 * both as of the same moment. Newest first, ties by id.
 *
 * @param filtered without columns and order
 */
export async function readPage<DB, TB extends keyof DB & string>(
  filtered: SelectQueryBuilder<DB, TB, object>,
  { skip, take }: Pick<PageRequest, 'skip' | 'take'>,
): Promise<{ rows: object[]; total: number }> {
  const count = filtered.select(sql<number>`count(*)::int`.as('total'));
  const found = (await filtered
    .selectAll()
    .select(count.as('total'))
    .orderBy(sql.ref('created_at'), 'desc')
    .orderBy(sql.ref('id'), 'desc')
    .offset(skip)
    .limit(take)
    .execute()) as unknown as { total: number }[];
  if (found.length > 0)
    return { total: found[0]!.total, rows: found.map(({ total: _, ...columns }) => columns) };
  // Behind the end there is no row that could carry the count.
  const total = skip === 0 ? 0 : ((await count.executeTakeFirstOrThrow()) as { total: number }).total;
  return { rows: [], total };
}
