import { type Kysely, sql } from 'kysely';
import { type DeliveryStore, SHOWN_PAYLOAD_BYTES } from '../../domain/webhooks/deliveries.ts';
import type { Webhook } from '../../domain/webhooks/webhooks.ts';
import { createRowCodec } from '../columns.ts';
import { readPage } from '../lists/read-page.ts';
import { toDeletedReferenceConflict } from '../owned/owned-repository.ts';
import { readFirst } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';
import {
  deleteOldest,
  deliveryCodec,
  enqueueDeliveries,
  isBelowLimit,
  readBacklogs,
  writeDeliveries,
} from './write-deliveries.ts';

export const webhookCodec = createRowCodec<Webhook>(['eventTypes']);
const payload = sql<
  string | null
>`(select payload from webhook_events where id = webhook_deliveries.event_id)`.as('payload');
/** PostgreSQL knows the length without reading the payload. */
const shownPayload = sql<string | null>`(select payload from webhook_events
  where id = webhook_deliveries.event_id and octet_length(payload) <= ${sql.lit(SHOWN_PAYLOAD_BYTES)})`.as(
  'payload',
);

export function createDeliveryRepository(db: Kysely<Schema>): DeliveryStore {
  return {
    async find(id) {
      const all = crossTenant(db, 'job');
      const deliveries = all.selectFrom('webhook_deliveries').selectAll();
      const delivery = await readFirst(deliveryCodec, deliveries.where('id', '=', id));
      if (!delivery) return undefined;
      const webhooks = all.selectFrom('webhooks').selectAll();
      const webhook = await readFirst(webhookCodec, webhooks.where('id', '=', delivery.webhookId));
      return webhook && { delivery, webhook };
    },
    async payload(id) {
      const row = await crossTenant(db, 'job')
        .selectFrom('webhook_deliveries')
        .select(payload)
        .where('id', '=', id)
        .executeTakeFirst();
      return row?.payload ?? null;
    },
    findOf: (webhookId, id) =>
      readFirst(
        deliveryCodec,
        db
          .selectFrom('webhook_deliveries')
          .selectAll()
          .select(shownPayload)
          .where('webhook_id', '=', webhookId)
          .where('id', '=', id),
      ),
    list(webhookId, page) {
      const all = db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhookId);
      return readPage(db, all, page, { codec: deliveryCodec, derived: shownPayload });
    },
    insert(organizationId, delivery, event) {
      return db.transaction().execute(async (trx) => {
        const isThisWebhook = sql`webhooks.id = ${delivery.webhookId}`;
        // The foreign key reports a concurrent deletion.
        const [backlog] = await readBacklogs(trx, organizationId, isThisWebhook, 'no key update');
        if (backlog && !isBelowLimit(backlog)) return false;
        try {
          await writeDeliveries(trx, event === 'new', [delivery]);
        } catch (error) {
          throw toDeletedReferenceConflict(error);
        }
        await enqueueDeliveries(trx, organizationId, [delivery], 0);
        return true;
      });
    },
    async storePayload({ webhookId, id }, newPayload) {
      const kept = await db
        .updateTable('webhook_events')
        .set({ payload: sql`coalesce(payload, ${newPayload})` })
        .where('id', '=', (eb) =>
          eb
            .selectFrom('webhook_deliveries')
            .select('event_id')
            .where('webhook_id', '=', webhookId)
            .where('id', '=', id),
        )
        .returning('payload')
        .executeTakeFirst();
      return kept?.payload ?? undefined;
    },
    record(organizationId, delivery, { status, attempt, nextAttemptAt, disable }, at, maxFinished) {
      const attempts = attempt ? [...delivery.attempts, attempt] : delivery.attempts;
      return db.transaction().execute(async (trx) => {
        const changed = await trx
          .updateTable('webhook_deliveries')
          .set(deliveryCodec.toColumns({ status, attempts, updatedAt: at }))
          .set({ next_attempt_at: nextAttemptAt })
          .where('webhook_id', '=', delivery.webhookId)
          .where('id', '=', delivery.id)
          .where('status', '=', 'pending')
          .where(sql<boolean>`jsonb_array_length(attempts) = ${delivery.attempts.length}`)
          .executeTakeFirst();
        if (changed.numUpdatedRows === 0n) return false;
        if (nextAttemptAt) {
          const delayMs = nextAttemptAt.getTime() - at.getTime();
          await enqueueDeliveries(trx, organizationId, [{ ...delivery, attempts }], delayMs);
        } else {
          await deleteOldest(trx, [delivery.webhookId], maxFinished);
        }
        if (disable !== undefined) {
          await trx
            .updateTable('webhooks')
            .set({ enabled: false, disabled_reason: disable, updated_at: at })
            .where('organization_id', '=', organizationId)
            .where('id', '=', delivery.webhookId)
            .execute();
        }
        return true;
      });
    },
  };
}
