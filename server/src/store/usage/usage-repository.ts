import { type Kysely, sql } from 'kysely';
import { HEARTBEAT_LAPSE_MS } from '../../domain/conversations/conversation-limits.ts';
import type { UsageStore, UserUsageRow } from '../../domain/conversations/usage.ts';
import type { BillingCycle } from '../../domain/organizations/billing-cycle.ts';
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

interface UsageFilter {
  client?: string | undefined;
  user?: string | undefined;
  freemium?: boolean | undefined;
}

/** Of the conversations that started in a cycle, and what is kept of those that are gone. */
function usageOf(
  db: Kysely<Schema>,
  organizationId: string,
  cycle: BillingCycle,
  now: Date,
  filter: UsageFilter,
) {
  const { client, user, freemium } = filter;
  let held = db
    .selectFrom('conversations')
    .where('organization_id', '=', organizationId)
    .where('started_at', '>=', cycle.start)
    .where('started_at', '<', cycle.end);
  let past = db
    .selectFrom('past_usage')
    .where('organization_id', '=', organizationId)
    .where('day', '>=', cycle.start)
    .where('day', '<', cycle.end);
  if (client !== undefined) {
    held = held.where('client', '=', client);
    past = past.where('client', '=', client);
  }
  if (user !== undefined) {
    held = held.where('consumer_identity', '=', user);
    past = past.where('user', '=', user);
  }
  if (freemium !== undefined) {
    held = held.where('freemium', '=', freemium);
    past = past.where('freemium', '=', freemium);
  }
  return held
    .select([
      visitor.as('user'),
      'client',
      'embed_id as embedId',
      sql<number>`1`.as('conversations'),
      sql<number>`coalesce(${counted(now)}, 0)`.as('seconds'),
      sql<number>`coalesce(case when charge then ${counted(now)} * charge_by_second end, 0)`.as('charge'),
    ])
    .unionAll(past.select(['user', 'client', 'embed_id as embedId', 'conversations', 'seconds', 'charge']));
}

export function createUsageRepository(db: Kysely<Schema>): UsageStore {
  return {
    async byUser(organizationId, cycle, now, page) {
      const { client, user } = page;
      const users = db
        .selectFrom(usageOf(db, organizationId, cycle, now, { client, user }).as('usage'))
        .groupBy(['user', 'client', 'embedId'])
        .select([
          'user',
          'client',
          'embedId',
          sql<number>`sum(conversations)::int`.as('conversations'),
          sql<number>`sum(seconds)::float8`.as('seconds'),
          sql<number>`sum(charge)::float8`.as('charge'),
        ]);
      const { total } = await db
        .selectFrom(users.as('users'))
        .select(sql<number>`count(*)::int`.as('total'))
        .executeTakeFirstOrThrow();
      const rows: UserUsageRow[] = await users
        .orderBy('seconds', 'desc')
        .orderBy('user')
        .orderBy('client')
        .orderBy('embedId')
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
      const { seconds } = await db
        .selectFrom(usageOf(db, organizationId, cycle, now, filter ?? {}).as('usage'))
        .select(sql<number>`coalesce(sum(seconds), 0)::float8`.as('seconds'))
        .executeTakeFirstOrThrow();
      return seconds;
    },
  };
}
