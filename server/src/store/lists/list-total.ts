import { type RawBuilder, sql } from 'kysely';

/** Selects the rows to count (`server/migrations/0015-counts.sql`); absent fields match all. */
export interface CountFilter {
  /** The table whose rows are listed, or `usage`. */
  list: string;
  /** The organization. */
  owner: string;
  client?: string | undefined;
  /** The embed of a conversation, or the avatar of a memory. */
  facet?: string | undefined;
  status?: string | undefined;
  reason?: string | undefined;
  /** The first day and the day after the last (`2026-05-04`). Days are counted by client, by facet, or by neither. */
  days?: { from?: string | undefined; until?: string | undefined };
}

/**
 * Returns SQL for the number of rows: the counts plus the changes that are not yet added to them. Select it in the
 * statement that reads the rows, so that both come from one snapshot.
 */
export function listTotal(filter: CountFilter): RawBuilder<number> {
  const { days } = filter;
  return sql<number>`(
    (select coalesce(sum(n), 0) from list_counts where ${matchesCounts(filter)} and ${days ? isWithinDays(days) : sql`day is null`})
    + (select coalesce(sum(n), 0) from list_changes where ${matchesChanges(filter)} and ${isWithinDays(days)}))::int`;
}

/** Counts like `listTotal`, but by day: columns `day` and `n`, possibly with several rows per day. */
export function countByDay(filter: Omit<CountFilter, 'days'>): RawBuilder<{ day: string; n: number }> {
  return sql`
    select day, n from list_counts where ${matchesCounts(filter)} and day is not null
    union all
    select day, n from list_changes where ${matchesChanges(filter)}`;
}

function matchesCounts({ owner, list, client, facet, status, reason }: CountFilter): RawBuilder<unknown> {
  return sql`owner = ${owner} and list = ${list} and client ${equalsOrIsNull(client)}
    and facet ${equalsOrIsNull(facet)} and ${equalsIfSet('status', status)} and ${equalsIfSet('reason', reason)}`;
}

function matchesChanges({ owner, list, client, facet, status, reason }: CountFilter): RawBuilder<unknown> {
  return sql`owner = ${owner} and list = ${list} and ${equalsIfSet('client', client)}
    and ${equalsIfSet('facet', facet)} and ${equalsIfSet('status', status)} and ${equalsIfSet('reason', reason)}`;
}

const equalsOrIsNull = (value: string | undefined) => (value === undefined ? sql`is null` : sql`= ${value}`);

const equalsIfSet = (column: string, value: string | undefined) =>
  value === undefined ? sql`true` : sql`${sql.ref(column)} = ${value}`;

function isWithinDays({ from, until }: NonNullable<CountFilter['days']> = {}): RawBuilder<unknown> {
  if (from === undefined && until === undefined) return sql`true`;
  const after = from === undefined ? sql`true` : sql`day >= ${from}::date`;
  return until === undefined ? after : sql`${after} and day < ${until}::date`;
}
