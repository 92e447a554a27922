import type { UsagePart } from '@visavis/contracts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { HEARTBEAT_LAPSE_MS } from '../../domain/conversations/conversation-limits.ts';
import type { PartUsageRow, UsageStore, UserUsageRow } from '../../domain/conversations/usage.ts';
import type { BillingCycle } from '../../domain/organizations/billing-cycle.ts';
import { listTotal } from '../lists/list-total.ts';
import type { Schema } from '../schema.ts';
import { dayOf } from '../stored-times.ts';
import { type OnRefusal, writeEvents } from '../webhooks/write-events.ts';

/**
 * SQL for the seconds of a running conversation from the join until now; 0 if nobody has joined. Numeric, so that sums
 * are exact. The time after the last heartbeat is limited, so that a clock that jumps does not use up a quota.
 */
const secondsSoFar = (now: Date) =>
  sql`greatest(extract(epoch from greatest(last_heartbeat_at, least(${now}::timestamptz,
    last_heartbeat_at + ${HEARTBEAT_LAPSE_MS / 1000} * interval '1 second')) - joined_at), 0)`;

/** Ended conversations are totalled as they end (`0015-counts.sql`); running ones are added here. */
export function createUsageRepository(db: Kysely<Schema>, onRefusal?: OnRefusal): UsageStore {
  return {
    async byUser(organizationId, cycle, now, { skip, take, client, user }) {
      const isWanted = sql`${client === undefined ? sql`true` : sql`client = ${client}`}
        and ${user === undefined ? sql`true` : sql`"user" = ${user}`}`;
      const stored = sql`select * from usage_totals
        where owner = ${organizationId} and cycle_start = ${dayOf(cycle.start)}::date and ${isWanted}`;
      const isSame = sql`t."user" is not distinct from l."user" and t.client is not distinct from l.client
        and t.embed_id is not distinct from l.embed_id`;
      // No index serves `is not distinct from`, so use `=` for a named user or client, and `is null` for none.
      const storedTotal = sql`
        select * from (${stored} and "user" = l."user") t where ${isSame}
        union all
        select * from (${stored} and "user" is null and client = l.client) t where ${isSame}
        union all
        select * from (${stored} and "user" is null and client is null) t where l.client is null and ${isSame}`;
      // Few users have pending changes; all others are read in index order, no more than the page needs.
      const { rows } = await sql<UserUsageRow & { total: number }>`
        with live as materialized (
          select "user", client, embed_id, sum(n) as conversations, sum(seconds) as seconds, sum(charge) as charge
          from (${pendingUsage(organizationId, cycle, now)}) moving where ${isWanted} group by 1, 2, 3
        ), moved as materialized (
          select l."user", l.client, l.embed_id, l.conversations + coalesce(t.conversations, 0) as conversations,
            l.seconds + coalesce(t.seconds, 0) as seconds, l.charge + coalesce(t.charge, 0) as charge,
            t.owner is null as is_new
          from live l left join lateral (${storedTotal}) t on true
        ), counted as (
          select ${user === undefined ? listTotal(cycleCount(organizationId, cycle, client)) : sql`(select count(*) from (${stored}) k)`}
            + (select count(*) filter (where is_new and conversations > 0) - count(*) filter (where not is_new and conversations <= 0)
               from moved) as total
        ), page as (
          select "user", client, embed_id, conversations, seconds, charge from moved where conversations > 0
          union all
          select t."user", t.client, t.embed_id, t.conversations, t.seconds, t.charge from (
            ${stored} order by seconds desc, "user", client, embed_id limit ${skip + take} + (select count(*) from live)
          ) t where not exists (
            select from live l where coalesce(t."user", '') = coalesce(l."user", '') and ${isSame}
          )
          order by 5 desc, 1, 2, 3 offset ${skip} limit ${take}
        )
        select p."user", p.client, p.embed_id as "embedId", p.conversations::int, p.seconds::float8, p.charge::float8,
          c.total::int
        from counted c left join page p on true
        order by p.seconds desc, p."user", p.client, p.embed_id`.execute(db);
      const total = rows[0]?.total ?? 0;
      // Beyond the end of the list, the row contains only the total.
      const users = rows.filter(({ conversations }) => conversations !== null);
      return {
        total,
        rows: users.map(({ total: _total, ...row }) => row),
      };
    },
    async byPart(organizationId, cycle, now, part) {
      const { row, kept } = GROUP_KEYS[part];
      const started = sql`started_at >= ${cycle.start}::timestamptz and started_at < ${cycle.end}::timestamptz`;
      const duration = sql`coalesce(case when status = 'running' then ${secondsSoFar(now)}
        else greatest(extract(epoch from ended_at - joined_at), 0) end, 0)`;
      const { rows } = await sql<PartUsageRow>`
        select key, sum(n)::int as conversations, sum(seconds)::float8 as seconds, sum(charge)::float8 as charge from (
          select ${row} as key, 1 as n, ${duration} as seconds,
            case when charge then ${duration} * charge_by_second::numeric else 0 end as charge
          from conversations where organization_id = ${organizationId} and ${started}
          union all
          select ${kept}, conversations, seconds, charge from past_usage
          where organization_id = ${organizationId} and day >= ${cycle.start}::timestamptz and day < ${cycle.end}::timestamptz
        ) used group by key order by ${part === 'day' ? sql`key` : sql`seconds desc, key`} limit 100`.execute(
        db,
      );
      return rows;
    },
    async reachThreshold(organizationId, cycle, percent, toEvents) {
      await db.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows: first } = await trx
          .insertInto('usage_thresholds')
          .values({ organization_id: organizationId, cycle_start: cycle.start, percent })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow();
        if (first) await writeEvents(trx, toEvents(), onRefusal);
      });
    },
    async seconds(organizationId, cycle, now, filter) {
      const isWanted = filter ? sql`freemium = ${filter.freemium}` : sql`true`;
      const { rows } = await sql<{ seconds: number }>`
        select coalesce(sum(seconds), 0)::float8 as seconds from (
          select seconds from usage_days where owner = ${organizationId} and ${inCycle(cycle)} and ${isWanted}
          union all
          select seconds from (${pendingUsage(organizationId, cycle, now)}) moving where ${isWanted}
        ) parts`.execute(db);
      return rows[0]!.seconds;
    },
  };
}

