import { Face, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentFace } from '../../present/personas.ts';

export const deleteFace: Endpoint = (app, { faces }) => {
  app.delete(
    '/faces/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'deleteFace',
        tags: ['faces'],
        summary: 'Delete face',
        description: 'Irreversible. Answers what was deleted; 409 while another resource uses it.',
        params: IdParams,
        response: { 200: Face },
      },
    },
    async (request) =>
      presentFace(await faces.remove(request.organization.id, request.params.id), request.links),
  );
};
