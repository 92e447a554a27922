import { Face, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentFace } from '../../present/personas.ts';

export const getFace: Endpoint = (app, { faces }) => {
  app.get(
    '/faces/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getFace',
        tags: ['faces'],
        summary: 'Get face',
        params: IdParams,
        response: { 200: Face },
      },
    },
    async (request) =>
      presentFace(await faces.get(request.organization.id, request.params.id), request.links),
  );
};
