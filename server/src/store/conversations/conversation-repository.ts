import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Conversation, ConversationStore, EventsOf } from '../../domain/conversations/conversation.ts';
import type { EmbedUse } from '../../domain/embeds/embeds.ts';
import { readEmbedUse } from '../embeds/embed-repository.ts';
import { organizationCodec } from '../organizations/organization-repository.ts';
import { insertRow, readFirst } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';
import { type OnRefusal, writeEvents } from '../webhooks/write-events.ts';
import { listConversations } from './conversation-list.ts';
import {
  addTimelineEntry,
  conversationCodec,
  notifyChange,
  readChanges,
  readTimelines,
  readTranscripts,
  saveTranscriptEntry,
} from './conversation-log.ts';
import { readPersonas, writePersona } from './persona-snapshots.ts';

export function createConversationRepository(db: Kysely<Schema>, onRefusal?: OnRefusal): ConversationStore {
  async function read(query: SelectQueryBuilder<Schema, 'conversations', object>): Promise<Conversation[]> {
    return conversationCodec.fromRows(await query.selectAll().execute());
  }

  const runningConversations = () =>
    crossTenant(db, 'upkeep').selectFrom('conversations').where('status', '=', 'running');

  async function countRunning(reader: Kysely<Schema>, organizationId?: string): Promise<number> {
    const all = organizationId === undefined ? crossTenant(reader, 'upkeep') : reader;
    let running = all.selectFrom('conversations').where('status', '=', 'running');
    if (organizationId !== undefined) running = running.where('organization_id', '=', organizationId);
    const { count } = await running.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
    return count;
  }

  /** Returns `undefined` if the embed was deleted; otherwise its deletion waits for the transaction. */
  async function lockEmbedAndReadUse(
    trx: Kysely<Schema>,
    organizationId: string,
    { id, dayStart }: { id: string; dayStart: Date },
  ): Promise<EmbedUse | undefined> {
    const embed = await trx
      .selectFrom('embeds')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .forKeyShare()
      .executeTakeFirst();
    const use = await readEmbedUse(trx, organizationId, [id], dayStart);
    return embed && (use.get(id) ?? { running: 0, secondsToday: 0 });
  }

  return {
    admit(organizationId, decide, embed) {
      return db.transaction().execute(async (trx) => {
        // The lock serializes the starts of one organization, so that two cannot both take the last slot.
        const row = trx.selectFrom('organizations').selectAll().where('id', '=', organizationId);
        const organization = await readFirst(organizationCodec, row.forUpdate());
        if (!organization) return undefined;
        const running = await countRunning(trx, organizationId);
        const { conversation, persona, timeline } = decide({
          organization,
          running,
          embed: embed && (await lockEmbedAndReadUse(trx, organizationId, embed)),
        });
        await insertRow(trx, 'conversations', conversationCodec, conversation);
        await writePersona(trx, conversation.id, persona);
        for (const row of timeline) await addTimelineEntry(trx, row);
        return conversation;
      });
    },
    async discard(organizationId, id) {
      await db
        .deleteFrom('conversations')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute();
    },
    async find(organizationId, id) {
      const owned = db.selectFrom('conversations').where('organization_id', '=', organizationId);
      return (await read(owned.where('id', '=', id)))[0];
    },
    async findInAnyOrganization(id) {
      return (await read(crossTenant(db, 'worker').selectFrom('conversations').where('id', '=', id)))[0];
    },
    async rate(organizationId, id, rating, ratingComment) {
      await db
        .updateTable('conversations')
        .set({ rating, rating_comment: ratingComment })
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .execute();
    },
    list: (organizationId, page) => listConversations(db, organizationId, page),
    countRunning: (organizationId) => countRunning(db, organizationId),
    running(filter) {
      return read(
        filter
          ? runningConversations().where('organization_id', '=', filter.organizationId)
          : runningConversations(),
      );
    },
    personas: (ids) => readPersonas(db, ids),
    transcripts: (ids, maxEntriesEach) => readTranscripts(db, ids, maxEntriesEach),
    timelines: (ids, maxEntriesEach) => readTimelines(db, ids, maxEntriesEach),
    saveTranscript: (row) => saveTranscriptEntry(db, row),
    addTimeline: (row) => addTimelineEntry(db, row),
    changes: (organizationId, id, after, batch) => readChanges(db, { organizationId, id }, after, batch),
    confirm(organizationId, id, toEvents) {
      return db.transaction().execute(async (trx) => {
        const changed = trx
          .updateTable('conversations')
          .set(nextStatusRevision())
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .returningAll();
        await updateAndNotify(trx, changed, toEvents, onRefusal);
      });
    },
    markJoined(id, at, toEvents) {
      return db.transaction().execute(async (trx) => {
        const changed = crossTenant(trx, 'worker')
          .updateTable('conversations')
          .set({ joined_at: sql<Date>`greatest(${at}::timestamptz, started_at)`, updated_at: at })
          .set(nextStatusRevision())
          .where('id', '=', id)
          .where('status', '=', 'running')
          .where('joined_at', 'is', null)
          .returningAll();
        await updateAndNotify(trx, changed, toEvents, onRefusal);
      });
    },
    finish(id, { status, reason, detail, endedAt }, toEvents) {
      return db.transaction().execute(async (trx) => {
        const row = await crossTenant(trx, 'worker')
          .selectFrom('conversations')
          .select(['organization_id', 'joined_at', 'started_at'])
          .where('id', '=', id)
          .where('status', '=', 'running')
          .forUpdate()
          .executeTakeFirst();
        if (!row) return undefined;
        const at = latest(endedAt, row.joined_at, row.started_at);
        // Before the change of state, so that followers receive the end last.
        await addTimelineEntry(trx, {
          conversationId: id,
          type: 'ended',
          author: 'system',
          content: detail === null ? reason : `${reason}: ${detail}`,
          recordedAt: at,
        });
        const changed = trx
          .updateTable('conversations')
          .set({ status, end_reason: reason, end_detail: detail, ended_at: at, updated_at: endedAt })
          .set(nextStatusRevision())
          .where('organization_id', '=', row.organization_id)
          .where('id', '=', id)
          .returningAll();
        return updateAndNotify(trx, changed, toEvents, onRefusal);
      });
    },
    async storeHeartbeats(heartbeats) {
      const values = [...heartbeats].map(([id, at]) => sql`(${id}::text, ${at}::timestamptz)`);
      const { rows } = await sql<{ id: string }>`
        update conversations set last_heartbeat_at = beats.at
        from (values ${sql.join(values)}) as beats (id, at)
        where conversations.id = beats.id and status = 'running'
        returning conversations.id`.execute(crossTenant(db, 'worker'));
      return rows.map((row) => row.id);
    },
    async registerInstance(instanceId, at, forgetBefore) {
      await db
        .insertInto('service_instances')
        .values({ id: instanceId, last_seen_at: at })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ last_seen_at: at }))
        .execute();
      await db.deleteFrom('service_instances').where('last_seen_at', '<', forgetBefore).execute();
    },
    async removeInstance(instanceId) {
      await db.deleteFrom('service_instances').where('id', '=', instanceId).execute();
    },
    orphans(seenSince, soleInstanceId) {
      if (soleInstanceId !== undefined)
        return read(runningConversations().where('service_instance_id', '!=', soleInstanceId));
      return read(
        runningConversations().where('service_instance_id', 'not in', (instances) =>
          instances.selectFrom('service_instances').select('id').where('last_seen_at', '>=', seenSince),
        ),
      );
    },
  };
}

/** A change of state is a change of its own, so it takes the next revision. */
const nextStatusRevision = () => ({
  revision: sql<number>`revision + 1`,
  status_revision: sql<number>`revision + 1`,
});

/** Runs an update of one conversation, writes its events and notifies followers. Returns the conversation, if changed. */
async function updateAndNotify(
  trx: Kysely<Schema>,
  update: Parameters<typeof readFirst>[1],
  toEvents: EventsOf<Conversation>,
  onRefusal: OnRefusal | undefined,
): Promise<Conversation | undefined> {
  const conversation = await readFirst(conversationCodec, update);
  if (!conversation) return undefined;
  await writeEvents(trx, toEvents(conversation), onRefusal);
  await notifyChange(trx, conversation.id);
  return conversation;
}

const latest = (...dates: (Date | null)[]) =>
  new Date(Math.max(...dates.map((date) => date?.getTime() ?? 0)));
