import { Conversation, ConversationsQuery, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentConversations } from '../../present/conversations.ts';
import { withoutEmpty } from '../../present/present.ts';

export const listConversations: Endpoint = (app, services) => {
  app.get(
    '/conversations',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listConversations',
        tags: ['conversations'],
        summary: 'List conversations',
        description: 'With their transcripts and timelines, those that run included.',
        querystring: ConversationsQuery,
        response: { 200: Page('conversations', Conversation) },
      },
    },
    async (request) => {
      const { id } = request.organization;
      const { from, until, user, status, endReason, embed } = request.query;
      const filter = {
        ...pageRequest(request.query),
        ...withoutEmpty({ user, status, endReason, embed }),
        ...(from !== undefined && { from: new Date(from) }),
        ...(until !== undefined && { until: new Date(until) }),
      };
      const page = await services.conversations.list(id, filter, { timelines: true });
      return {
        ...counts(page),
        conversations: await presentConversations(services, page.rows, request.links),
      };
    },
  );
};
