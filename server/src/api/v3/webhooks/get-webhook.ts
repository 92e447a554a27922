import { IdParams, Webhook } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentWebhook } from '../../present/webhooks.ts';
export const getWebhook: Endpoint = (app, { webhooks, clock }) => {
  app.get(
    '/webhooks/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getWebhook',
        tags: ['webhooks'],
        summary: 'Get webhook',
        params: IdParams,
        response: { 200: Webhook },
      },
    },
    async (request) =>
      presentWebhook(await webhooks.get(request.organization.id, request.params.id), clock()),
  );
};
