import { Brain, IdParams, UpdateBrain } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { TEXT_BODY_BYTES } from '../../body-limits.ts';
import { presentBrain } from '../../present/personas.ts';

export const updateBrain: Endpoint = (app, { brains }) => {
  app.patch(
    '/brains/:id',
    {
      config: { access: 'api_key' },
      bodyLimit: TEXT_BODY_BYTES,
      schema: {
        operationId: 'updateBrain',
        tags: ['brains'],
        summary: 'Update brain',
        description: 'What is left out stays as it is; `null` unsets.',
        params: IdParams,
        body: UpdateBrain,
        response: { 200: Brain },
      },
    },
    async (request) => {
      const brain = await brains.update(request.organization.id, request.params.id, request.body);
      return presentBrain(brain);
    },
  );
};
