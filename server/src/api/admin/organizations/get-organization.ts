import { IdParams, Organization } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentOrganization } from '../../present/organizations.ts';

export const getOrganization: Endpoint = (app, services) => {
  app.get(
    '/organizations/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getOrganization',
        tags: ['administration'],
        summary: 'Get organization',
        params: IdParams,
        response: { 200: Organization },
      },
    },
    async (request) => presentOrganization(services, await services.organizations.get(request.params.id)),
  );
};
