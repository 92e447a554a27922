import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { ADMIN_TOKEN, type Answer, type ApiHarness, PNG } from './api-harness.ts';
import type { Ports } from './inside/service.ts';
import { inviteMember } from './member-story.ts';
import { CONTENT, type ModelMirror, sendRest } from './model-mirror.ts';
import { poll } from './poll.ts';
import type { Call, Request } from './story-call.ts';

/** A call of the story, as an integrator would send it. */
export interface Example {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  /** Headers besides the credential and the content type. */
  headers?: Record<string, string>;
  body?: unknown;
  /** Media type of a body that is not JSON. */
  bodyType?: string;
  status: number;
  response: unknown;
}

type Paths = Record<string, Record<string, { operationId: string }>>;

/** Fakes the museum's model server, which does not run here, and all providers. */
export const storyPorts = (ports: Ports): Ports => ({
  ...ports,
  tryModelServer: async () => ({ ok: true, firstMs: 212 }),
  tryProviderKey: async () => ({ ok: true, tookMs: 164 }),
  operatorServers: [{ use: 'tts', model: 'sonic-3.5', vendor: 'Cartesia' }],
  voiceSampler: {
    ...ports.voiceSampler,
    listVoices: async () => [{ name: 'bf_emma', language: 'en', kind: 'woman' }],
    sayByServer: async (_, text, { voice }) => ({ wav: Buffer.from(`${voice}: ${text}`) }),
  },
  openId: {
    name: 'Museum',
    authorizationUrl: async (_, { state }) => `https://id.museum.example/authorize?state=${state}`,
    // A different person each time the story is told.
    identify: async (_, { state }) => ({ issuer: 'https://id.museum.example', subject: state }),
  },
});

/**
 * A museum sets up its guide, talks with a visitor and cleans up: calls every operation of the API once, in a sensible
 * order. @param call calls an operation and resolves with the body of its successful response
 */
export async function tellStory(api: ApiHarness, mirror: ModelMirror, call: Call): Promise<void> {
  await call('getHealth');
  await setUp(call);
  const museum = await furnish(call, api);
  await open(api, call, museum);
  await tidyUp(call, museum);
  await addModels(call, api, mirror);
}

/** Plays the story over HTTP. Returns the unchanged responses by operation. */
export async function tellExampleStory(api: ApiHarness, mirror: ModelMirror): Promise<Map<string, Example>> {
  const examples = new Map<string, Example>();
  const send = await createSend(api);
  await tellStory(api, mirror, async (operationId, request = {}) => {
    const { status, body: response } = await send(operationId, request);
    const { params = {}, query, body, headers, shownBody } = request;
    const shown = shownBody ?? body;
    const { 'content-type': bodyType, ...others } = headers ?? {};
    examples.set(operationId, {
      ...(Object.keys(params).length > 0 && { params }),
      ...(query && { query }),
      ...(Object.keys(others).length > 0 && { headers: others }),
      ...(shown !== undefined && { body: shown }),
      ...(shown !== undefined && bodyType && { bodyType }),
      status,
      response,
    });
    return response;
  });
  return examples;
}