/** SQL for the keys of groups: from a conversation (`row`), or the totals of erased ones (`stored`). */
const GROUP_KEYS: Record<UsagePart, { row: RawBuilder<unknown>; kept: RawBuilder<unknown> }> = {
  day: {
    row: sql`to_char(started_at at time zone 'UTC', 'YYYY-MM-DD')`,
    kept: sql`to_char(day at time zone 'UTC', 'YYYY-MM-DD')`,
  },
  character: { row: sql`coalesce(character_id, avatar_id)`, kept: sql`null` },
  agent: { row: sql`agent_id`, kept: sql`null` },
  embed: { row: sql`embed_id`, kept: sql`embed_id` },
};

const inCycle = ({ start, end }: BillingCycle) =>
  sql`day >= ${dayOf(start)}::date and day < ${dayOf(end)}::date`;

const cycleCount = (owner: string, { start }: BillingCycle, client: string | undefined) => ({
  list: 'usage',
  owner,
  client,
  days: { from: dayOf(start), until: dayOf(new Date(start.getTime() + 24 * 3600 * 1000)) },
});

/** Usage outside the totals: running and just ended conversations. Visitors have no user name. */
function pendingUsage(organizationId: string, cycle: BillingCycle, now: Date): RawBuilder<unknown> {
  return sql`
    select case when facet is null then "user" end as "user", client, facet as embed_id, freemium, n, seconds, charge
      from list_changes where owner = ${organizationId} and list in ('conversations', 'past_usage') and ${inCycle(cycle)}
    union all
    select case when embed_id is null then consumer_identity end, client, embed_id, freemium, 1,
      coalesce(${secondsSoFar(now)}, 0),
      case when charge then coalesce(${secondsSoFar(now)}, 0) * charge_by_second::numeric else 0 end
      from conversations where organization_id = ${organizationId} and status = 'running'
        and started_at >= ${cycle.start}::timestamptz and started_at < ${cycle.end}::timestamptz`;
}
