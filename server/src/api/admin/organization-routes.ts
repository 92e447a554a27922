import {
  CreateApiKey,
  CreatedApiKey,
  CreateOrganization,
  IdParams,
  ListQuery,
  Organization,
  Page,
  UpdateOrganization,
} from '@visavis/contracts';
import { type Endpoint, operation } from '../api-app.ts';
import { counts, pageRequest } from '../page.ts';
import { presentApiKey, presentOrganization } from '../present/organizations.ts';

export const organizationRoutes: Endpoint = (app, services) => {
  const { apiKeys, organizations } = services;
  app.post(
    '/organizations',
    operation('admin', {
      operationId: 'createOrganization',
      tags: ['administration'],
      summary: 'Create organization',
      description:
        'Creates an organization with a gallery of ready avatars: one for each built-in face, with its own agent, voice and brain.',
      body: CreateOrganization,
      response: { 201: Organization },
    }),
    async (request, reply) => {
      const organization = await services.organizations.create(request.body);
      return reply.code(201).send(presentOrganization(services, organization));
    },
  );
  app.get(
    '/organizations',
    operation('admin', {
      operationId: 'listOrganizations',
      tags: ['administration'],
      summary: 'List organizations',
      description: 'Organizations belong to no client, so a filter by `client` matches none.',
      querystring: ListQuery,
      response: { 200: Page('organizations', Organization) },
    }),
    async (request) => {
      const page = await services.organizations.list(pageRequest(request.query));
      return { ...counts(page), organizations: page.rows.map((one) => presentOrganization(services, one)) };
    },
  );
  app.get(
    '/organizations/:id',
    operation('admin', {
      operationId: 'getOrganization',
      tags: ['administration'],
      summary: 'Get organization',
      params: IdParams,
      response: { 200: Organization },
    }),
    async (request) => presentOrganization(services, await services.organizations.get(request.params.id)),
  );
  app.patch(
    '/organizations/:id',
    operation('admin', {
      operationId: 'updateOrganization',
      tags: ['administration'],
      summary: 'Update organization',
      description:
        'Changes the plan, limits, price and other settings. Omitted fields stay unchanged; `null` resets a field to its default. ' +
        'Running conversations keep the values from their start.',
      params: IdParams,
      body: UpdateOrganization,
      response: { 200: Organization },
    }),
    async (request) =>
      presentOrganization(services, await services.organizations.update(request.params.id, request.body)),
  );
  app.delete(
    '/organizations/:id',
    operation('admin', {
      operationId: 'deleteOrganization',
      tags: ['administration'],
      summary: 'Delete organization',
      description:
        'Stops the conversations and jobs of the organization and permanently deletes everything that it owns.',
      params: IdParams,
      response: { 200: Organization },
    }),
    async (request) => {
      const removed = await services.organizations.remove(request.params.id);
      app.recheckEventStreams(removed.id);
      return presentOrganization(services, removed);
    },
  );
  app.post(
    '/organizations/:id/keys',
    operation('admin', {
      operationId: 'createOrganizationKey',
      tags: ['administration'],
      summary: 'Create API key for an organization',
      description: 'The key itself is returned only in this response; the service stores only its hash.',
      params: IdParams,
      body: CreateApiKey,
      response: { 201: CreatedApiKey },
    }),
    async (request, reply) => {
      const organization = await organizations.get(request.params.id);
      const { apiKey, key } = await apiKeys.create(organization.id, request.body);
      return reply.code(201).send({ ...presentApiKey(apiKey), key });
    },
  );
};
