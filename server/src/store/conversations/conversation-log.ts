/** The entries of a conversation: each write takes the next revision, under the lock of the conversation's row. */
import { type Kysely, sql } from 'kysely';
import type {
  Conversation,
  FeedBatch,
  FeedItem,
  TimelineRow,
  TranscriptRow,
} from '../../domain/conversations/conversation.ts';
import { createRowCodec } from '../columns.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';
import { CONVERSATIONS_CHANNEL } from './conversation-notifications.ts';

export const conversationCodec = createRowCodec<Conversation>(['promptTemplateVars', 'turnTaking']);

/** Revisions become visible in the order of commits: a transaction that waits for the lock reads the newer row. */
const nextRevision = (conversationId: string) => sql`
  update conversations set revision = revision + 1 where id = ${conversationId} returning id, revision`;

/** Does nothing for an unknown conversation or an identical entry. */
export async function addTimelineEntry(db: Kysely<Schema>, row: TimelineRow): Promise<void> {
  await sql`
    with next as (${nextRevision(row.conversationId)}), added as (
      insert into timeline_entries (conversation_id, type, author, content, recorded_at, revision)
      select id, ${row.type}, ${row.author}, ${row.content}, ${row.recordedAt}::timestamptz, revision from next
      on conflict do nothing
      returning conversation_id
    )
    select pg_notify(${CONVERSATIONS_CHANNEL}, conversation_id) from added`.execute(
    crossTenant(db, 'worker'),
  );
}

/** Adds the entry, or replaces its content and its end. Does nothing for an unknown conversation. */
export async function saveTranscriptEntry(db: Kysely<Schema>, row: TranscriptRow): Promise<void> {
  await sql`
    with next as (${nextRevision(row.conversationId)}), saved as (
      insert into transcript_entries (conversation_id, entry_id, author, content, recorded_at, ended_at, revision)
      select id, ${row.entryId}, ${row.author}, ${row.content}, ${row.recordedAt}::timestamptz,
        ${row.endedAt}::timestamptz, revision from next
      on conflict (conversation_id, entry_id) do update
        set content = excluded.content, ended_at = excluded.ended_at, revision = excluded.revision
      returning conversation_id
    )
    select pg_notify(${CONVERSATIONS_CHANNEL}, conversation_id) from saved`.execute(
    crossTenant(db, 'worker'),
  );
}

export async function notifyChange(db: Kysely<Schema>, conversationId: string): Promise<void> {
  await sql`select pg_notify(${CONVERSATIONS_CHANNEL}, ${conversationId})`.execute(db);
}

/** Reads the first `maxEntriesEach` entries of each conversation, in the order they were recorded; all if absent. */
export async function readTranscripts(
  db: Kysely<Schema>,
  ids: readonly string[],
  maxEntriesEach: number | null = null,
): Promise<TranscriptRow[]> {
  const { rows } = await sql<TranscriptRow>`
    select e.conversation_id as "conversationId", e.entry_id as "entryId", e.author, e.content,
      e.recorded_at as "recordedAt", e.ended_at as "endedAt"
    from unnest(${ids}::text[]) as wanted (id) cross join lateral (
      select * from transcript_entries where conversation_id = wanted.id order by recorded_at, entry_id limit ${maxEntriesEach}
    ) e order by e.recorded_at, e.entry_id`.execute(db);
  return rows;
}

/**
 * Reads timelines as `readTranscripts` reads transcripts. `ended` comes last, because a crashed conversation ends at
 * its last heartbeat, and entries may be later than that.
 */
export async function readTimelines(
  db: Kysely<Schema>,
  ids: readonly string[],
  maxEntriesEach: number | null = null,
): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`
    select e.conversation_id as "conversationId", e.type, e.author, e.content, e.recorded_at as "recordedAt"
    from unnest(${ids}::text[]) as wanted (id) cross join lateral (
      select * from timeline_entries where conversation_id = wanted.id
      order by type = 'ended', recorded_at, id limit ${maxEntriesEach}
    ) e order by e.type = 'ended', e.recorded_at, e.id`.execute(db);
  return rows;
}

interface Change {
  revision: number;
  kind: FeedItem['kind'];
  entryId: string | null;
  type: TimelineRow['type'] | null;
  author: string | null;
  content: string | null;
  recordedAt: Date | null;
  endedAt: Date | null;
}

/** Uses one statement, so one snapshot: with two, the second could show an entry and miss the one before it. */
export async function readChanges(
  db: Kysely<Schema>,
  { organizationId, id: conversationId }: Pick<Conversation, 'organizationId' | 'id'>,
  after: number,
  batch: FeedBatch,
): Promise<FeedItem[]> {
  const { rows } = await sql<Change>`
    with own as (
      select id, status_revision from conversations where organization_id = ${organizationId} and id = ${conversationId}
    ), next as (
      select revision, 'timeline' as kind, null as "entryId", type, author, content, recorded_at as "recordedAt",
          null::timestamptz as "endedAt"
        from own join timeline_entries on conversation_id = own.id where revision > ${after}
      union all
      select revision, 'transcript', entry_id, null, author, content, recorded_at, ended_at
        from own join transcript_entries on conversation_id = own.id where revision > ${after}
      union all
      select status_revision, 'status', null, null, null, null, null, null from own where status_revision > ${after}
      order by revision limit ${batch.items}
    ), sized as (
      select *, coalesce(sum(octet_length(content)) over (
        order by revision rows between unbounded preceding and 1 preceding), 0) as before
      from next
    )
    select revision, kind, "entryId", type, author, content, "recordedAt", "endedAt" from sized
    where before <= ${batch.bytes} order by revision`.execute(db);
  const columns = rows.some(({ kind }) => kind === 'status')
    ? await db
        .selectFrom('conversations')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('id', '=', conversationId)
        .executeTakeFirst()
    : undefined;
  return rows.flatMap((row): FeedItem[] => {
    const { revision, kind } = row;
    if (kind === 'status') {
      // This row is read after the revisions: a state that has changed again is reported with its own revision.
      if (columns?.status_revision !== revision) return [];
      return [{ revision, kind, conversation: conversationCodec.fromColumns(columns) }];
    }
    const shared = { conversationId, content: row.content!, recordedAt: row.recordedAt! };
    return kind === 'timeline'
      ? [{ revision, kind, row: { ...shared, type: row.type!, author: row.author! } }]
      : [
          {
            revision,
            kind,
            row: {
              ...shared,
              entryId: row.entryId!,
              author: row.author as TranscriptRow['author'],
              endedAt: row.endedAt,
            },
          },
        ];
  });
}
