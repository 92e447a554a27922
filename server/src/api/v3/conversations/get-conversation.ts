import { Conversation, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentConversations } from '../../present/conversations.ts';

export const getConversation: Endpoint = (app, services) => {
  app.get(
    '/conversations/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getConversation',
        tags: ['conversations'],
        summary: 'Get conversation',
        params: IdParams,
        response: { 200: Conversation },
      },
    },
    async (request) => {
      const { id } = request.organization;
      const recorded = await services.conversations.get(id, request.params.id);
      const [presented] = await presentConversations(services, [recorded], request.links);
      return presented!;
    },
  );
};
