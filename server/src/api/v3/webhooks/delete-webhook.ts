import { IdParams, Webhook } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentWebhook } from '../../present/webhooks.ts';
export const deleteWebhook: Endpoint = (app, { webhooks, clock }) => {
  app.delete(
    '/webhooks/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'deleteWebhook',
        tags: ['webhooks'],
        summary: 'Delete webhook',
        description: 'What is still on its way to it is not sent any more.',
        params: IdParams,
        response: { 200: Webhook },
      },
    },
    async (request) =>
      presentWebhook(await webhooks.remove(request.organization.id, request.params.id), clock()),
  );
};
