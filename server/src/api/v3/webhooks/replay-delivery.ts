import { Delivery, DeliveryParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentDelivery } from '../../present/webhooks.ts';
export const replayDelivery: Endpoint = (app, { deliveries }) => {
  app.post(
    '/webhooks/:id/deliveries/:delivery/replay',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'replayDelivery',
        tags: ['webhooks'],
        summary: 'Replay delivery',
        description:
          'Sends the same message once more, with the same `webhook-id`, as a delivery of its own.',
        params: DeliveryParams,
        response: { 201: Delivery },
      },
    },
    async (request, reply) => {
      const { id, delivery } = request.params;
      const replayed = await deliveries.replay(request.organization.id, id, delivery);
      return reply.code(201).send(presentDelivery(replayed, request.organization.id));
    },
  );
};
