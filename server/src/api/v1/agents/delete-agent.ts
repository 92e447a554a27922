import { Agent, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentAgent } from '../../present/personas.ts';

export const deleteAgent: Endpoint = (app, { agents }) => {
  app.delete(
    '/agents/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'deleteAgent',
        tags: ['agents'],
        summary: 'Delete agent',
        description: 'Irreversible. Answers what was deleted; 409 while another resource uses it.',
        params: IdParams,
        response: { 200: Agent },
      },
    },
    async (request) => presentAgent(await agents.remove(request.organization.id, request.params.id)),
  );
};
