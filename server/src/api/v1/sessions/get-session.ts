import { IdParams, Session } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentSession } from '../../present/conversations.ts';

export const getSession: Endpoint = (app, services) => {
  app.get(
    '/sessions/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getSession',
        tags: ['sessions'],
        summary: 'Get session',
        description: 'With its transcript, also while it runs.',
        params: IdParams,
        response: { 200: Session },
      },
    },
    async (request) => {
      const { id } = request.organization;
      const recorded = await services.conversations.get(id, request.params.id);
      return presentSession(recorded, request.links);
    },
  );
};
