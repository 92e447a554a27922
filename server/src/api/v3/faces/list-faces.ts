import { Face, ListQuery, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentFace } from '../../present/personas.ts';

export const listFaces: Endpoint = (app, { faces }) => {
  app.get(
    '/faces',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listFaces',
        tags: ['faces'],
        summary: 'List faces',
        querystring: ListQuery,
        response: { 200: Page('faces', Face) },
      },
    },
    async (request) => {
      const page = await faces.list(request.organization.id, pageRequest(request.query));
      return { ...counts(page), faces: page.rows.map((row) => presentFace(row, request.links)) };
    },
  );
};
