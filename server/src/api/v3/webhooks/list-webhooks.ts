import { ListQuery, Page, Webhook } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentWebhook } from '../../present/webhooks.ts';
export const listWebhooks: Endpoint = (app, { webhooks, clock }) => {
  app.get(
    '/webhooks',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listWebhooks',
        tags: ['webhooks'],
        summary: 'List webhooks',
        querystring: ListQuery,
        response: { 200: Page('webhooks', Webhook) },
      },
    },
    async (request) => {
      const page = await webhooks.list(request.organization.id, pageRequest(request.query));
      return { ...counts(page), webhooks: page.rows.map((row) => presentWebhook(row, clock())) };
    },
  );
};
