import { ModelDownload } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentDownload } from '../../present/models.ts';

export const stopModelDownload: Endpoint = (app, { localModels }) => {
  app.post(
    '/models/stop',
    {
      config: { access: 'admin', storesNothing: true },
      schema: {
        operationId: 'stopModelDownload',
        tags: ['administration'],
        summary: 'Stop the download of models',
        description: 'What has come is kept: adding the same models goes on from there.',
        response: { 201: ModelDownload },
      },
    },
    async (_request, reply) => reply.code(201).send(presentDownload(await localModels.stop())),
  );
};
