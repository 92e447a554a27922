import { Agent, IdParams, ReplaceAgent } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { TEXT_BODY_BYTES } from '../../body-limits.ts';
import { presentAgent } from '../../present/personas.ts';

export const replaceAgent: Endpoint = (app, { agents }) => {
  app.put(
    '/agents/:id',
    {
      config: { access: 'api_key' },
      bodyLimit: TEXT_BODY_BYTES,
      schema: {
        operationId: 'replaceAgent',
        tags: ['agents'],
        summary: 'Replace agent',
        description: 'Replaces the whole: what is left out is unset.',
        params: IdParams,
        body: ReplaceAgent,
        response: { 200: Agent },
      },
    },
    async (request) => {
      const agent = await agents.replace(request.organization.id, request.params.id, request.body);
      return presentAgent(agent);
    },
  );
};
