import {
  AddModels,
  type LanguageAdvice,
  LocalModel,
  LocalModels,
  ModelDownload,
  ModelParams,
} from '@visavis/contracts';
import type {
  LanguageAdvice as LanguageAdviceRow,
  LocalModel as LocalModelRow,
  ModelDownload as ModelDownloadRow,
} from '../../domain/models/local-models.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { withoutEmpty } from '../present/present.ts';

export const modelRoutes: Endpoint = (app, { localModels }) => {
  app.get(
    '/models',
    operation('admin', 'administration', {
      operationId: 'listModels',
      summary: 'List models',
      description:
        'Lists all known models that run on the machine of the service, so that avatars can hear, speak and answer without an ' +
        'external service, with the state of their installation and of the latest download, and which language model suits the ' +
        'machine. Workers on other machines have their own models.',
      response: { 200: LocalModels },
    }),
    async () => {
      const { models, download, suggested, language, command, folder } = await localModels.list();
      return {
        models: models.map(presentModel),
        ...(download && { download: presentDownload(download) }),
        ...(suggested && { suggested }),
        language: presentAdvice(language),
        command,
        folder,
      };
    },
  );
  app.post(
    '/models',
    operation('admin', 'administration', {
      operationId: 'addModels',
      summary: 'Add models',
      description:
        'Downloads models and the models that they need in the background; `GET /admin/models` shows the progress. An interrupted ' +
        'download is resumed when you add the models again. Models are used from the next conversation on, if the SHA-256 of all ' +
        'their files is correct. They are downloaded from their publishers, or from `VISAVIS_MODELS_MIRROR`. Fails with 409 while ' +
        'another download runs, and if the folder is not writable or its disk is full.',
      body: AddModels,
      response: { 201: ModelDownload },
    }),
    async (request, reply) =>
      reply.code(201).send(presentDownload(await localModels.add(request.body.names))),
  );
  app.post(
    '/models/stop',
    operation('admin', 'administration', {
      operationId: 'stopModelDownload',
      summary: 'Stop model download',
      description: 'Stops the running download and keeps its data: adding the same models again resumes it.',
      response: { 201: ModelDownload },
      flags: { storesNothing: true },
    }),
    async (_request, reply) => reply.code(201).send(presentDownload(await localModels.stop())),
  );
  app.get(
    '/models/:name/verification',
    operation('admin', 'administration', {
      operationId: 'verifyModel',
      summary: 'Verify model',
      description:
        'Reads all files of the model and checks their SHA-256. If a file differs, the model is returned as `damaged` and ' +
        '`problem` names the file: remove the model and add it again.',
      params: ModelParams,
      response: { 200: LocalModel },
    }),
    async (request) => presentModel(await localModels.verify(request.params.name)),
  );
  app.delete(
    '/models/:name',
    operation('admin', 'administration', {
      operationId: 'removeModel',
      summary: 'Remove model',
      description:
        'Deletes the files of the model, including a partial download, and returns the model as it was. Running conversations ' +
        'keep using the model if they have loaded it; later ones cannot use it.',
      params: ModelParams,
      response: { 200: LocalModel },
    }),
    async (request) => presentModel(await localModels.remove(request.params.name)),
  );
};

function presentModel({ installation, languages, needs, ...facts }: LocalModelRow): LocalModel {
  const { name, purpose, title, bytes, license, unavailable } = facts;
  return {
    name,
    purpose,
    title,
    bytes,
    license,
    languages: [...languages],
    needs: [...needs],
    state: installation.state,
    ...(installation.state === 'partial' && { receivedBytes: installation.bytes }),
    ...(installation.state === 'damaged' && { problem: installation.reason }),
    ...(unavailable !== undefined && { unavailable }),
  };
}

function presentAdvice({
  used,
  recommended,
  reason,
  measured,
  maxFirstClauseMs,
}: LanguageAdviceRow): LanguageAdvice {
  const rounded = (ms: number | undefined) => ms !== undefined && { firstClauseMs: Math.round(ms) };
  return {
    ...(used !== undefined && { used }),
    ...(recommended && {
      recommended: {
        name: recommended.name,
        ...rounded(recommended.firstClauseMs),
        memoryBytes: recommended.memoryBytes,
      },
    }),
    reason,
    maxFirstClauseMs,
    ...(measured && {
      measured: {
        model: measured.model,
        ...rounded(measured.firstClauseMs),
        tokensPerSecond: Math.round(10 * measured.tokensPerSecond) / 10,
        cpu: measured.cpu,
        cores: measured.cores,
        measuredAt: measured.measuredAt,
      },
    }),
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
