import { Face, IdParams, UpdateFace } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentFace } from '../../present/personas.ts';

export const updateFace: Endpoint = (app, { faces }) => {
  app.patch(
    '/faces/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'updateFace',
        tags: ['faces'],
        summary: 'Update face',
        description: 'What is left out stays as it is; `null` unsets.',
        params: IdParams,
        body: UpdateFace,
        response: { 200: Face },
      },
    },
    async (request) => {
      const face = await faces.update(request.organization.id, request.params.id, request.body);
      return presentFace(face, request.links);
    },
  );
};
