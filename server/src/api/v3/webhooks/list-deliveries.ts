import { Delivery, IdParams, ListQuery, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentDelivery } from '../../present/webhooks.ts';
export const listDeliveries: Endpoint = (app, { deliveries }) => {
  app.get(
    '/webhooks/:id/deliveries',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listDeliveries',
        tags: ['webhooks'],
        summary: 'List deliveries of a webhook',
        description: 'Newest first. A delivery belongs to the client of its webhook.',
        params: IdParams,
        querystring: ListQuery,
        response: { 200: Page('deliveries', Delivery) },
      },
    },
    async (request) => {
      const { organization, params, query } = request;
      const page = await deliveries.list(organization.id, params.id, pageRequest(query));
      return {
        ...counts(page),
        deliveries: page.rows.map((row) => presentDelivery(row, request.organization.id)),
      };
    },
  );
};
