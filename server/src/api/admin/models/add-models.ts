import { AddModels, ModelDownload } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentDownload } from '../../present/models.ts';

export const addModels: Endpoint = (app, { localModels }) => {
  app.post(
    '/models',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'addModels',
        tags: ['administration'],
        summary: 'Add models',
        description:
          'Downloads models and what they need, in the background, one request at a time; `GET /admin/models` tells how it ' +
          'goes. What a download that was broken off has brought is kept. A model is used only when the SHA-256 of all its ' +
          'files is right, and from the next conversation on. They come from their makers, or from `VISAVIS_MODELS_MIRROR`. ' +
          'Refused with 409 while another download runs, and where the folder cannot be written or its disk has no room.',
        body: AddModels,
        response: { 201: ModelDownload },
      },
    },
    async (request, reply) =>
      reply.code(201).send(presentDownload(await localModels.add(request.body.names))),
  );
};
