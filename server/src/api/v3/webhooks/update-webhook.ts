import { IdParams, UpdateWebhook, Webhook } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentWebhook } from '../../present/webhooks.ts';
export const updateWebhook: Endpoint = (app, { webhooks, clock }) => {
  app.patch(
    '/webhooks/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'updateWebhook',
        tags: ['webhooks'],
        summary: 'Update webhook',
        description: 'What is left out stays as it is; `null` unsets.',
        params: IdParams,
        body: UpdateWebhook,
        response: { 200: Webhook },
      },
    },
    async (request) => {
      const webhook = await webhooks.update(request.organization.id, request.params.id, request.body);
      return presentWebhook(webhook, clock());
    },
  );
};
