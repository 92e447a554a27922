import { ApiKey, ListQuery, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentApiKey } from '../../present/organizations.ts';

export const listApiKeys: Endpoint = (app, { apiKeys }) => {
  app.get(
    '/api-keys',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listApiKeys',
        tags: ['API keys'],
        summary: 'List API keys',
        description: 'Keys belong to no client, so `client` matches none.',
        querystring: ListQuery,
        response: { 200: Page('apiKeys', ApiKey) },
      },
    },
    async (request) => {
      const page = await apiKeys.list(request.organization.id, pageRequest(request.query));
      return { ...counts(page), apiKeys: page.rows.map(presentApiKey) };
    },
  );
};
