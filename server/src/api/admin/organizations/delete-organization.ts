import { IdParams, Organization } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentOrganization } from '../../present/organizations.ts';

export const deleteOrganization: Endpoint = (app, services) => {
  app.delete(
    '/organizations/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'deleteOrganization',
        tags: ['administration'],
        summary: 'Delete organization',
        description: 'Stops what it runs and deletes all that it owns. Irreversible.',
        params: IdParams,
        response: { 200: Organization },
      },
    },
    async (request) => presentOrganization(services, await services.organizations.remove(request.params.id)),
  );
};
