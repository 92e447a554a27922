import { ConversationLatency, IdParams } from '@visavis/contracts';
import { turnLatencies } from '../../../domain/conversations/latency.ts';
import type { Endpoint } from '../../api-app.ts';
import { withoutEmpty } from '../../present/present.ts';

export const getConversationLatency: Endpoint = (app, { conversations }) => {
  app.get(
    '/conversations/:id/latency',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getConversationLatency',
        tags: ['conversations'],
        summary: 'Get the latencies of a conversation',
        description:
          'How long the user waited for answers, over the turns so far: from the end of what they said to the first ' +
          'audible sample. The single turns are in the timeline, those of all conversations in `/metrics`.',
        params: IdParams,
        response: { 200: ConversationLatency },
      },
    },
    async (request) => {
      const { conversation, timeline } = await conversations.get(request.organization.id, request.params.id);
      const engine = conversation.engine;
      return withoutEmpty({ conversationId: conversation.id, engine, ...turnLatencies(timeline) });
    },
  );
};
