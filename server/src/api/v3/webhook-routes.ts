import {
  CreateWebhook,
  Delivery,
  DeliveryParams,
  IdParams,
  ListQuery,
  Page,
  TestWebhook,
  UpdateWebhook,
  Webhook,
  WebhookWithSecret,
} from '@visavis/contracts';
import type { Delivery as DeliveryRow } from '../../domain/webhooks/deliveries.ts';
import type { Webhook as WebhookRow } from '../../domain/webhooks/webhooks.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { each, ownedRoutes } from '../owned-routes.ts';
import { pageEnvelope, readPageQuery } from '../page.ts';
import { comingTime, presentOwned, withoutEmpty } from '../present/present.ts';

export const webhookRoutes: Endpoint = (app, { clock, deliveries, webhooks }) => {
  const { list, get, update, remove } = ownedRoutes(app, {
    names: ['webhook', 'webhooks'],
    schema: Webhook,
    present: each((webhook: WebhookRow) => presentWebhook(webhook, clock())),
  });
  app.post(
    '/webhooks',
    operation('api_key', 'webhooks', {
      operationId: 'createWebhook',
      summary: 'Create webhook',
      description:
        'Messages are signed according to the Standard Webhooks specification. The secret is returned only in this response.',
      body: CreateWebhook,
      response: { 201: WebhookWithSecret },
      flags: { audited: 'without values' },
    }),
    async (request, reply) => {
      const { webhook, secret } = await webhooks.create(request.organization.id, request.body);
      return reply.code(201).send({ ...presentWebhook(webhook, clock()), secret });
    },
  );
  list(webhooks.list);
  get(webhooks.get);
  update(webhooks.update, { body: UpdateWebhook, audited: 'without values' });
  remove(webhooks.remove, {
    description: 'Deletes the webhook permanently and returns it. Its pending deliveries are no longer sent.',
  });
  app.post(
    '/webhooks/:id/rotate',
    operation('api_key', 'webhooks', {
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the secret of a webhook',
      description:
        'Returns a new secret. For 24 hours, messages are signed with both the new and the previous secret.',
      params: IdParams,
      response: { 201: WebhookWithSecret },
      flags: { permission: 'administer', audited: true },
    }),
    async (request, reply) => {
      const { webhook, secret } = await webhooks.rotate(request.organization.id, request.params.id);
      return reply.code(201).send({ ...presentWebhook(webhook, clock()), secret });
    },
  );
  app.post(
    '/webhooks/:id/test',
    {
      // The body is optional.
      preValidation: async (request) => {
        request.body ??= {};
      },
      ...operation('api_key', 'webhooks', {
        operationId: 'testWebhook',
        summary: 'Test webhook',
        description:
          'Sends an example event, marked with `test`. It is sent only once, even if it fails; the deliveries show the result.',
        params: IdParams,
        body: TestWebhook,
        response: { 201: Delivery },
      }),
    },
    async (request, reply) => {
      const { params, body } = request;
      const delivery = await deliveries.test(request.organization.id, params.id, body.eventType ?? undefined);
      return reply.code(201).send(presentDelivery(delivery, request.organization.id));
    },
  );
  app.get(
    '/webhooks/:id/deliveries',
    operation('api_key', 'webhooks', {
      operationId: 'listDeliveries',
      summary: 'List deliveries of a webhook',
      description: 'Lists deliveries, newest first. A delivery has the client of its webhook.',
      params: IdParams,
      querystring: ListQuery,
      response: { 200: Page('deliveries', Delivery) },
    }),
    async (request) => {
      const { organization, params, query } = request;
      const page = await deliveries.list(organization.id, params.id, readPageQuery(query));
      return {
        ...pageEnvelope(page),
        deliveries: page.rows.map((row) => presentDelivery(row, request.organization.id)),
      };
    },
  );
  app.post(
    '/webhooks/:id/deliveries/:delivery/replay',
    operation('api_key', 'webhooks', {
      operationId: 'replayDelivery',
      summary: 'Replay delivery',
      description: 'Creates a new delivery that sends the same message again, with the same `webhook-id`.',
      params: DeliveryParams,
      response: { 201: Delivery },
      flags: { isHeavy: true },
    }),
    async (request, reply) => {
      const { id, delivery } = request.params;
      const replayed = await deliveries.replay(request.organization.id, id, delivery);
      return reply.code(201).send(presentDelivery(replayed, request.organization.id));
    },
  );
};

function presentWebhook(webhook: WebhookRow, now: Date): Webhook {
  const { url, description, eventTypes, enabled, disabledReason, previousSecretUntil } = webhook;
  return withoutEmpty({
    url,
    description,
    eventTypes: [...eventTypes],
    enabled,
    disabledReason,
    previousSecretExpiresAt: comingTime(previousSecretUntil, now),
    ...presentOwned(webhook),
  });
}

function presentDelivery(delivery: DeliveryRow, organizationId: string): Delivery {
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
