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
    operation('admin', {
      operationId: 'listModels',
      tags: ['administration'],
      summary: 'List models',
      description:
        'Lists the models with which avatars hear and speak on the machine of the service, without a key: all known models, which ' +
        'of them are installed, the state of the latest download, and which language model suits the machine. Workers on other machines have their own models.',
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
    operation('admin', {
      operationId: 'addModels',
      tags: ['administration'],
      summary: 'Add models',
      description:
        'Downloads models and the models that they need, in the background, one request at a time; `GET /admin/models` shows the ' +
        'progress. An interrupted download keeps its data. A model is used only if the SHA-256 of all its ' +
        'files is correct, from the next conversation on. Models come from their publishers, or from `VISAVIS_MODELS_MIRROR`. ' +
        'Refused with 409 while another download runs, and if the folder cannot be written or its disk is full.',
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
      description: 'Downloaded data is kept: adding the same models again resumes the download.',
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
        'Reads all files of the model and checks their SHA-256. If a file differs, the model is `damaged`, ' +
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
        'Deletes its files, including a partial download. Running conversations keep the models that they have loaded; later ones ' +
        'cannot use them. Returns the model as it was.',
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
