import { Brain, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentBrain } from '../../present/personas.ts';

export const getBrain: Endpoint = (app, { brains }) => {
  app.get(
    '/brains/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getBrain',
        tags: ['brains'],
        summary: 'Get brain',
        params: IdParams,
        response: { 200: Brain },
      },
    },
    async (request) => presentBrain(await brains.get(request.organization.id, request.params.id)),
  );
};
