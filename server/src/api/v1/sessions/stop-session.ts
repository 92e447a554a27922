import { IdParams, Session } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentSession } from '../../present/conversations.ts';

export const stopSession: Endpoint = (app, services) => {
  app.patch(
    '/sessions/:id/stop',
    {
      config: { access: 'api_key', storesNothing: true },
      schema: {
        operationId: 'stopSession',
        tags: ['sessions'],
        summary: 'Stop session',
        description: 'Ends it at once. One that has ended stays as it is, so this may be repeated.',
        params: IdParams,
        response: { 200: Session },
      },
    },
    async (request) => {
      const { id } = request.organization;
      const recorded = await services.conversations.stop(id, request.params.id);
      return presentSession(recorded, request.links);
    },
  );
};
