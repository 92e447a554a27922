import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Seconds of a conversation that has ended: from the join to the end; nothing for one that nobody joined. */
const seconds = sql`greatest(extract(epoch from ended_at - joined_at), 0)`;

/**
 * Stores the usage of ended conversations before they are deleted, by the UTC day of their start, because billing
 * cycles begin at midnight UTC. `naming`: with the user's name; visitors of an embed have none.
 */
export async function keepUsage(
  trx: Kysely<Schema>,
  organizationId: string,
  ids: readonly string[],
  naming: boolean,
): Promise<void> {
  await sql`
    insert into past_usage (organization_id, day, client, "user", embed_id, freemium, conversations, seconds, charge)
    select organization_id, date_trunc('day', started_at at time zone 'UTC') at time zone 'UTC' as day, client,
      case when ${naming} and embed_id is null then consumer_identity end as "user", embed_id, freemium,
      count(*), coalesce(sum(${seconds}), 0), coalesce(sum(case when charge then ${seconds} * charge_by_second end), 0)
    from conversations where organization_id = ${organizationId} and id = any(${ids}::text[])
    group by organization_id, 2, client, 4, embed_id, freemium`.execute(trx);
}
