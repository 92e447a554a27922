import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Conversation, ConversationFilter } from '../../domain/conversations/conversation.ts';
import type { RowsOf } from '../../domain/owned.ts';
import { countByDay, listTotal } from '../lists/list-total.ts';
import { type PageJump, readPage } from '../lists/read-page.ts';
import type { Schema } from '../schema.ts';
import { dayOf } from '../stored-times.ts';
import { conversationCodec } from './conversation-log.ts';

/** The filter of a list. `ids` are those of the conversations in which the searched text was found. */
type Filter = Omit<ConversationFilter, 'skip' | 'take' | 'search'> & { ids?: readonly string[] };
type Rows = SelectQueryBuilder<Schema, 'conversations', object>;

const DAY_MS = 24 * 3600 * 1000;
/** Up to this offset, skipping keys is faster than adding up counts of days. */
const MAX_OFFSET = 300;
/**
 * The limits of a text search: the newest conversations, their entries, and the characters of each, which are more than
 * people say at once. Nothing else is read from the embedded store during a search.
 */
const SEARCH_LIMITS = { conversations: 2_000, entries: 20_000, characters: 1_000 };

/** Reads a page of an organization's conversations. For the costs see docs/decisions/lists.md. */
export async function listConversations(
  db: Kysely<Schema>,
  organizationId: string,
  { search, ...filter }: ConversationFilter,
): Promise<RowsOf<Conversation>> {
  const page: Filter & Pick<ConversationFilter, 'skip' | 'take' | 'after'> = filter;
  // Once, and not again for the total.
  if (search !== undefined) page.ids = await findIdsWithText(db, organizationId, search, filter);
  const isDeep = page.skip > MAX_OFFSET && !page.after && hasCountsByDay(page) && !page.from && !page.until;
  return readPage(db, filterConversations(db, organizationId, page), page, {
    codec: conversationCodec,
    newestBy: 'started_at',
    total: countConversations(db, organizationId, page),
    ...(isDeep && { jump: findPageStart(db, organizationId, page) }),
  });
}

function filterConversations(
  db: Pick<Kysely<Schema>, 'selectFrom'>,
  organizationId: string,
  { client, user, status, endReason, character, agent, embed, rating, ids, from, until }: Filter,
): Rows {
  let rows: Rows = db.selectFrom('conversations').where('organization_id', '=', organizationId);
  if (client !== undefined) rows = rows.where('client', '=', client);
  if (user !== undefined) rows = rows.where('consumer_identity', '=', user);
  if (status !== undefined) rows = rows.where('status', '=', status);
  if (endReason !== undefined) rows = rows.where('end_reason', '=', endReason);
  if (character !== undefined)
    rows = rows.where(sql<boolean>`coalesce(character_id, avatar_id) = ${character}`);
  if (agent !== undefined) rows = rows.where('agent_id', '=', agent);
  if (embed !== undefined) rows = rows.where('embed_id', '=', embed);
  if (rating !== undefined) rows = rows.where('rating', '=', rating);
  if (from !== undefined) rows = rows.where('started_at', '>=', from);
  if (until !== undefined) rows = rows.where('started_at', '<', until);
  if (ids !== undefined) rows = rows.where(sql<boolean>`id = any(${ids}::text[])`);
  return rows;
}

