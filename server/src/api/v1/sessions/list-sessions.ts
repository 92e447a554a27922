import { ListQuery, Page, Session } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentSession } from '../../present/conversations.ts';

export const listSessions: Endpoint = (app, services) => {
  app.get(
    '/sessions',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listSessions',
        tags: ['sessions'],
        summary: 'List sessions',
        querystring: ListQuery,
        response: { 200: Page('sessions', Session) },
      },
    },
    async (request) => {
      const { id } = request.organization;
      const page = await services.conversations.list(id, pageRequest(request.query), { timelines: false });
      return { ...counts(page), sessions: page.rows.map((row) => presentSession(row, request.links)) };
    },
  );
};
