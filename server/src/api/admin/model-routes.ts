import { AddModels, LocalModel, LocalModels, ModelDownload, ModelParams } from '@visavis/contracts';
import type {
  LocalModel as LocalModelRow,
  ModelDownload as ModelDownloadRow,
} from '../../domain/models/local-models.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { withoutEmpty } from '../present/present.ts';

export const modelRoutes: Endpoint = (app, { localModels }) => {
  app.get(
    '/models',
    operation('admin', {
      operationId: 'listModels',
      tags: ['administration'],
      summary: 'List models',
      description:
        'Models that let avatars hear and speak on the machine of the service, without a key: what there is, what of it is ' +
        'here, and how the latest download goes. Other machines that work for the service have their own.',
      response: { 200: LocalModels },
    }),
    async () => {
      const { models, download, suggested, command, folder } = await localModels.list();
      return {
        models: models.map(presentModel),
        ...(download && { download: presentDownload(download) }),
        ...(suggested && { suggested }),
        command,
        folder,
      };
    },
  );
  app.post(
    '/models',
    operation('admin', {
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
    }),
    async (request, reply) =>
      reply.code(201).send(presentDownload(await localModels.add(request.body.names))),
  );
  app.post(
    '/models/stop',
    operation('admin', {
      operationId: 'stopModelDownload',
      tags: ['administration'],
      summary: 'Stop the download of models',
      description: 'What has come is kept: adding the same models goes on from there.',
      response: { 201: ModelDownload },
      flags: { storesNothing: true },
    }),
    async (_request, reply) => reply.code(201).send(presentDownload(await localModels.stop())),
  );
  app.get(
    '/models/:name/verification',
    operation('admin', {
      operationId: 'verifyModel',
      tags: ['administration'],
      summary: 'Verify model',
      description:
        'Reads all of its files and compares their SHA-256. Where one is not what was installed, the model is `damaged`, ' +
        'and `problem` names the file: remove it and add it again.',
      params: ModelParams,
      response: { 200: LocalModel },
    }),
    async (request) => presentModel(await localModels.verify(request.params.name)),
  );
  app.delete(
    '/models/:name',
    operation('admin', {
      operationId: 'removeModel',
      tags: ['administration'],
      summary: 'Remove model',
      description:
        'Its files, and what of it was downloaded so far. Conversations that run keep what they have loaded; the next ones ' +
        'do without. Answers it as it was.',
      params: ModelParams,
      response: { 200: LocalModel },
    }),
    async (request) => presentModel(await localModels.remove(request.params.name)),
  );
};

function presentModel({ here, languages, needs, ...facts }: LocalModelRow): LocalModel {
  const { name, purpose, title, bytes, license, unavailable } = facts;
  return {
    name,
    purpose,
    title,
    bytes,
    license,
    languages: [...languages],
    needs: [...needs],
    state: here.state,
    ...(here.state === 'partial' && { receivedBytes: here.bytes }),
    ...(here.state === 'damaged' && { problem: here.reason }),
    ...(unavailable !== undefined && { unavailable }),
  };
}

function presentDownload({ names, startedAt, endedAt, ...progress }: ModelDownloadRow): ModelDownload {
  return withoutEmpty({
    names: [...names],
    ...progress,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString(),
  });
}
