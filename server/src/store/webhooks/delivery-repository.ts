import { type Kysely, type Selectable, sql } from 'kysely';
import type { Delivery, DeliveryStore } from '../../domain/webhooks/deliveries.ts';
import type { Webhook } from '../../domain/webhooks/webhooks.ts';
import { createRowCodec } from '../columns.ts';
import { readPage } from '../lists/read-page.ts';
import { asGoneReference } from '../owned/owned-repository.ts';
import type { Schema } from '../schema.ts';
import { enqueueDelivery } from './write-events.ts';

export const webhookCodec = createRowCodec<Webhook>(['eventTypes']);
const codec = createRowCodec<Delivery>(['attempts']);

export function createDeliveryRepository(db: Kysely<Schema>): DeliveryStore {
  const read = (columns: Selectable<Schema['webhook_deliveries']> | undefined) =>
    columns && codec.fromColumns(columns);

  return {
    async find(id) {
      const delivery = read(
        await db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirst(),
      );
      if (!delivery) return undefined;
      const webhook = await db
        .selectFrom('webhooks')
        .selectAll()
        .where('id', '=', delivery.webhookId)
        .executeTakeFirst();
      return webhook && { delivery, webhook: webhookCodec.fromColumns(webhook) };
    },
    async findOf(webhookId, id) {
      return read(
        await db
          .selectFrom('webhook_deliveries')
          .selectAll()
          .where('webhook_id', '=', webhookId)
          .where('id', '=', id)
          .executeTakeFirst(),
      );
    },
    list(webhookId, page) {
      const all = db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhookId);
      return readPage(db, all, page, { codec });
    },
    async insert(delivery) {
      await db.transaction().execute(async (trx) => {
        try {
          await trx
            .insertInto('webhook_deliveries')
            .values(codec.toColumns(delivery) as never)
            .execute();
        } catch (error) {
          throw asGoneReference(error);
        }
        await enqueueDelivery(trx, await withOwner(trx, delivery), 0, 0);
      });
    },
    record(delivery, { status, attempt, payload, nextAttemptAt, disable }, at, keep) {
      const attempts = attempt ? [...delivery.attempts, attempt] : delivery.attempts;
      return db.transaction().execute(async (trx) => {
        const changed = await trx
          .updateTable('webhook_deliveries')
          .set(codec.toColumns({ status, attempts, payload, updatedAt: at }))
          .set({ next_attempt_at: nextAttemptAt })
          .where('id', '=', delivery.id)
          .where('status', '=', 'pending')
          .where(sql<boolean>`jsonb_array_length(attempts) = ${delivery.attempts.length}`)
          .executeTakeFirst();
        if (changed.numUpdatedRows === 0n) return false;
        if (nextAttemptAt) {
          const delayMs = nextAttemptAt.getTime() - at.getTime();
          await enqueueDelivery(trx, await withOwner(trx, delivery), attempts.length, delayMs);
        } else {
          await forgetOldest(trx, delivery.webhookId, keep);
        }
        if (disable !== undefined) {
          await trx
            .updateTable('webhooks')
            .set({ enabled: false, disabled_reason: disable, updated_at: at })
            .where('id', '=', delivery.webhookId)
            .execute();
        }
        return true;
      });
    },
  };
}

async function withOwner(trx: Kysely<Schema>, { id, webhookId }: Delivery) {
  const { organization_id: organizationId } = await trx
    .selectFrom('webhooks')
    .select('organization_id')
    .where('id', '=', webhookId)
    .executeTakeFirstOrThrow();
  return { id, organizationId };
}

async function forgetOldest(trx: Kysely<Schema>, webhookId: string, keep: number): Promise<void> {
  await sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries where webhook_id = ${webhookId} and status <> 'pending'
      order by created_at desc, id desc offset ${keep}
    )`.execute(trx);
}