/** Returns the ids of the conversations whose transcript contains a text, ignoring case. */
async function findIdsWithText(
  db: Kysely<Schema>,
  organizationId: string,
  text: string,
  filter: Filter,
): Promise<string[]> {
  const { conversations, entries, characters } = SEARCH_LIMITS;
  const newest = filterConversations(db, organizationId, filter)
    .select('id')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(conversations);
  const { rows } = await sql<{ id: string }>`
    select distinct id from (
      select newest.id, e.content from (${newest}) newest cross join lateral (
        select content from transcript_entries where conversation_id = newest.id limit ${entries}
      ) e limit ${entries}
    ) entry where position(lower(${text}) in lower(left(content, ${characters}))) > 0`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether stored counts exist for the filter. */
const hasCounts = ({ user, character, agent, rating, ids }: Filter) =>
  [user, character, agent, rating, ids].every((part) => part === undefined);

/** Counts per day exist for all conversations, per client and per embed. */
const hasCountsByDay = (filter: Filter) =>
  hasCounts(filter) && (filter.client === undefined || filter.embed === undefined);

const countFilter = (organizationId: string, { client, embed, status, endReason }: Filter) => ({
  list: 'conversations',
  owner: organizationId,
  client,
  facet: embed,
  status,
  reason: endReason,
});

const countRows = (rows: Rows) => sql<number>`(${rows.select(sql<number>`count(*)::int`.as('n'))})`;

const endedOnly = (rows: Rows) => rows.where('status', '!=', 'running');

/** Counts running conversations by their rows, and ended ones by the stored counts if those match the filter. */
function countConversations(db: Kysely<Schema>, organizationId: string, filter: Filter): RawBuilder<number> {
  const { status, endReason, from, until } = filter;
  const { from: _, until: __, ...withoutTimes } = filter;
  const rows = (window: { from?: Date; until?: Date }) =>
    endedOnly(filterConversations(db, organizationId, { ...withoutTimes, ...window }));
  const parts: RawBuilder<number>[] = [];
  // A literal, so that the planner recognizes the small partial index of running conversations.
  const running = filterConversations(db, organizationId, filter).where(sql<boolean>`status = 'running'`);
  if ((status ?? 'running') === 'running' && endReason === undefined) parts.push(countRows(running));
  if (status !== 'running') {
    if (!(from || until ? hasCountsByDay(filter) : hasCounts(filter))) parts.push(countRows(rows(filter)));
    else if (!from && !until) parts.push(listTotal(countFilter(organizationId, filter)));
    else parts.push(...countWindow(rows, countFilter(organizationId, filter), from, until));
  }
  return parts.length === 0 ? sql<number>`0` : sql<number>`(${sql.join(parts, sql` + `)})`;
}

/** Reads whole days from the stored counts, and counts the rows of the partial first and last day. */
function countWindow(
  rows: (window: { from?: Date; until?: Date }) => Rows,
  filter: ReturnType<typeof countFilter>,
  from: Date | undefined,
  until: Date | undefined,
): RawBuilder<number>[] {
  const firstDay = from && new Date(Math.ceil(from.getTime() / DAY_MS) * DAY_MS);
  const lastDay = until && new Date(Math.floor(until.getTime() / DAY_MS) * DAY_MS);
  const window = { ...(from && { from }), ...(until && { until }) };
  if (firstDay && lastDay && firstDay >= lastDay) return [countRows(rows(window))];
  const parts = [
    listTotal({ ...filter, days: { from: firstDay && dayOf(firstDay), until: lastDay && dayOf(lastDay) } }),
  ];
  if (from && firstDay && from < firstDay) parts.push(countRows(rows({ from, until: firstDay })));
  if (until && lastDay && lastDay < until) parts.push(countRows(rows({ from: lastDay, until })));
  return parts;
}

/** Finds the day in which the page begins by the counts per day, so that keys are skipped within that day only. */
function findPageStart(
  db: Kysely<Schema>,
  organizationId: string,
  filter: Filter & Pick<ConversationFilter, 'skip'>,
): RawBuilder<PageJump> {
  const { status, endReason, skip } = filter;
  const running = filterConversations(db, organizationId, filter)
    .where(sql<boolean>`status = 'running'`)
    .select([sql`(started_at at time zone 'UTC')::date`.as('day'), sql`1`.as('n')]);
  const isRunningShown = (status ?? 'running') === 'running' && endReason === undefined;
  const days = sql.join(
    [countByDay(countFilter(organizationId, filter)), ...(isRunningShown ? [running] : [])],
    sql` union all `,
  );
  return sql<PageJump>`
    select (day + 1)::timestamp at time zone 'UTC' as before, skipped from (
      select day, n, sum(n) over (order by day desc) - n as skipped
      from (select day, sum(n) as n from (${days}) counted group by day) days
    ) pages where skipped <= ${skip}::bigint and skipped + n > ${skip}::bigint limit 1`;
}
