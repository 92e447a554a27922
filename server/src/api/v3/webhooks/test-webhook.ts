import { Delivery, IdParams, TestWebhook } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentDelivery } from '../../present/webhooks.ts';
export const testWebhook: Endpoint = (app, { deliveries }) => {
  app.post(
    '/webhooks/:id/test',
    {
      config: { access: 'api_key' },
      // The body is optional.
      preValidation: async (request) => {
        request.body ??= {};
      },
      schema: {
        operationId: 'testWebhook',
        tags: ['webhooks'],
        summary: 'Test webhook',
        description:
          'Sends an example, marked `test`, and once only. Read what came of it from the deliveries.',
        params: IdParams,
        body: TestWebhook,
        response: { 201: Delivery },
      },
    },
    async (request, reply) => {
      const { params, body } = request;
      const delivery = await deliveries.test(request.organization.id, params.id, body.eventType ?? undefined);
      return reply.code(201).send(presentDelivery(delivery, request.organization.id));
    },
  );
};
