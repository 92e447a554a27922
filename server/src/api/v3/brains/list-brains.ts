import { Brain, ListQuery, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentBrain } from '../../present/personas.ts';

export const listBrains: Endpoint = (app, { brains }) => {
  app.get(
    '/brains',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listBrains',
        tags: ['brains'],
        summary: 'List brains',
        querystring: ListQuery,
        response: { 200: Page('brains', Brain) },
      },
    },
    async (request) => {
      const page = await brains.list(request.organization.id, pageRequest(request.query));
      return { ...counts(page), brains: page.rows.map((row) => presentBrain(row)) };
    },
  );
};
