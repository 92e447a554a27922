import { EMBED_LIMITS } from '@visavis/contracts';
import { type Kysely, sql } from 'kysely';
import type { Embed, EmbedStore, EmbedUse } from '../../domain/embeds/embeds.ts';
import { createRowCodec } from '../columns.ts';
import { createOwnedRepository } from '../owned/owned-repository.ts';
import { readFirst } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';

const codec = createRowCodec<Embed>(['allowedOrigins', 'look']);

export function createEmbedRepository(db: Kysely<Schema>): EmbedStore {
  return {
    ...createOwnedRepository(db, 'embeds', 'embed', codec),
    async findInAnyOrganization(id) {
      return readFirst(
        codec,
        crossTenant(db, 'credential').selectFrom('embeds').selectAll().where('id', '=', id),
      );
    },
    use: (organizationId, ids, dayStart) => readEmbedUse(db, organizationId, ids, dayStart),
  };
}

/** Returns the use of the embeds that have running conversations, or had any today. */
export async function readEmbedUse(
  db: Kysely<Schema>,
  organizationId: string,
  ids: readonly string[],
  dayStart: Date,
): Promise<Map<string, EmbedUse>> {
  if (ids.length === 0) return new Map();
  // Two parts, each with an index of its own, because an embed may have very many conversations.
  const { rows } = await sql<{ id: string; running: number; secondsToday: number }>`
    select embed_id as id, count(*) filter (where status = 'running')::int as running,
      coalesce(sum(case
        when started_at < ${dayStart}::timestamptz then 0
        when status = 'running' then max_seconds
        else greatest(extract(epoch from ended_at - joined_at), ${EMBED_LIMITS.countedSeconds})
      end), 0)::float8 as "secondsToday"
    from (
      select embed_id, status, started_at, joined_at, ended_at, max_seconds from conversations
        where organization_id = ${organizationId} and embed_id = any(${[...ids]}::text[]) and started_at >= ${dayStart}::timestamptz
      union all
      select embed_id, status, started_at, joined_at, ended_at, max_seconds from conversations
        where organization_id = ${organizationId} and embed_id = any(${[...ids]}::text[]) and status = 'running' and started_at < ${dayStart}::timestamptz
    ) used group by embed_id`.execute(db);
  const use = new Map(rows.map(({ id, ...usage }) => [id, usage]));
  for (const { id, seconds } of await readErasedUsage(db, organizationId, ids, dayStart)) {
    const { running = 0, secondsToday = 0 } = use.get(id) ?? {};
    use.set(id, { running, secondsToday: secondsToday + seconds });
  }
  return use;
}

/** Returns today's usage by visitors who were erased: only sums of their conversations are kept. */
async function readErasedUsage(
  db: Kysely<Schema>,
  organizationId: string,
  ids: readonly string[],
  dayStart: Date,
): Promise<{ id: string; seconds: number }[]> {
  const rows = await db
    .selectFrom('past_usage')
    .where('organization_id', '=', organizationId)
    .where('embed_id', 'in', [...ids])
    .where('day', '>=', dayStart)
    .groupBy('embed_id')
    .select([
      'embed_id as id',
      sql<number>`sum(greatest(seconds, ${EMBED_LIMITS.countedSeconds} * conversations))::float8`.as(
        'seconds',
      ),
    ])
    .execute();
  return rows.map(({ id, seconds }) => ({ id: id!, seconds }));
}
