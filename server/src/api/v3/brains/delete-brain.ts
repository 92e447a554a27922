import { Brain, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentBrain } from '../../present/personas.ts';

export const deleteBrain: Endpoint = (app, { brains }) => {
  app.delete(
    '/brains/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'deleteBrain',
        tags: ['brains'],
        summary: 'Delete brain',
        description: 'Irreversible. Answers what was deleted; 409 while another resource uses it.',
        params: IdParams,
        response: { 200: Brain },
      },
    },
    async (request) => presentBrain(await brains.remove(request.organization.id, request.params.id)),
  );
};
