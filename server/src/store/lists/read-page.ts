import { type AliasedRawBuilder, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { PageRequest, RowsOf } from '../../domain/owned.ts';
import { PAGE_MICROS, PAGE_TOTAL, type RowCodec } from '../columns.ts';

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

  // One row more than the page shows whether there is a next page.
  let page = ordered(behind).limit(take + 1);
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
  // What a Date leaves out of the time. Formatting the whole of it in SQL costs each row ten times as much.
  const micros = sql<number>`date_part('microseconds', ${newest})::int % 1000`;
  const columns = page.selectAll().select([total.as(PAGE_TOTAL), micros.as(PAGE_MICROS)]);
  const rows = (await (derived ? columns.select(derived) : columns).execute()) as unknown as {
    id: string;
    created_at: Date;
    started_at: Date;
    [PAGE_TOTAL]: number;
    [PAGE_MICROS]: number;
  }[];

  const shown = rows.slice(0, take);
  const last = shown.at(-1);
  const next =
    last && rows.length > take ? { at: placeOf(last[newestBy], last[PAGE_MICROS]), id: last.id } : undefined;
  return {
    total: last ? last[PAGE_TOTAL] : skip > 0 || after ? await readTotal(db, total) : 0,
    rows: codec.fromRows(shown),
    ...(next && { next }),
  };
}

/** As `2026-05-04T03:02:01.000001Z`. */
const placeOf = (at: Date, micros: number) =>
  at.toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`);

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
