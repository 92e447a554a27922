import { CreateApiKey, CreatedApiKey } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentApiKey } from '../../present/organizations.ts';

export const createApiKey: Endpoint = (app, { apiKeys }) => {
  app.post(
    '/api-keys',
    {
      config: { access: 'api_key', audited: true },
      schema: {
        operationId: 'createApiKey',
        tags: ['API keys'],
        summary: 'Create API key',
        description: 'The key itself is shown this once; only its hash is kept.',
        body: CreateApiKey,
        response: { 201: CreatedApiKey },
      },
    },
    async (request, reply) => {
      const { apiKey, key } = await apiKeys.create(request.organization.id, request.body);
      return reply.code(201).send({ ...presentApiKey(apiKey), key });
    },
  );
};
