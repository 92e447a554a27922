import { Conversation, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentConversations } from '../../present/conversations.ts';

export const stopConversation: Endpoint = (app, services) => {
  app.post(
    '/conversations/:id/stop',
    {
      config: { access: 'api_key', storesNothing: true },
      schema: {
        operationId: 'stopConversation',
        tags: ['conversations'],
        summary: 'Stop conversation',
        description: 'Ends it at once. One that has ended stays as it is, so this may be repeated.',
        params: IdParams,
        response: { 201: Conversation },
      },
    },
    async (request, reply) => {
      const { id } = request.organization;
      const recorded = await services.conversations.stop(id, request.params.id);
      const [presented] = await presentConversations(services, [recorded], request.links);
      return reply.code(201).send(presented!);
    },
  );
};
