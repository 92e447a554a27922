import { ApiKey, CreateApiKey, CreatedApiKey } from '@visavis/contracts';
import type { ApiKey as Row } from '../../domain/organizations/api-keys.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { ownedRoutes } from '../owned-routes.ts';
import { presentApiKey } from '../present/organizations.ts';

export const apiKeyRoutes: Endpoint = (app, { apiKeys }) => {
  const { list, remove } = ownedRoutes(app, {
    names: ['API key', 'API keys'],
    schema: ApiKey,
    permission: 'administer',
    present: (keys: readonly Row[], { apiKeyId }) =>
      keys.map((key) => ({ ...presentApiKey(key), current: key.id === apiKeyId })),
  });
  app.post(
    '/api-keys',
    operation('api_key', 'API keys', {
      operationId: 'createApiKey',
      summary: 'Create API key',
      description: 'The key itself is returned only in this response; the service stores only its hash.',
      body: CreateApiKey,
      response: { 201: CreatedApiKey },
      flags: { permission: 'administer', audited: true },
    }),
    async (request, reply) => {
      const { apiKey, key } = await apiKeys.create(request.organization.id, request.body);
      return reply.code(201).send({ ...presentApiKey(apiKey), key });
    },
  );
  list(apiKeys.list, {
    description:
      'Lists API keys without their secrets. Keys belong to no client, so a filter by `client` matches none.',
  });
  remove(
    async (organizationId, id) => {
      const revoked = await apiKeys.revoke(organizationId, id);
      app.recheckEventStreams(organizationId);
      return revoked;
    },
    {
      summary: 'Revoke API key',
      description:
        'Deletes the key: it is no longer accepted, and event streams that were opened with it end.',
    },
  );
};
