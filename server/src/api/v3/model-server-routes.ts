import {
  CreateModelServer,
  IdParams,
  ModelServer,
  ModelServerTrial,
  UpdateModelServer,
} from '@visavis/contracts';
import type { ModelServer as ModelServerRow } from '../../domain/model-servers/model-servers.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { each, ownedRoutes } from '../owned-routes.ts';
import { presentOwned, withoutEmpty } from '../present/present.ts';

export const modelServerRoutes: Endpoint = (app, { modelServers }) => {
  const { create, list, get, update, remove } = ownedRoutes(app, {
    names: ['model server', 'model servers'],
    schema: ModelServer,
    present: each((server: ModelServerRow) => presentModelServer(server, modelServers.operatorEmbeds)),
  });
  create(modelServers.create, {
    description:
      'Name it in `llmServerId`, `ttsServerId` or `sttServerId` of an agent. It holds from the next conversation on; ' +
      'settings of the service need not change. One for `embeddings` is for all knowledge bases of the organization, whose passages ' +
      'it embeds in the background; a second one is 409.',
    body: CreateModelServer,
    audited: 'without values',
  });
  list(modelServers.list);
  get(modelServers.get);
  update(modelServers.update, {
    description:
      'What is left out stays as it is; `null` unsets. With an address on another host the key must be given again. ' +
      'Conversations that run go on with what they started with. With another address or model of one for `embeddings`, all ' +
      'passages are embedded again.',
    body: UpdateModelServer,
    audited: 'without values',
  });
  remove(modelServers.remove, { description: 'One that an agent names is in use: 409.' });
  app.post(
    '/model-servers/:id/try',
    operation('api_key', {
      operationId: 'tryModelServer',
      tags: ['model servers'],
      summary: 'Try model server',
      description:
        'Asks it for a few words, a little sound or a vector, as a conversation would, and says what came after how long.',
      params: IdParams,
      response: { 201: ModelServerTrial },
      // A trial may take seconds; for a transcription server, speech is synthesized first.
      flags: { storesNothing: true, isPreview: true },
    }),
    async ({ organization, params }, reply) =>
      reply.code(201).send(await modelServers.try(organization.id, params.id)),
  );
};

function presentModelServer(server: ModelServerRow, operatorEmbeds: boolean): ModelServer {
  const { name, use, url, model, apiKey, voice, format, reasoningEffort } = server;
  return withoutEmpty({
    ...presentOwned(server),
    name,
    use,
    url,
    model,
    hasApiKey: apiKey !== null,
    voice,
    format,
    reasoningEffort,
    operatorHasChosen: use === 'embeddings' && operatorEmbeds ? true : null,
  });
}
