import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import {
  type ErasedRecords,
  type ErasureStore,
  NOTHING_ERASED,
  type UserScope,
} from '../../domain/erasure/erasure-store.ts';
import { idempotencyScopesOf } from '../../domain/idempotency.ts';
import { foldChanges } from '../lists/recount.ts';
import { lockMemories } from '../memories/memory-repository.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';

type Conversations = SelectQueryBuilder<Schema, 'conversations', object>;

export function createErasureRepository(db: Kysely<Schema>): ErasureStore {
  /**
   * @param keepsNames whether the remaining usage keeps the user's name
   * @param whenLocked whether to skip rows that another transaction has locked, or to wait for them
   */
  function erase(
    organizationId: string,
    maxConversations: number,
    { keepsNames, whenLocked }: { keepsNames: boolean; whenLocked: 'skip' | 'wait' },
    filter: (ended: Conversations) => Conversations,
  ): Promise<ErasedRecords> {
    return db.transaction().execute(async (trx) => {
      const ended = trx
        .selectFrom('conversations')
        .where('organization_id', '=', organizationId)
        .where('status', '<>', 'running');
      const oldest = filter(ended)
        .select('id')
        .orderBy('ended_at')
        .orderBy('id')
        .limit(maxConversations)
        .forUpdate();
      const rows = await (whenLocked === 'skip' ? oldest.skipLocked() : oldest).execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return NOTHING_ERASED;
      await archiveUsage(trx, organizationId, ids, keepsNames);
      return eraseConversations(trx, organizationId, ids);
    });
  }

  return {
    async eraseConversation(organizationId, id) {
      const erased = await db.transaction().execute(async (trx) => {
        const row = await trx
          .selectFrom('conversations')
          .select('status')
          .where('organization_id', '=', organizationId)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst();
        if (row === undefined) return undefined;
        if (row.status === 'running') return 'running' as const;
        await lockMemories(trx, organizationId);
        await archiveUsage(trx, organizationId, [id], false);
        const memories = await trx
          .deleteFrom('memories')
          .where('organization_id', '=', organizationId)
          .where('conversation_id', '=', id)
          .returning(['client', 'user', 'avatar_id as avatarId', 'content'])
          .execute();
        return { records: await eraseConversations(trx, organizationId, [id]), memories };
      });
      if (typeof erased === 'object') await foldChanges(db);
      return erased;
    },
    eraseEnded(organizationId, endedBefore, maxConversations) {
      // Rows that another process is erasing are skipped.
      const options = { keepsNames: true, whenLocked: 'skip' } as const;
      return erase(organizationId, maxConversations, options, (ended) =>
        ended.where('ended_at', '<', endedBefore),
      );
    },
    eraseUsers(organizationId, scope, startedUntil, maxConversations) {
      // A report that is being written locks its conversation, which would escape its user's erasure if skipped.
      const options = { keepsNames: false, whenLocked: 'wait' } as const;
      return erase(organizationId, maxConversations, options, (ended) => {
        const userRows = ended
          .where('consumer_identity', '=', scope.user)
          .where('started_at', '<=', startedUntil);
        return scope.client === undefined ? userRows : userRows.where('client', '=', scope.client);
      });
    },
    async eraseMemories(organizationId, mentionedBefore, maxMemories) {
      const { numDeletedRows } = await db
        .deleteFrom('memories')
        .where('organization_id', '=', organizationId)
        .where('id', 'in', (old) =>
          old
            .selectFrom('memories')
            .select('id')
            .where('organization_id', '=', organizationId)
            .where('updated_at', '<', mentionedBefore)
            .orderBy('updated_at')
            .limit(maxMemories),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
    eraseMemoriesOf(organizationId, { user, client }) {
      return db.transaction().execute(async (trx) => {
        await lockMemories(trx, organizationId);
        let userRows = trx
          .deleteFrom('memories')
          .where('organization_id', '=', organizationId)
          .where('user', '=', user);
        // These contain the user's name, and late reports for erased conversations are ignored anyway.
        let erasures = trx
          .deleteFrom('memory_erasures')
          .where('organization_id', '=', organizationId)
          .where('user', '=', user);
        if (client !== undefined) {
          userRows = userRows.where('client', '=', client);
          erasures = erasures.where('client', '=', client);
        }
        await erasures.execute();
        return Number((await userRows.executeTakeFirst()).numDeletedRows);
      });
    },
    async deleteStoredResponses(organizationId, scope) {
      await crossTenant(db, 'user')
        .deleteFrom('idempotency_keys')
        .where(sql<boolean>`starts_with(organization_id, ${idempotencyScopesOf(organizationId, scope)})`)
        .execute();
    },
    async anonymiseUsage(organizationId, scope) {
      const conversations = await anonymiseUsage(db, organizationId, scope);
      // Pending changes of the counts contain the user's name until they are added up.
      await foldChanges(db);
      return conversations;
    },
  };
}

/** Erases conversations with their records. Dependent rows are deleted first, so that they are counted. */
async function eraseConversations(
  trx: Kysely<Schema>,
  organizationId: string,
  ids: readonly string[],
): Promise<ErasedRecords> {
  const idList = [...ids];
  const webhookDeliveries = await trx
    .deleteFrom('webhook_deliveries')
    .where('webhook_id', 'in', (own) =>
      own.selectFrom('webhooks').select('id').where('organization_id', '=', organizationId),
    )
    .where('subject_id', 'in', idList)
    .executeTakeFirst();
  const transcriptEntries = await trx
    .deleteFrom('transcript_entries')
    .where('conversation_id', 'in', idList)
    .executeTakeFirst();
  const timelineEntries = await trx
    .deleteFrom('timeline_entries')
    .where('conversation_id', 'in', idList)
    .executeTakeFirst();
  const conversations = await trx
    .deleteFrom('conversations')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', idList)
    .executeTakeFirst();
  return {
    conversations: Number(conversations.numDeletedRows),
    transcriptEntries: Number(transcriptEntries.numDeletedRows),
    timelineEntries: Number(timelineEntries.numDeletedRows),
    webhookDeliveries: Number(webhookDeliveries.numDeletedRows),
  };
}

async function anonymiseUsage(
  db: Kysely<Schema>,
  organizationId: string,
  { user, client }: UserScope,
): Promise<number> {
  const { rows } = await sql<{ conversations: number }>`
    with changed as (
      update past_usage set "user" = null
      where organization_id = ${organizationId} and "user" = ${user}
        and (${client ?? null}::text is null or client = ${client ?? null}::text)
      returning conversations
    )
    select coalesce(sum(conversations), 0)::int as conversations from changed`.execute(db);
  return rows[0]!.conversations;
}

/** SQL for a conversation's seconds from the join to the end; 0 if nobody joined. */
const seconds = sql`greatest(extract(epoch from ended_at - joined_at), 0)`;

/**
 * Stores the usage of ended conversations before they are deleted, by the UTC day of their start, because billing
 * cycles begin at midnight UTC. `keepsNames`: with the user's name; visitors of an embed have none.
 */
async function archiveUsage(
  trx: Kysely<Schema>,
  organizationId: string,
  ids: readonly string[],
  keepsNames: boolean,
): Promise<void> {
  await sql`
    insert into past_usage (organization_id, day, client, "user", embed_id, freemium, conversations, seconds, charge)
    select organization_id, date_trunc('day', started_at at time zone 'UTC') at time zone 'UTC' as day, client,
      case when ${keepsNames} and embed_id is null then consumer_identity end as "user", embed_id, freemium,
      count(*), coalesce(sum(${seconds}), 0), coalesce(sum(case when charge then ${seconds} * charge_by_second end), 0)
    from conversations where organization_id = ${organizationId} and id = any(${ids}::text[])
    group by organization_id, 2, client, 4, embed_id, freemium`.execute(trx);
}
