import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type Delivery, PENDING_DELIVERIES } from '../../domain/webhooks/deliveries.ts';
import { createRowCodec } from '../columns.ts';
import { enqueueJobs } from '../jobs/enqueue-job.ts';
import type { Schema } from '../schema.ts';

/** The kind of job for one attempt; its payload is the delivery's id. */
export const DELIVER_WEBHOOK = 'deliver_webhook';

export const deliveryCodec = createRowCodec<Delivery>(['attempts']);

/** A webhook, and the number of its and its organization's pending deliveries. */
export interface Backlog {
  id: string;
  ofWebhook: number;
  ofOrganization: number;
}

export const isBelowLimit = ({ ofWebhook, ofOrganization }: Omit<Backlog, 'id'>): boolean =>
  ofWebhook < PENDING_DELIVERIES.webhook && ofOrganization < PENDING_DELIVERIES.organization;

/** Returns the backlogs of the organization's matching webhooks, locked for the transaction. */
export async function readBacklogs(
  trx: Kysely<Schema>,
  organizationId: string,
  matches: RawBuilder<unknown>,
  lock: 'key share' | 'no key update',
): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select id,
      (select count(*)::int from webhook_deliveries d where d.webhook_id = webhooks.id and d.status = 'pending')
        as "ofWebhook",
      (select count(*)::int from webhook_deliveries d join webhooks o on o.id = d.webhook_id
        where o.organization_id = ${organizationId} and d.status = 'pending') as "ofOrganization"
    from webhooks where organization_id = ${organizationId} and ${matches}
    for ${sql.raw(lock)}`.execute(trx);
  return rows;
}

/** Writes the deliveries of one event, together with the event if it is new. */
export async function writeDeliveries(
  trx: Kysely<Schema>,
  isNewEvent: boolean,
  deliveries: readonly Delivery[],
): Promise<void> {
  const [{ eventId: id, payload }] = deliveries as [Delivery];
  const rows = deliveries.map(({ payload: _payload, ...row }) => deliveryCodec.toColumns(row));
  const written = isNewEvent
    ? trx.with('event', (db) => db.insertInto('webhook_events').values({ id, payload }))
    : trx;
  await written
    .insertInto('webhook_deliveries')
    .values(rows as never)
    .execute();
}

/** Queues the jobs for the deliveries' next attempts. */
export async function enqueueDeliveries(
  trx: Kysely<Schema>,
  organizationId: string,
  deliveries: readonly Pick<Delivery, 'id' | 'attempts'>[],
  delayMs: number,
): Promise<void> {
  const runAt = delayMs > 0 && { runAt: new Date(Date.now() + delayMs) };
  const jobs = deliveries.map(({ id, attempts }) => ({
    kind: DELIVER_WEBHOOK,
    payload: { deliveryId: id },
    // A slow endpoint delays only deliveries of its own organization.
    lane: organizationId,
    // The job of the previous attempt is still running, with a unique key of its own.
    uniqueKey: `${id}/${attempts.length}`,
    ...runAt,
  }));
  await enqueueJobs(trx, jobs);
}

/** Deletes the oldest finished deliveries of each webhook, beyond the newest `keep`. */
export async function deleteOldest(
  trx: Kysely<Schema>,
  webhookIds: readonly string[],
  keep: number,
): Promise<void> {
  await sql`
    delete from webhook_deliveries where webhook_id = any(${[...webhookIds]}::text[]) and id in (
      select old.id from unnest(${[...webhookIds]}::text[]) as hook (id) cross join lateral (
        select d.id from webhook_deliveries d where d.webhook_id = hook.id and d.status <> 'pending'
        order by d.created_at desc, d.id desc offset ${keep}
      ) old
    )`.execute(trx);
}
