import type * as contract from '@visavis/contracts';
import type { Delivery } from '../../domain/webhooks/deliveries.ts';
import type { Webhook } from '../../domain/webhooks/webhooks.ts';
import { presentOwned, withoutEmpty } from './present.ts';

export function presentWebhook(webhook: Webhook, now: Date): contract.Webhook {
  const { url, description, eventTypes, enabled, disabledReason, previousSecretUntil } = webhook;
  const isPreviousValid = previousSecretUntil !== null && previousSecretUntil > now;
  return withoutEmpty({
    url,
    description,
    eventTypes: [...eventTypes],
    enabled,
    disabledReason,
    previousSecretExpiresAt: isPreviousValid ? previousSecretUntil.toISOString() : null,
    ...presentOwned(webhook),
  });
}

export function presentDelivery(delivery: Delivery, organizationId: string): contract.Delivery {
  const { id, webhookId, eventId, eventType, status, attempts, payload } = delivery;
  return withoutEmpty({
    id,
    organizationId,
    webhookId,
    eventId,
    eventType,
    status,
    attempts: [...attempts],
    nextAttemptAt: delivery.nextAttemptAt?.toISOString(),
    payload,
    createdAt: delivery.createdAt.toISOString(),
    updatedAt: delivery.updatedAt.toISOString(),
  });
}
