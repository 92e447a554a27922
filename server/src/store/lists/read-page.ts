import { type AliasedRawBuilder, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { PageRequest, RowsOf } from '../../domain/owned.ts';
import { PAGE_TOTAL, type RowCodec } from '../columns.ts';
import { microsecondsOf } from '../stored-times.ts';

/** Further columns read with a row. */
export type DerivedColumn = AliasedRawBuilder<unknown, string>;

export interface PageOptions<T> {
  codec: RowCodec<T>;
  /** See `listTotal`; when absent the rows themselves are counted, for lists that stay short. */
  total?: RawBuilder<number>;
  /** The rows come newest first by this column, ties by id. */
  newestBy?: 'created_at' | 'started_at';
  derived?: DerivedColumn | undefined;
  /** A query for the position at which a deep page starts; no row when the list is shorter. */
  jump?: RawBuilder<PageJump>;
}

export interface PageJump {
  /** Newer rows are skipped. */
  behind: Date;
  /** How many rows that skips. */
  skipped: number;
}

/**
 * Reads a page of a list and the total in one statement: one round trip and one snapshot.
 *
 * @param filtered without columns and order
 */
export async function readPage<DB, TB extends keyof DB & string, T>(
  db: Kysely<DB>,
  filtered: SelectQueryBuilder<DB, TB, object>,
  { skip, take, after }: Pick<PageRequest, 'skip' | 'take' | 'after'>,
  { codec, total = countOf(filtered), newestBy = 'created_at', derived, jump }: PageOptions<T>,
): Promise<RowsOf<T>> {
  const newest = sql.ref<Date>(newestBy);
  const id = sql.ref<string>('id');
  const ordered = <O>(rows: SelectQueryBuilder<DB, TB, O>) =>
    rows.orderBy(newest, 'desc').orderBy(id, 'desc');
  const behind = after
    ? filtered.where(sql<boolean>`(${newest}, ${id}) < (${after.at}::timestamptz, ${after.id})`)
    : filtered;

  // Behind a cursor, one row more than the page shows whether there is a next page; otherwise the total does.
  let page = ordered(behind).limit(after ? take + 1 : take);
  if (skip > 0) {
    // Skipped rows are counted in an index; whole rows are read for the page only.
    const keys = page.select(id.as('id'));
    const found = jump
      ? sql`with place as materialized (${jump}) ${keys
          .where(sql<boolean>`${newest} < (select behind from place)`)
          .offset(sql<number>`(select ${skip}::bigint - skipped from place)`)}`
      : keys.offset(skip);
    page = ordered(filtered.where(sql<boolean>`${id} = any(array(${found}))`));
  }
  const columns = page.selectAll().select(total.as(PAGE_TOTAL));
  const rows = (await (derived ? columns.select(derived) : columns).execute()) as unknown as {
    id: string;
    created_at: Date;
    started_at: Date;
    [PAGE_TOTAL]: number;
  }[];

  const shown = rows.slice(0, take);
  const last = shown.at(-1);
  const more = after ? rows.length > take : last !== undefined && skip + shown.length < last[PAGE_TOTAL];
  const next = last && more ? { at: placeOf(last[newestBy]), id: last.id } : undefined;
  return {
    total: last ? last[PAGE_TOTAL] : skip > 0 || after ? await readTotal(db, total) : 0,
    rows: codec.fromRows(shown),
    ...(next && { next }),
  };
}

/** As `2026-05-04T03:02:01.000001Z`. */
const placeOf = (at: Date) =>
  at.toISOString().replace('Z', `${String(microsecondsOf(at)).padStart(3, '0')}Z`);

function countOf<DB, TB extends keyof DB & string>(
  filtered: SelectQueryBuilder<DB, TB, object>,
): RawBuilder<number> {
  return sql<number>`(${filtered.select(sql<number>`count(*)::int`.as('n'))})`;
}

/** Beyond the end there is no row to carry the count. */
async function readTotal<DB>(db: Kysely<DB>, total: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${total} as n`.execute(db);
  return rows[0]!.n;
}
