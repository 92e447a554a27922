import { LocalModel, ModelParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentModel } from '../../present/models.ts';

export const removeModel: Endpoint = (app, { localModels }) => {
  app.delete(
    '/models/:name',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'removeModel',
        tags: ['administration'],
        summary: 'Remove model',
        description:
          'Its files, and what of it was downloaded so far. Conversations that run keep what they have loaded; the next ones ' +
          'do without. Answers it as it was.',
        params: ModelParams,
        response: { 200: LocalModel },
      },
    },
    async (request) => presentModel(await localModels.remove(request.params.name)),
  );
};
