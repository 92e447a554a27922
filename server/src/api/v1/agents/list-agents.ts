import { Agent, ListQuery, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentAgent } from '../../present/personas.ts';

export const listAgents: Endpoint = (app, { agents }) => {
  app.get(
    '/agents',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listAgents',
        tags: ['agents'],
        summary: 'List agents',
        querystring: ListQuery,
        response: { 200: Page('agents', Agent) },
      },
    },
    async (request) => {
      const page = await agents.list(request.organization.id, pageRequest(request.query));
      return { ...counts(page), agents: page.rows.map((row) => presentAgent(row)) };
    },
  );
};
