import { CreateWebhook, WebhookWithSecret } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentWebhook } from '../../present/webhooks.ts';
export const createWebhook: Endpoint = (app, { webhooks, clock }) => {
  app.post(
    '/webhooks',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'createWebhook',
        tags: ['webhooks'],
        summary: 'Create webhook',
        description:
          'Messages are signed by the Standard Webhooks specification. The secret is shown this once.',
        body: CreateWebhook,
        response: { 201: WebhookWithSecret },
      },
    },
    async (request, reply) => {
      const { webhook, secret } = await webhooks.create(request.organization.id, request.body);
      return reply.code(201).send({ ...presentWebhook(webhook, clock()), secret });
    },
  );
};
