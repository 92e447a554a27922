import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { Memory, MemoryFilter, MemoryStore } from '../../domain/memories/memories.ts';
import { createRowCodec } from '../columns.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
import { listTotal } from '../lists/list-total.ts';
import { readPage } from '../lists/read-page.ts';
import type { MemoryErasure } from '../resource-tables.ts';
import { findRow, insertRow, removeRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';

const codec = createRowCodec<Memory>();
const erasureCodec = createRowCodec<MemoryErasure>();

/** Longer than the longest conversation: by then, everything said before an erasure has been reported. */
const ERASURE_DAYS = 2;

export function createMemoryRepository(db: Kysely<Schema>): MemoryStore {
  return {
    remember(conversationId, statements, at, { maxPerScope, since }) {
      return db.transaction().execute(async (plain) => {
        const trx = crossTenant(plain, 'worker');
        // Excludes a concurrent erasure: either it sees the row written here, or this transaction sees the erasure.
        const locked = await sql<{ id: string }>`
          select o.id from organizations o join conversations c on c.organization_id = o.id
          where c.id = ${conversationId} and c.memory and c.consumer_identity is not null
            and coalesce(c.character_id, c.avatar_id) is not null
          for key share of o`.execute(trx);
        if (locked.rows.length === 0) return;
        for (const { id, content, contentKey } of statements) {
          await sql`
            insert into memories (id, organization_id, client, "user", avatar_id, content, content_key,
              conversation_id, created_at, updated_at)
            select ${id}, c.organization_id, c.client, c.consumer_identity, coalesce(c.character_id, c.avatar_id),
              ${content}, ${contentKey}, c.id, ${at}::timestamptz, ${at}::timestamptz
            from conversations c
            where c.id = ${conversationId} and not exists (
              select 1 from memory_erasures e
              where e.organization_id = c.organization_id and e.erased_at >= ${at}::timestamptz
                and (e.any_client or e.client is not distinct from c.client)
                and (e."user" is null or e."user" = c.consumer_identity)
                and (e.avatar_id is null or e.avatar_id = coalesce(c.character_id, c.avatar_id))
                and (e.content_key is null or e.content_key = ${contentKey})
            )
            on conflict (organization_id, "user", avatar_id, client, content_key) do update
              set content = excluded.content, conversation_id = excluded.conversation_id,
                updated_at = greatest(memories.updated_at, excluded.updated_at)`.execute(trx);
        }
        await sql`
          delete from memories where id in (
            select m.id from (
              select m.id, m.updated_at, row_number() over (order by m.updated_at desc, m.id desc) as place
              from memories m join conversations c on c.organization_id = m.organization_id
                and c.client is not distinct from m.client and c.consumer_identity = m."user"
                and coalesce(c.character_id, c.avatar_id) = m.avatar_id
              where c.id = ${conversationId}
            ) m where m.place > ${maxPerScope} or m.updated_at < ${since}::timestamptz
          )`.execute(trx);
      });
    },
    async recall({ organizationId, client, user, avatarId }, since) {
      const { rows } = await sql<object>`
        select * from memories
        where organization_id = ${organizationId} and client is not distinct from ${client}::text
          and "user" = ${user} and avatar_id = ${avatarId} and updated_at >= ${since}::timestamptz
        order by updated_at desc, id desc`.execute(db);
      return rows.map((columns) => codec.fromColumns(columns));
    },
    find: (organizationId, id) => findRow(db, 'memories', codec, organizationId, id),
    list(organizationId, page) {
      const { client, user, avatarId } = page;
      const matching = filterMemories(
        db.selectFrom('memories').where('organization_id', '=', organizationId),
        page,
      );
      // One consumer has few memories, so the rows themselves are counted.
      const total =
        user === undefined && listTotal({ list: 'memories', owner: organizationId, client, facet: avatarId });
      return readPage(db, matching, page, { codec, ...(total && { total }) });
    },
    remove(organizationId, id, at) {
      return db.transaction().execute(async (trx) => {
        await beginErasure(trx, organizationId, at);
        const removed = await removeRow(trx, 'memories', codec, organizationId, id);
        if (!removed) return undefined;
        const { client, user, avatarId, contentKey } = removed;
        const scope = { client, anyClient: false, user, avatarId, contentKey };
        await insertRow(trx, 'memory_erasures', erasureCodec, { organizationId, ...scope, erasedAt: at });
        return removed;
      });
    },
    async erase(organizationId, filter, at) {
      // From here on, nothing that was said before is stored.
      await db.transaction().execute(async (trx) => {
        await beginErasure(trx, organizationId, at);
        const { client = null, user = null, avatarId = null } = filter;
        const scope = { client, anyClient: filter.client === undefined, user, avatarId, contentKey: null };
        await insertRow(trx, 'memory_erasures', erasureCodec, { organizationId, ...scope, erasedAt: at });
      });
      const all = db.selectFrom('memories').where('organization_id', '=', organizationId);
      return deleteInBatches(async (maxRows) => {
        const { numDeletedRows } = await db
          .deleteFrom('memories')
          .where('organization_id', '=', organizationId)
          .where('id', 'in', filterMemories(all, filter).select('id').limit(maxRows))
          .executeTakeFirst();
        return { numAffectedRows: numDeletedRows };
      });
    },
  };
}

/** Excludes concurrent writes of memories until the transaction ends. */
export async function lockMemories(trx: Kysely<Schema>, organizationId: string): Promise<void> {
  await trx.selectFrom('organizations').select('id').where('id', '=', organizationId).forUpdate().execute();
}

/** Also deletes erasure records that are too old for any late report. */
async function beginErasure(trx: Kysely<Schema>, organizationId: string, at: Date): Promise<void> {
  await lockMemories(trx, organizationId);
  await sql`
    delete from memory_erasures where organization_id = ${organizationId}
      and erased_at < ${at}::timestamptz - make_interval(days => ${ERASURE_DAYS}::int)`.execute(trx);
}

function filterMemories<O>(
  query: SelectQueryBuilder<Schema, 'memories', O>,
  { client, user, avatarId }: MemoryFilter,
): SelectQueryBuilder<Schema, 'memories', O> {
  let matching = query;
  if (client !== undefined) matching = matching.where('client', '=', client);
  if (user !== undefined) matching = matching.where('user', '=', user);
  if (avatarId !== undefined) matching = matching.where('avatar_id', '=', avatarId);
  return matching;
}
