import { CreateApiKey, CreatedApiKey, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentApiKey } from '../../present/organizations.ts';

export const createOrganizationKey: Endpoint = (app, { organizations, apiKeys }) => {
  app.post(
    '/organizations/:id/keys',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'createOrganizationKey',
        tags: ['administration'],
        summary: 'Create API key of an organization',
        description: 'The key itself is shown this once; only its hash is kept.',
        params: IdParams,
        body: CreateApiKey,
        response: { 201: CreatedApiKey },
      },
    },
    async (request, reply) => {
      const organization = await organizations.get(request.params.id);
      const { apiKey, key } = await apiKeys.create(organization.id, request.body);
      return reply.code(201).send({ ...presentApiKey(apiKey), key });
    },
  );
};
