import { LocalModel, ModelParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentModel } from '../../present/models.ts';

export const verifyModel: Endpoint = (app, { localModels }) => {
  app.get(
    '/models/:name/verification',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'verifyModel',
        tags: ['administration'],
        summary: 'Verify model',
        description:
          'Reads all of its files and compares their SHA-256. Where one is not what was installed, the model is `damaged`, ' +
          'and `problem` names the file: remove it and add it again.',
        params: ModelParams,
        response: { 200: LocalModel },
      },
    },
    async (request) => presentModel(await localModels.verify(request.params.name)),
  );
};
