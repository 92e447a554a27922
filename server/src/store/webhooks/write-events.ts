import { type Kysely, sql } from 'kysely';
import { newId } from '../../domain/ids.ts';
import type { DomainEvent } from '../../domain/webhooks/domain-event.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { Schema } from '../schema.ts';

/** The job of one attempt; its payload is the delivery's id. */
export const DELIVER_WEBHOOK = 'deliver_webhook';

/**
 * Writes a delivery with its job for every webhook subscribed to the event. Call it in the transaction of the change
 * that the event reports.
 */
export async function writeEvents(trx: Kysely<Schema>, events: readonly DomainEvent[]): Promise<void> {
  for (const event of events) {
    const { organizationId, client, type, occurredAt } = event;
    // Locked against deletion: deleting a webhook meanwhile must not fail the change.
    const told = await sql<{ id: string }>`
      select id from webhooks
      where organization_id = ${organizationId} and enabled and event_types ? ${type}
        and (client is null or client = ${client}::text)
      for key share`.execute(trx);
    for (const { id } of told.rows) {
      const deliveryId = newId('dlv');
      await trx
        .insertInto('webhook_deliveries')
        .values({
          id: deliveryId,
          webhook_id: id,
          event_id: event.id,
          event_type: type,
          subject_id: event.subjectId,
          payload: event.payload,
          status: 'pending',
          attempts: '[]',
          next_attempt_at: new Date(occurredAt.getTime() + event.delayMs),
          created_at: occurredAt,
          updated_at: occurredAt,
        })
        .execute();
      await enqueueDelivery(trx, { id: deliveryId, organizationId }, 0, event.delayMs);
    }
  }
}

/** `attempts`: how many there have been. The delay is counted on the database's clock, as the queue counts. */
export async function enqueueDelivery(
  trx: Kysely<Schema>,
  delivery: { id: string; organizationId: string },
  attempts: number,
  delayMs: number,
): Promise<void> {
  await enqueueJob(trx, {
    kind: DELIVER_WEBHOOK,
    payload: { deliveryId: delivery.id },
    // A slow address delays only deliveries of its own organization.
    lane: delivery.organizationId,
    // The job of the previous attempt is still running, with a unique key of its own.
    uniqueKey: `${delivery.id}/${attempts}`,
    ...(delayMs > 0 && { runAt: new Date(Date.now() + delayMs) }),
  });
}
