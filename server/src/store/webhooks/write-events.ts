import { type Kysely, sql } from 'kysely';
import { type Delivery, draftDelivery, KEPT_DELIVERIES } from '../../domain/webhooks/deliveries.ts';
import type { DomainEvent } from '../../domain/webhooks/domain-event.ts';
import type { Schema } from '../schema.ts';
import {
  deleteOldest,
  enqueueDeliveries,
  isBelowLimit,
  readBacklogs,
  writeDeliveries,
} from './write-deliveries.ts';

/** Called with the number of deliveries that failed at once because too many were pending. */
export type OnRefusal = (organizationId: string, deliveries: number) => void;

/** Writes deliveries and their jobs for the subscribed webhooks, in the transaction of the change. */
export async function writeEvents(
  trx: Kysely<Schema>,
  events: readonly DomainEvent[],
  onRefusal?: OnRefusal,
): Promise<void> {
  for (const event of events) {
    const { organizationId, client, occurredAt, delayMs, subjectId, payload } = event;
    const fields = { eventId: event.id, eventType: event.type, subjectId, payload };
    const subscribed = sql`enabled and event_types ? ${event.type} and (client is null or client = ${client}::text)`;
    // Locked against deletion, so that deleting a webhook concurrently does not fail the change.
    const backlogs = await readBacklogs(trx, organizationId, subscribed, 'key share');
    if (backlogs.length === 0) continue;
    let ofOrganization = backlogs[0]!.ofOrganization;
    const deliveries = backlogs.map(({ id, ofWebhook }) => {
      const delivery = draftDelivery(id, fields, occurredAt, delayMs);
      if (!isBelowLimit({ ofWebhook, ofOrganization })) return refusedDelivery(delivery);
      ofOrganization++;
      return delivery;
    });
    await writeDeliveries(trx, true, deliveries);
    const pending = deliveries.filter(({ status }) => status === 'pending');
    if (pending.length > 0) await enqueueDeliveries(trx, organizationId, pending, delayMs);
    const refusedDeliveries = deliveries.filter(({ status }) => status !== 'pending');
    if (refusedDeliveries.length === 0) continue;
    onRefusal?.(organizationId, refusedDeliveries.length);
    await deleteOldest(
      trx,
      refusedDeliveries.map(({ webhookId }) => webhookId),
      KEPT_DELIVERIES,
    );
  }
}

function refusedDelivery(delivery: Delivery): Delivery {
  const attempt = {
    at: delivery.createdAt.toISOString(),
    durationMs: 0,
    error: 'too many deliveries were already pending',
  };
  return { ...delivery, status: 'failed', attempts: [attempt], nextAttemptAt: null };
}