/** Returns a function that sends a request to an operation. @throws Error if the service refuses it */
export async function createSend(
  api: ApiHarness,
): Promise<(operationId: string, request?: Request) => Promise<Answer>> {
  const { paths } = (await api.call('GET', '/openapi.json', { key: null })).body as { paths: Paths };
  const routes = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => [operationId, { method: method.toUpperCase(), path }] as const,
      ),
    ),
  );
  /** Cookie of the sign-in that this browser has started. */
  let cookie = '';
  return async (operationId, { params = {}, query, body, as, headers } = {}) => {
    const route = routes.get(operationId);
    if (!route) throw new Error(`there is no operation ${operationId}`);
    const path = route.path.replace(/\{(\w+)\}/g, (_all, name: string) => params[name]!);
    const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
    const answer = await api.call(route.method, path + search, {
      ...(as === 'admin' && { bearer: ADMIN_TOKEN }),
      ...(typeof as === 'object' && { key: null, bearer: as.bearer }),
      ...(body !== undefined && { body }),
      ...(headers && { key: null, headers: { ...headers, cookie } }),
    });
    [cookie = ''] = /^visavis-openid=[^;]+/.exec(String(answer.headers['set-cookie'])) ?? [];
    if (answer.status >= 300)
      throw new Error(`${operationId}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  };
}

type Museum = Record<
  | 'kb'
  | 'document'
  | 'voice'
  | 'brain'
  | 'face'
  | 'character'
  | 'tool'
  | 'modelServer'
  | 'agent'
  | 'avatar'
  | 'webhook',
  { id: string }
>;

const at = ({ id }: { id: string }) => ({ params: { id } });

async function setUp(call: Call): Promise<void> {
  const organization = await call('createOrganization', {
    as: 'admin',
    body: { name: 'City Museum', plan: 'paid', limits: { concurrentSessions: 5 }, chargeBySecond: 0.002 },
  });
  await call('listOrganizations', { as: 'admin', query: { take: 2 } });
  await call('getOrganization', { ...at(organization), as: 'admin' });
  await call('updateOrganization', {
    ...at(organization),
    as: 'admin',
    body: { limits: { maxSessionSeconds: 1800 } },
  });
  await call('createOrganizationKey', { ...at(organization), as: 'admin', body: { name: 'Web shop' } });
  await call('deleteOrganization', { ...at(organization), as: 'admin' });
  await call('listAuditLog', { as: 'admin', query: { organization: organization.id, take: 2 } });
  const key = await call('createApiKey', { body: { name: 'Ticket desk' } });
  await call('listApiKeys');
  await call('deleteApiKey', at(key));
  await inviteMember(call);
}

async function furnish(call: Call, api: ApiHarness): Promise<Museum> {
  const kb = await call('createKnowledgeBase', {
    body: { name: 'Visitor handbook', description: 'Opening hours, prices, exhibitions.', client: 'museum' },
  });
  const { document, uploadUrl } = await call('addDocument', {
    ...at(kb),
    body: { name: 'handbook.md', description: 'The printed handbook.', mimeType: 'text/markdown' },
  });
  const { expires, signature: uploadSignature } = Object.fromEntries(new URL(uploadUrl).searchParams);
  const handbook = '# Opening hours\n\nThe museum is open from nine to six, on Thursdays until nine.\n';
  await call('uploadDocument', {
    params: { document: document.id },
    query: { expires: Number(expires), signature: uploadSignature! },
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(handbook),
    shownBody: handbook,
  });
  const parts = { params: { id: kb.id, doc: document.id } };
  await call('indexDocument', parts);
  const hours = 'The museum is open from nine to six, on Thursdays until nine.';
  await api.index(kb.id, [{ title: 'Opening hours', text: hours }]);
  await call('listPassages', parts);
  await call('searchPassages', {
    params: { id: kb.id },
    query: { query: 'When do you close on Thursdays?' },
  });
  await call('listKnowledgeBases', { query: { take: 1 } });
  await call('getKnowledgeBase', at(kb));
  await call('updateKnowledgeBase', { ...at(kb), body: { description: 'What visitors ask about.' } });
  const website = await call('createWebsite', {
    body: { knowledgeBaseId: kb.id, url: 'https://museum.example/visit/', depth: 1, refreshHours: 24 },
  });
  await call('listWebsites');
  await call('getWebsite', at(website));
  await call('updateWebsite', { ...at(website), body: { maxPages: 100 } });
  await call('readWebsite', at(website));
  await call('deleteWebsite', at(website));

  const voice = await call('createVoice', {
    body: { identity: 'Kore', instructions: 'Calm and warm, a little slower than usual.', client: 'museum' },
  });
  await call('listVoices', { query: { take: 1 } });
  await call('getVoice', at(voice));
  await call('updateVoice', { ...at(voice), body: { instructions: 'Calm and warm.' } });
  const brain = await call('createBrain', {
    body: {
      instructions: 'You are the guide of {{museum}}. Answer in two sentences at most.',
      greetingMessage: 'Welcome to {{museum}}! What would you like to know?',
    },
  });
  await call('listBrains', { query: { take: 1 } });
  await call('getBrain', at(brain));
  await call('updateBrain', { ...at(brain), body: { greetingMessage: 'Welcome to {{museum}}!' } });

  await call('previewFace', {
    body: { refImage: PNG },
    shownBody: { refImage: 'https://museum.example/guide.png' },
  });
  await call('listFaces', { query: { take: 2 } });
  const face = await call('createFace', {
    body: { identity: 'our-guide', refImage: PNG, description: 'Our guide in person.' },
    shownBody: {
      identity: 'our-guide',
      refImage: 'https://museum.example/guide.png',
      description: 'Our guide in person.',
    },
  });
  await call('getFace', at(face));
  await call('updateFace', { ...at(face), body: { description: 'Our guide.' } });

  const pieces = { faceId: face.id, voiceId: voice.id, brainId: brain.id };
  const character = await call('createCharacter', { body: { name: 'Guide', ...pieces } });
  await call('listCharacters', { query: { take: 1 } });
  await call('getCharacter', at(character));
  await call('updateCharacter', { ...at(character), body: { knowledgeBaseId: kb.id } });
  await call('replaceCharacter', { ...at(character), body: { name: 'Guide', livekitIdentity: 'guide' } });

  const tool = await call('createTool', {
    body: {
      name: 'book_tour',
      description: 'Books a guided tour. Answers when it begins.',
      url: 'https://museum.example/tools/book-tour',
      parameters: {
        type: 'object',
        properties: { guests: { type: 'integer', minimum: 1, maximum: 12 } },
        required: ['guests'],
      },
      headers: { authorization: 'Bearer 1f0c6a' },
    },
  });
  await call('listTools');
  await call('getTool', at(tool));
  await call('updateTool', { ...at(tool), body: { timeoutMs: 5000 } });
  await call('rotateToolSecret', at(tool));
  const modelServer = await call('createModelServer', {
    body: {
      name: 'Our Kokoro',
      use: 'tts',
      url: 'https://models.museum.example/v1',
      model: 'kokoro',
      apiKey: 'sk-1f0c6a',
    },
  });
  await call('listModelServers');
  await call('getModelServer', at(modelServer));
  await call('updateModelServer', { ...at(modelServer), body: { voice: 'bf_emma' } });
  await call('tryModelServer', at(modelServer));
  await call('getServerVoices', at(modelServer));
  await call('getServerVoiceSample', { ...at(modelServer), query: { voice: 'bf_emma' } });
  await call('getKnowledgeBaseEmbeddings', at(kb));
  const openai = { params: { provider: 'openai' } };
  await call('setProviderKey', { ...openai, body: { key: 'sk-proj-1f0c6a5b2d7e' } });
  await call('listProviderKeys');
  await call('tryProviderKey', openai);
  await call('deleteProviderKey', openai);
  const agent = await call('createAgent', {
    body: {
      provider: 'gemini',
      name: 'Museum guide',
      voice: 'Kore',
      instructions: 'You are the guide of the museum.',
      greetingMsg: 'Welcome! What would you like to know?',
      emotions: true,
      memory: true,
      tools: [{ id: tool.id }],
      knowledgeBaseId: kb.id,
    },
  });
  await call('listAgents', { query: { take: 1 } });
  await call('getAgent', at(agent));
  await call('replaceAgent', {
    ...at(agent),
    body: { provider: 'gemini', name: 'Museum guide', voice: 'Puck', memory: true, knowledgeBaseId: kb.id },
  });
  const avatar = await call('createAvatar', {
    body: { name: 'Mira', identity: 'mira', agentId: agent.id, client: 'museum' },
  });
  await call('listAvatars', { query: { take: 1 } });
  await call('getAvatar', at(avatar));
  await call('replaceAvatar', {
    ...at(avatar),
    body: { name: 'Mira, your guide', identity: 'mira', agentId: agent.id },
  });

  const webhook = await call('createWebhook', {
    body: { url: 'https://museum.example/hooks/visavis', eventTypes: ['conversation.ended'] },
  });
  await call('listWebhooks');
  await call('getWebhook', at(webhook));
  await call('updateWebhook', {
    ...at(webhook),
    body: { eventTypes: ['conversation.ended', 'transcript.completed'] },
  });
  await call('rotateWebhookSecret', at(webhook));
  const delivery = await call('testWebhook', { ...at(webhook), body: { eventType: 'conversation.ended' } });
  await call('listDeliveries', at(webhook));
  await call('replayDelivery', { params: { id: webhook.id, delivery: delivery.id } });
  return { kb, document, voice, brain, face, character, tool, modelServer, agent, avatar, webhook };
}

async function open(api: ApiHarness, call: Call, { character, agent, avatar }: Museum): Promise<void> {
  const consumer = { identity: 'visitor-17', name: 'Kim' };
  const { conversation } = await call('startConversation', {
    body: {
      name: 'Tour',
      characterId: character.id,
      consumer,
      client: 'museum',
      maxSeconds: 300,
      promptCtx: 'The visitor has a ticket for today.',
      promptTemplateVars: { museum: 'the City Museum' },
    },
  });
  await call('renewAccessTokens', at(conversation));
  await talk(api, conversation.id);
  await call('getConversation', at(conversation));
  await call('getConversationLatency', at(conversation));
  await call('getConcurrency');
  await call('stopConversation', at(conversation));
  await call('rateConversation', { ...at(conversation), body: { rating: 'up', comment: 'Very kind.' } });
  await call('followConversation', at(conversation));
  await call('listConversations', { query: { client: 'museum', take: 1 } });

  const { session } = await call('startSession', {
    body: {
      name: 'Tour',
      avatar: { id: avatar.id },
      agent: { id: agent.id },
      consumerIdentity: consumer,
      maxDuration: 300,
      additionalCtx: 'The visitor has a ticket for today.',
    },
  });
  await talk(api, session.id);
  await call('getSession', at(session));
  await call('listSessions', { query: { take: 1 } });
  await call('stopSession', at(session));
  const { memories } = await call('listMemories', { query: { user: consumer.identity } });
  await call('getMemory', at(memories[0]));
  await call('deleteMemory', at(memories[0]));
  await call('eraseMemories', { query: { user: consumer.identity } });
  await call('eraseConversation', at(session));

  const { token } = await call('createToken', {
    body: { user: consumer.identity, client: 'museum', character: avatar.id },
  });
  const as = { bearer: token };
  const { session: pass } = await call('startSessionPass', {
    as,
    body: { name: 'Tour', avatar: { id: avatar.id }, agent: { id: agent.id }, consumerIdentity: consumer },
  });
  await call('getSessionPass', { ...at(pass), as });
  await call('stopSessionPass', { ...at(pass), as });

  const embed = await call('createEmbed', {
    body: {
      name: 'Guide on our website',
      characterId: avatar.id,
      allowedOrigins: ['https://museum.example'],
      greeting: 'Welcome to the City Museum! What would you like to know?',
      maxSeconds: 240,
      look: { title: 'Ask our guide', accentColor: '#1b6ef3' },
      client: 'museum',
    },
  });
  await call('listEmbeds', { query: { take: 1 } });
  await call('getEmbed', at(embed));
  await call('updateEmbed', { ...at(embed), body: { secondsPerDay: 7200 } });
  const page = { headers: { origin: 'https://museum.example' } };
  await call('getEmbedLook', { ...at(embed), ...page });
  await call('startEmbedConversation', { ...at(embed), ...page });
  await call('deleteEmbed', at(embed));

  await call('getVoiceSpeakers');
  await call('getVoiceSample', { query: { provider: 'gemini', voice: 'Puck' } });
  await call('getUserUsage', { query: { client: 'museum' } });
  await call('getUsage', { query: { by: 'character' } });
  await call('getFreemiumUsage');
  await call('getDefaultProvider');
  await call('getOwnOrganization');
  await call('eraseUser', { params: { identity: consumer.identity }, query: { client: 'museum' } });
}

async function talk(api: ApiHarness, id: string): Promise<void> {
  const start = api.now().getTime();
  const say = (entryId: string, author: 'user' | 'character', content: string, afterMs: number) =>
    api.report(id, { kind: 'transcript', at: start + afterMs, entryId, author, content, final: true });
  await api.report(id, { kind: 'joined', at: start + 1 });
  await say('e1', 'character', 'Welcome! What would you like to know?', 2);
  await say('e2', 'user', 'I am here with two children. When do you close on Thursdays?', 3);
  await say('e3', 'character', 'On Thursdays we are open until nine.', 4);
  const turn = {
    turn: 1,
    engine: 'builtin',
    input: 'text',
    userEndedAt: 1_772_442_000_000,
    engineMs: 310,
    playoutMs: 20,
  };
  const content = JSON.stringify({ ...turn, latencyMs: 330 });
  await api.report(id, { kind: 'timeline', at: start + 4, type: 'turn', author: 'character', content });
}

/** A download that is stopped halfway, and an installed model. */
async function addModels(call: Call, api: ApiHarness, mirror: ModelMirror): Promise<void> {
  const latest = async () => (await api.call('GET', '/admin/models', { bearer: ADMIN_TOKEN })).body.download;
  const name = { params: { name: 'runtime' }, as: 'admin' } as const;
  const first = CONTENT.length / 3;
  let open: ServerResponse | undefined;
  mirror.answer = (_request, response) => {
    open = response;
    response.writeHead(200, { 'content-length': CONTENT.length });
    response.write(CONTENT.subarray(0, first));
  };
  await call('addModels', { as: 'admin', body: { names: ['speech-recognition'] } });
  await poll('a part of the model', latest, ({ bytes }) => bytes === first);
  await call('listModels', { as: 'admin' });
  const closed = once(open!, 'close');
  await call('stopModelDownload', { as: 'admin' });
  await closed;
  mirror.answer = sendRest;
  await api.call('POST', '/admin/models', { bearer: ADMIN_TOKEN, body: { names: ['runtime'] } });
  await poll('the model', latest, ({ state }) => state === 'done');
  await call('verifyModel', name);
  await call('removeModel', name);
}

async function tidyUp(call: Call, museum: Museum): Promise<void> {
  await call('deleteWebhook', at(museum.webhook));
  await call('deleteAvatar', at(museum.avatar));
  await call('deleteAgent', at(museum.agent));
  await call('deleteTool', at(museum.tool));
  await call('deleteModelServer', at(museum.modelServer));
  await call('deleteCharacter', at(museum.character));
  await call('deleteFace', at(museum.face));
  await call('deleteBrain', at(museum.brain));
  await call('deleteVoice', at(museum.voice));
  await call('deleteDocument', { params: { id: museum.kb.id, doc: museum.document.id } });
  await call('deleteKnowledgeBase', at(museum.kb));
}
