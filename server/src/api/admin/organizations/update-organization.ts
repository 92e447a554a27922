import { IdParams, Organization, UpdateOrganization } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentOrganization } from '../../present/organizations.ts';

export const updateOrganization: Endpoint = (app, services) => {
  app.patch(
    '/organizations/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'updateOrganization',
        tags: ['administration'],
        summary: 'Update organization',
        description:
          'Plan, limits and prices. What is left out stays; conversations that run keep what they began with.',
        params: IdParams,
        body: UpdateOrganization,
        response: { 200: Organization },
      },
    },
    async (request) =>
      presentOrganization(services, await services.organizations.update(request.params.id, request.body)),
  );
};
