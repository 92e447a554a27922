import { ApiKey, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentApiKey } from '../../present/organizations.ts';

export const deleteApiKey: Endpoint = (app, { apiKeys }) => {
  app.delete(
    '/api-keys/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'deleteApiKey',
        tags: ['API keys'],
        summary: 'Revoke API key',
        description: 'From now on the key is refused.',
        params: IdParams,
        response: { 200: ApiKey },
      },
    },
    async (request) => presentApiKey(await apiKeys.revoke(request.organization.id, request.params.id)),
  );
};
