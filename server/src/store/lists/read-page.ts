import { type AliasedRawBuilder, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { PagePosition, PageRequest, RowsOf } from '../../domain/owned.ts';
import { PAGE_TOTAL, type RowCodec } from '../columns.ts';
import { microsecondsOf } from '../stored-times.ts';

/** Additional columns that are read with a row. */
export type DerivedColumn = AliasedRawBuilder<unknown, string>;

export interface PageOptions<T> {
  codec: RowCodec<T>;
  /** See `listTotal`. If absent, the rows themselves are counted, which suits lists that stay short. */
  total?: RawBuilder<number>;
  /** The column by which the newest rows come first; ties are ordered by id. */
  newestBy?: 'created_at' | 'started_at';
  derived?: DerivedColumn | undefined;
  /** A query for the position at which a deep page starts; it returns no row if the list is shorter. */
  jump?: RawBuilder<PageJump>;
}

export interface PageJump {
  /** Rows newer than this are skipped. */
  before: Date;
  /** The number of rows that are skipped this way. */
  skipped: number;
}

export interface PageBounds {
  /** The number of rows to skip; absent for the first page and after a cursor. */
  offset?: number;
  limit: number;
  after?: PagePosition;
}

type PageRow = { id: string; created_at: Date; started_at: Date; [PAGE_TOTAL]: number };

/**
 * Reads a page of a list and the total in one statement: one round trip and one snapshot.
 * @param filtered a query without columns and order
 */
export async function readPage<DB, TB extends keyof DB & string, T>(
  db: Kysely<DB>,
  filtered: SelectQueryBuilder<DB, TB, object>,
  page: PageRequest,
  options: PageOptions<T>,
): Promise<RowsOf<T>> {
  const rows = await selectPage(filtered, boundsOf(page), options).execute();
  return toPage(db, rows, filtered, page, options);
}

/** Returns the bounds of a page. After a cursor, one extra row shows whether there is a next page. */
export function boundsOf({ skip, take, after }: PageRequest): PageBounds {
  return { limit: after ? take + 1 : take, ...(skip > 0 && { offset: skip }), ...(after && { after }) };
}

export function selectPage<DB, TB extends keyof DB & string, T>(
  filtered: SelectQueryBuilder<DB, TB, object>,
  { offset, limit, after }: PageBounds,
  { total = countRows(filtered), newestBy = 'created_at', derived, jump }: PageOptions<T>,
) {
  const newest = sql.ref<Date>(newestBy);
  const id = sql.ref<string>('id');
  const ordered = <O>(rows: SelectQueryBuilder<DB, TB, O>) =>
    rows.orderBy(newest, 'desc').orderBy(id, 'desc');
  const following = after
    ? filtered.where(sql<boolean>`(${newest}, ${id}) < (${after.at}::timestamptz, ${after.id})`)
    : filtered;

  let page = ordered(following).limit(limit);
  if (offset !== undefined) {
    // Rows are skipped in an index; whole rows are read for the page only.
    const keys = page.select(id.as('id'));
    const found = jump
      ? sql`with start as materialized (${jump}) ${keys
          .where(sql<boolean>`${newest} < (select before from start)`)
          .offset(sql<number>`(select ${offset}::bigint - skipped from start)`)}`
      : keys.offset(offset);
    page = ordered(filtered.where(sql<boolean>`${id} = any(array(${found}))`));
  }
  const columns = page.selectAll().select(total.as(PAGE_TOTAL));
  return derived ? columns.select(derived) : columns;
}

/** @param read the rows of the `selectPage` query */
export async function toPage<DB, TB extends keyof DB & string, T>(
  db: Kysely<DB>,
  read: readonly object[],
  filtered: SelectQueryBuilder<DB, TB, object>,
  { skip, take, after }: PageRequest,
  { codec, total, newestBy = 'created_at' }: PageOptions<T>,
): Promise<RowsOf<T>> {
  const rows = read as PageRow[];
  const pageRows = rows.slice(0, take);
  const last = pageRows.at(-1);
  if (!last)
    return { total: skip > 0 || after ? await readTotal(db, total ?? countRows(filtered)) : 0, rows: [] };
  const hasNext = after ? rows.length > take : skip + pageRows.length < last[PAGE_TOTAL];
  return {
    total: last[PAGE_TOTAL],
    rows: codec.fromRows(pageRows),
    ...(hasNext && { next: { at: formatTime(last[newestBy]), id: last.id } }),
  };
}

/** Formats a time as `2026-05-04T03:02:01.000001Z`. */
const formatTime = (at: Date) =>
  at.toISOString().replace('Z', `${String(microsecondsOf(at)).padStart(3, '0')}Z`);

function countRows<DB, TB extends keyof DB & string>(
  filtered: SelectQueryBuilder<DB, TB, object>,
): RawBuilder<number> {
  return sql<number>`(${filtered.select(sql<number>`count(*)::int`.as('n'))})`;
}

/** Reads the total on its own: beyond the end of a list there is no row to carry it. */
async function readTotal<DB>(db: Kysely<DB>, total: RawBuilder<number>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select ${total} as n`.execute(db);
  return rows[0]!.n;
}
