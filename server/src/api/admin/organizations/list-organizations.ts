import { ListQuery, Organization, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentOrganization } from '../../present/organizations.ts';

export const listOrganizations: Endpoint = (app, services) => {
  app.get(
    '/organizations',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listOrganizations',
        tags: ['administration'],
        summary: 'List organizations',
        description: 'Organizations belong to no client, so `client` matches none.',
        querystring: ListQuery,
        response: { 200: Page('organizations', Organization) },
      },
    },
    async (request) => {
      const page = await services.organizations.list(pageRequest(request.query));
      return { ...counts(page), organizations: page.rows.map((one) => presentOrganization(services, one)) };
    },
  );
};
