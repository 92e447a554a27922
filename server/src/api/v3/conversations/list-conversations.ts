import { Conversation, ListQuery, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentConversations } from '../../present/conversations.ts';

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
        querystring: ListQuery,
        response: { 200: Page('conversations', Conversation) },
      },
    },
    async (request) => {
      const { id } = request.organization;
      const page = await services.conversations.list(id, pageRequest(request.query), { timelines: true });
      return { ...counts(page), conversations: await presentConversations(services, id, page.rows) };
    },
  );
};
