import { type Kysely, sql } from 'kysely';
import { HEARTBEAT_LAPSE_MS } from '../../domain/conversations/conversation-limits.ts';
import type { UsageStore, UserUsageRow } from '../../domain/conversations/usage.ts';
import type { Schema } from '../schema.ts';
import { writeEvents } from '../webhooks/write-events.ts';

/**
 * Seconds from the join to the end, or until now; nothing for those that nobody joined. Numeric: sums are exact. How far `now`
 * may be from the last heartbeat is bounded, so that a clock that jumps uses up nobody's quota.
 */
const counted = (now: Date) =>
  sql<number>`greatest(extract(epoch from coalesce(ended_at, greatest(last_heartbeat_at,
    least(${now}::timestamptz, last_heartbeat_at + ${HEARTBEAT_LAPSE_MS / 1000} * interval '1 second'))) - joined_at), 0)`;

/** The visitors of an embed are nobody in particular: they are summed up together. */
const visitor = sql<string | null>`case when embed_id is null then consumer_identity end`;

export function createUsageRepository(db: Kysely<Schema>): UsageStore {
  return {
    async byUser(organizationId, cycle, now, page) {
      let conversations = db
        .selectFrom('conversations')
        .where('organization_id', '=', organizationId)
        .where('started_at', '>=', cycle.start)
        .where('started_at', '<', cycle.end);
      if (page.client !== undefined) conversations = conversations.where('client', '=', page.client);
      if (page.user !== undefined) conversations = conversations.where('consumer_identity', '=', page.user);
      const users = conversations
        .groupBy([visitor, 'client', 'embed_id'])
        .select([
          visitor.as('user'),
          'client',
          'embed_id as embedId',
          sql<number>`count(*)::int`.as('conversations'),
          sql<number>`coalesce(sum(${counted(now)}), 0)::float8`.as('seconds'),
          sql<number>`coalesce(sum(case when charge then ${counted(now)} * charge_by_second end), 0)::float8`.as(
            'charge',
          ),
        ]);
      const { total } = await db
        .selectFrom(users.as('users'))
        .select(sql<number>`count(*)::int`.as('total'))
        .executeTakeFirstOrThrow();
      const rows: UserUsageRow[] = await users
        .orderBy('seconds', 'desc')
        .orderBy(visitor)
        .orderBy('client')
        .orderBy('embed_id')
        .offset(page.skip)
        .limit(page.take)
        .execute();
      return { total, rows };
    },
    async reach(organizationId, cycle, percent, tell) {
      await db.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows: first } = await trx
          .insertInto('usage_thresholds')
          .values({ organization_id: organizationId, cycle_start: cycle.start, percent })
          .onConflict((already) => already.doNothing())
          .executeTakeFirstOrThrow();
        if (first) await writeEvents(trx, tell());
      });
    },
    async seconds(organizationId, cycle, now, filter) {
      let conversations = db
        .selectFrom('conversations')
        .select(sql<number>`coalesce(sum(${counted(now)}), 0)::float8`.as('seconds'))
        .where('organization_id', '=', organizationId)
        .where('started_at', '>=', cycle.start)
        .where('started_at', '<', cycle.end);
      if (filter) conversations = conversations.where('freemium', '=', filter.freemium);
      return (await conversations.executeTakeFirstOrThrow()).seconds;
    },
  };
}
