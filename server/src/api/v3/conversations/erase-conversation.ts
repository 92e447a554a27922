import { ConversationErasureReceipt, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';

export const eraseConversation: Endpoint = (app, { conversationErasure }) => {
  app.delete(
    '/conversations/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'eraseConversation',
        tags: ['conversations'],
        summary: 'Erase conversation',
        description:
          'One that has ended, with its transcript and timeline, what was remembered of it, and deliveries of webhooks about ' +
          'it. What had been said before and was said again in it is forgotten; what was said again later stays. 409 while it ' +
          'runs: stop it first. Usage stays in the sums, without a name. No webhook tells of it. Irreversible.',
        params: IdParams,
        response: { 200: ConversationErasureReceipt },
      },
    },
    async (request) => {
      const receipt = await conversationErasure.erase(request.organization.id, request.params.id);
      return { ...receipt, erasedAt: receipt.erasedAt.toISOString() };
    },
  );
};
