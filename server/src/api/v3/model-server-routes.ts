import {
  CreateModelServer,
  IdParams,
  ModelServer,
  ModelServerTrial,
  ServerVoiceQuery,
  ServerVoiceSample,
  ServerVoices,
  UpdateModelServer,
} from '@visavis/contracts';
import type {
  ModelServer as ModelServerRow,
  ModelServers,
} from '../../domain/model-servers/model-servers.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { each, ownedRoutes } from '../owned-routes.ts';
import { presentOwned, withoutEmpty } from '../present/present.ts';

export const modelServerRoutes: Endpoint = (app, { modelServers, serverVoices }) => {
  const { create, list, get, update, remove } = ownedRoutes(app, {
    names: ['model server', 'model servers'],
    schema: ModelServer,
    present: each((server: ModelServerRow) => presentModelServer(server, modelServers)),
  });
  create(modelServers.create, {
    description:
      'To use the server, set its id as `llmServerId`, `ttsServerId` or `sttServerId` of an agent; it applies from the next ' +
      'conversation on. A server for `embeddings` is used for all knowledge bases of the organization and embeds their passages ' +
      'in the background; a second one fails with 409.',
    body: CreateModelServer,
    audited: 'without values',
  });
  list(modelServers.list);
  get(modelServers.get);
  update(modelServers.update, {
    description:
      'Omitted fields stay unchanged; `null` resets a field to its default. If `url` changes to another host, send `apiKey` again. ' +
      'Running conversations keep the values from their start. If the `url` or `model` of a server for `embeddings` changes, all ' +
      'passages are embedded again.',
    body: UpdateModelServer,
    audited: 'without values',
  });
  remove(modelServers.remove, {
    description:
      'Deletes the model server permanently and returns it. Fails with 409 while an agent uses it, or another model server has it as its fallback.',
  });
  app.post(
    '/model-servers/:id/try',
    operation('api_key', 'model servers', {
      operationId: 'tryModelServer',
      summary: 'Test model server',
      description:
        'Sends the server a short request, as a conversation would, and returns the result and the time until it arrived. A failure of the server is part of the result, not an error.',
      params: IdParams,
      response: { 201: ModelServerTrial },
      // A trial may take seconds; for a transcription server, speech is synthesized first.
      flags: { storesNothing: true, isPreview: true },
    }),
    async ({ organization, params }, reply) =>
      reply.code(201).send(await modelServers.try(organization.id, params.id)),
  );
  app.get(
    '/model-servers/:id/voices',
    operation('api_key', 'model servers', {
      operationId: 'getServerVoices',
      summary: 'Get voices of a model server',
      description:
        'Asks a server for speech for its voices: with the `api` of a vendor, those of your account there, own and cloned ones first; otherwise `GET /audio/voices`, which many servers have besides OpenAI’s endpoints.',
      params: IdParams,
      response: { 200: ServerVoices },
      flags: { isPreview: true },
    }),
    async ({ organization, params }) => serverVoices.list(organization.id, params.id),
  );
  app.get(
    '/model-servers/:id/voice-sample',
    operation('api_key', 'model servers', {
      operationId: 'getServerVoiceSample',
      summary: 'Get voice sample of a model server',
      description:
        'Returns a fixed sentence in a voice of a server for speech, as a conversation would have it. The same sample is requested once ' +
        'in ten minutes.',
      params: IdParams,
      querystring: ServerVoiceQuery,
      response: { 200: ServerVoiceSample },
      // The server may charge for each voice, and any text may name one.
      flags: { isPreview: true, permission: 'change' },
    }),
    async ({ organization, params, query }) => serverVoices.sample(organization.id, params.id, query),
  );
};

function presentModelServer(
  server: ModelServerRow,
  { usesOperatorEmbeddings, patience }: Pick<ModelServers, 'usesOperatorEmbeddings' | 'patience'>,
): ModelServer {
  const { name, use, url, model, apiKey, api, voice, format, reasoningEffort, fallbackId } = server;
  const { firstMs, nextMs, wholeMs } = patience[use];
  return withoutEmpty({
    ...presentOwned(server),
    name,
    use,
    url,
    model,
    hasApiKey: apiKey !== null,
    api,
    voice,
    format,
    reasoningEffort,
    fallbackId,
    firstByteMs: server.firstByteMs ?? firstMs,
    betweenBytesMs: server.betweenBytesMs ?? nextMs,
    wholeMs: server.wholeMs ?? wholeMs,
    operatorHasChosen: use === 'embeddings' && usesOperatorEmbeddings ? true : null,
  });
}
