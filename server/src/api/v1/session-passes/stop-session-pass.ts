import { IdParams, Session } from '@visavis/contracts';
import { grantKey } from '../../../domain/organizations/client-tokens.ts';
import type { Endpoint } from '../../api-app.ts';
import { presentSession } from '../../present/conversations.ts';

export const stopSessionPass: Endpoint = (app, services) => {
  app.patch(
    '/session-passes/:id/stop',
    {
      config: { access: 'client_token', storesNothing: true },
      schema: {
        operationId: 'stopSessionPass',
        tags: ['session passes'],
        summary: 'Stop a session that was started with a pass',
        description: 'Only one that was started with a client token of the same user, client and character.',
        params: IdParams,
        response: { 200: Session },
      },
    },
    async (request) => {
      const { id } = request.organization;
      const recorded = await services.conversations.stop(id, request.params.id, grantKey(request.grant));
      return presentSession(recorded, request.links);
    },
  );
};
