import { Agent, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentAgent } from '../../present/personas.ts';

export const getAgent: Endpoint = (app, { agents }) => {
  app.get(
    '/agents/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getAgent',
        tags: ['agents'],
        summary: 'Get agent',
        params: IdParams,
        response: { 200: Agent },
      },
    },
    async (request) => presentAgent(await agents.get(request.organization.id, request.params.id)),
  );
};
