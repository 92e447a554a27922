import {
  CreateApiKey,
  CreatedApiKey,
  CreateOrganization,
  IdParams,
  Organization,
  UpdateOrganization,
} from '@visavis/contracts';
import type { Organization as Row } from '../../domain/organizations/organization.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { each, ownedRoutes } from '../owned-routes.ts';
import { presentApiKey, presentOrganization } from '../present/organizations.ts';

export const organizationRoutes: Endpoint = (app, services) => {
  const { apiKeys, organizations } = services;
  const { create, list, get, update, remove } = ownedRoutes(app, {
    names: ['organization', 'organizations'],
    tags: ['administration'],
    access: 'admin',
    schema: Organization,
    present: each((organization: Row) => presentOrganization(services, organization)),
  });
  create((_owner, fields) => organizations.create(fields), {
    description:
      'Creates an organization with a gallery of ready avatars: one for each built-in face, with its own agent, voice and brain.',
    body: CreateOrganization,
  });
  list((_owner, page) => organizations.list(page), {
    description: 'Organizations belong to no client, so a filter by `client` matches none.',
  });
  get((_owner, id) => organizations.get(id));
  update((_owner, id, fields) => organizations.update(id, fields), {
    description:
      'Changes the plan, limits, price and other settings. Omitted fields stay unchanged; `null` resets a field to its default. ' +
      'Running conversations keep the values from their start.',
    body: UpdateOrganization,
  });
  remove(
    async (_owner, id) => {
      const removed = await organizations.remove(id);
      app.recheckEventStreams(removed.id);
      return removed;
    },
    {
      description:
        'Stops the conversations and jobs of the organization and permanently deletes everything that it owns.',
    },
  );
  app.post(
    '/organizations/:id/keys',
    operation('admin', 'administration', {
      operationId: 'createOrganizationKey',
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
