import { IdParams, WebhookWithSecret } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentWebhook } from '../../present/webhooks.ts';
export const rotateWebhookSecret: Endpoint = (app, { webhooks, clock }) => {
  app.post(
    '/webhooks/:id/rotate',
    {
      config: { access: 'api_key', audited: true },
      schema: {
        operationId: 'rotateWebhookSecret',
        tags: ['webhooks'],
        summary: 'Rotate the secret of a webhook',
        description: 'For 24 hours messages are signed with both, the new secret and the one before.',
        params: IdParams,
        response: { 201: WebhookWithSecret },
      },
    },
    async (request, reply) => {
      const { webhook, secret } = await webhooks.rotate(request.organization.id, request.params.id);
      return reply.code(201).send({ ...presentWebhook(webhook, clock()), secret });
    },
  );
};
