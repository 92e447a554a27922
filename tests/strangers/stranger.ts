/**
 * A client as a developer writes it who has only /openapi.json: `api.ts` beside this file is what `openapi-typescript`
 * makes of it. Calls every operation; what it reads of the answers compiles, and each answer is what the document says.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js';
import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from './api.js';

const { SERVICE_URL, API_KEY, ADMIN_TOKEN, TALK_ID, TALK_USER, PORTRAIT, DOCUMENT } = process.env as Record<
  string,
  string
>;
const refImage = readFileSync(PORTRAIT!, 'utf8');

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}
const openapi = JSON.parse(readFileSync(DOCUMENT!, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
ajv.addSchema({ ...(openapi as AnySchemaObject), $id: 'openapi' });
const called = new Set<string>();

/** Every answer, also one that refuses, against the schema of its operation and status. */
async function check(path: string, method: string, response: Response): Promise<void> {
  const operation = openapi.paths[path]![method]!;
  called.add(operation.operationId);
  const status = String(response.status) in operation.responses ? String(response.status) : 'default';
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  const content = operation.responses[status]!.content;
  if (!content || type === 'text/event-stream') return;
  if (!content[type]) throw new Error(`${operation.operationId}: ${status} ${type} is not in the document`);
  const at = ['paths', path, method, 'responses', status, 'content', type, 'schema'];
  const pointer = at
    .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');
  const validate = ajv.getSchema(`openapi#/${pointer}`)!;
  if (!validate(await response.clone().json()))
    throw new Error(`${operation.operationId}: ${ajv.errorsText(validate.errors)}`);
}

const checks: Middleware = {
  onResponse: ({ schemaPath, request, response }) =>
    check(schemaPath, request.method.toLowerCase(), response).then(() => undefined),
};
function connect(headers: Record<string, string>) {
  const client = createClient<paths>({ baseUrl: SERVICE_URL!, headers });
  client.use(checks);
  return client;
}
const organization = connect({ 'x-api-key': API_KEY! });
const operator = connect({ authorization: `Bearer ${ADMIN_TOKEN}` });

type Problem = components['schemas']['Problem'];
async function ok<T>(answer: Promise<{ data?: T; error?: Problem | undefined }>): Promise<NonNullable<T>> {
  const { data, error } = await answer;
  if (data === undefined || data === null) throw new Error(JSON.stringify(error));
  return data as NonNullable<T>;
}
async function refused(
  code: Problem['code'],
  answer: Promise<{ error?: Problem | undefined }>,
): Promise<Problem> {
  const { error } = await answer;
  if (error?.code !== code || error.message !== error.detail) throw new Error(JSON.stringify(error));
  return error;
}
function equal(one: unknown, other: unknown): void {
  if (one !== other) throw new Error(`${String(one)} is not ${String(other)}`);
}
const at = (id: string) => ({ params: { path: { id } } });

async function administer(): Promise<void> {
  const body = { name: 'Stranger', plan: 'paid' } as const;
  const { id } = await ok(operator.POST('/admin/organizations', { body }));
  await ok(operator.GET('/admin/organizations'));
  await ok(operator.GET('/admin/organizations/{id}', at(id)));
  await ok(
    operator.PATCH('/admin/organizations/{id}', { ...at(id), body: { limits: { monthlySeconds: 60 } } }),
  );
  await ok(operator.POST('/admin/organizations/{id}/keys', { ...at(id), body: { name: 'first' } }));
  await ok(operator.DELETE('/admin/organizations/{id}', at(id)));
  const { entries } = await ok(operator.GET('/admin/audit-log', { params: { query: { take: 1 } } }));
  equal(entries[0]!.action, 'deleteOrganization');
  const key = await ok(organization.POST('/v3/api-keys', { body: { name: 'mine' } }));
  await ok(organization.GET('/v3/api-keys'));
  await ok(organization.DELETE('/v3/api-keys/{id}', at(key.id)));
  equal((await ok(connect({}).GET('/v3/health'))).status, 'ok');
  await refused('unauthenticated', connect({}).GET('/v3/voices'));
  equal((await ok(organization.GET('/v3/organizations/concurrency'))).canStart, true);
  const { data: seconds } = await organization.GET('/v3/organizations/freemium-usage');
  equal(typeof seconds, 'number');
}

async function lookAfterModels(): Promise<void> {
  const { models } = await ok(operator.GET('/admin/models'));
  const { name } = models.at(-1)!;
  const params = { path: { name } };
  await refused('conflict', operator.GET('/admin/models/{name}/verification', { params }));
  await refused('conflict', operator.DELETE('/admin/models/{name}', { params }));
  equal((await ok(operator.POST('/admin/models', { body: { names: [name] } }))).state, 'running');
  equal((await ok(operator.POST('/admin/models/stop'))).state, 'stopped');
}

async function furnish<V extends '/v1' | '/v3'>(version: V) {
  // One after the other for the compiler, which knows both.
  const bases = `${version}/knowledge-bases` as '/v3/knowledge-bases';
  const base = await ok(organization.POST(bases, { body: { name: 'Handbook', description: null } }));
  equal(base.description, '');
  const body = { name: 'a.txt', mimeType: 'text/plain' };
  const { document, uploadUrl } = await ok(
    organization.POST(`${bases}/{id}/documents`, { ...at(base.id), body }),
  );
  const doc = { params: { path: { id: base.id, doc: document.id } } };
  await refused('conflict', organization.PATCH(`${bases}/{id}/documents/{doc}/index`, doc));
  // The signed address is for any HTTP client.
  const headers = { 'content-type': document.mimeType };
  const uploaded = await fetch(uploadUrl, { method: 'PUT', headers, body: 'Open from nine to six.' });
  await check('/uploads/{document}', 'put', uploaded);
  await ok(organization.PATCH(`${bases}/{id}/documents/{doc}/index`, doc));
  equal((await ok(organization.GET(bases, { params: { query: { take: 50 } } }))).items[0]!.id, base.id);
  equal((await ok(organization.GET(`${bases}/{id}`, at(base.id)))).documents[0]!.description, '');
  return { id: base.id, doc, bases };
}
type Handbook = Awaited<ReturnType<typeof furnish>>;

async function makePersonas(knowledgeBaseId: string) {
  const voice = await ok(organization.POST('/v3/voices', { body: { identity: 'Kore' } }));
  await ok(organization.GET('/v3/voices', { params: { query: { client: 'nobody' } } }));
  await ok(organization.GET('/v3/voices/{id}', at(voice.id)));
  const query = { provider: 'gemini', voice: 'Kore' } as const;
  equal((await ok(organization.GET('/v3/voice-samples', { params: { query } }))).mimeType, 'audio/wav');
  await ok(organization.PATCH('/v3/voices/{id}', { ...at(voice.id), body: voice }));
  const brain = await ok(organization.POST('/v3/brains', { body: { instructions: 'Be brief.' } }));
  await ok(organization.GET('/v3/brains'));
  await ok(organization.GET('/v3/brains/{id}', at(brain.id)));
  equal(
    (await ok(organization.PATCH('/v3/brains/{id}', { ...at(brain.id), body: brain }))).greetingMessage,
    '',
  );
  const face = await ok(organization.POST('/v3/faces', { body: { identity: 'stranger', refImage } }));
  const looks = await ok(organization.POST('/v3/faces/preview', { body: { refImage } }));
  equal(typeof looks.rig, 'object');
  await ok(organization.GET('/v3/faces'));
  await ok(organization.GET('/v3/faces/{id}', at(face.id)));
  await ok(organization.PATCH('/v3/faces/{id}', { ...at(face.id), body: face }));
  const tool = await ok(
    organization.POST('/v3/tools', {
      body: { name: 'book_ts', description: 'Books.', url: 'https://example.com/book' },
    }),
  );
  await ok(organization.GET('/v3/tools'));
  await ok(organization.GET('/v3/tools/{id}', at(tool.id)));
  await ok(organization.PATCH('/v3/tools/{id}', { ...at(tool.id), body: { timeoutMs: 5000 } }));
  await ok(organization.POST('/v3/tools/{id}/rotate', at(tool.id)));
  const none = { livekitIdentity: '', faceId: '', voiceId: '', brainId: '', knowledgeBaseId: '' };
  const made = await ok(organization.POST('/v3/characters', { body: { name: 'C', ...none } }));
  await ok(organization.GET('/v3/characters'));
  const pieces = { knowledgeBaseId, voiceId: voice.id, brainId: brain.id };
  await ok(organization.PATCH('/v3/characters/{id}', { ...at(made.id), body: pieces }));
  const read = await ok(organization.GET('/v3/characters/{id}', at(made.id)));
  const character = await ok(organization.PUT('/v3/characters/{id}', { ...at(made.id), body: read }));
  equal(character.knowledgeBase?.id, knowledgeBaseId);
  const agent = await ok(
    organization.POST('/v1/agents', {
      body: { provider: 'gemini', client: { id: 'acme' }, tools: [{ id: tool.id }] },
    }),
  );
  await ok(organization.GET('/v1/agents'));
  await ok(organization.GET('/v1/agents/{id}', at(agent.id)));
  equal((await ok(organization.PUT('/v1/agents/{id}', { ...at(agent.id), body: agent }))).greetingMsg, '');
  const fields = { name: 'A', identity: 'stranger-ts', refImage, agentId: agent.id };
  const avatar = await ok(organization.POST('/v1/avatars', { body: fields }));
  await ok(organization.GET('/v1/avatars'));
  await ok(organization.GET('/v1/avatars/{id}', at(avatar.id)));
  await ok(organization.PUT('/v1/avatars/{id}', { ...at(avatar.id), body: avatar }));
  return { voice, brain, face, tool, character, agent, avatar };
}
type Personas = Awaited<ReturnType<typeof makePersonas>>;

async function converse({ character, agent, avatar }: Personas): Promise<void> {
  const body = { name: 'T', characterId: character.id };
  const taken = { ...body, consumer: { identity: character.livekitIdentity } };
  const problem = await refused('unprocessable', organization.POST('/v3/conversations', { body: taken }));
  equal(problem.errors?.[0]?.path, 'consumer.identity');
  const { conversation } = await ok(organization.POST('/v3/conversations', { body }));
  equal(conversation.character?.livekitIdentity, conversation.avatarIdentity);
  await ok(organization.POST('/v3/conversations/{id}/access-tokens', at(conversation.id)));
  await ok(organization.POST('/v3/conversations/{id}/stop', at(conversation.id)));
  const stream = { ...at(conversation.id), parseAs: 'text' } as const;
  const events = await ok(organization.GET('/v3/conversations/{id}/events', stream));
  equal(events.includes('event: status'), true);
  const erased = await ok(organization.DELETE('/v3/conversations/{id}', at(conversation.id)));
  equal(erased.conversationId, conversation.id);
  const talk = await ok(organization.GET('/v3/conversations/{id}', at(TALK_ID!)));
  equal(talk.transcript.length > 0 && talk.timeline.length > 0, true);
  await ok(organization.GET('/v3/conversations/{id}/latency', at(talk.id)));
  await ok(organization.GET('/v3/conversations', { params: { query: { take: 50 } } }));

  const consumerIdentity = { identity: 'someone', name: 'Someone' };
  const { session } = await ok(
    organization.POST('/v1/sessions', { body: { name: 'S', avatar: { id: avatar.id }, consumerIdentity } }),
  );
  equal(session.avatar?.identity, 'stranger-ts');
  await ok(organization.GET('/v1/sessions/{id}', at(session.id)));
  await ok(organization.GET('/v1/sessions'));
  await ok(organization.PATCH('/v1/sessions/{id}/stop', at(session.id)));

  const { token } = await ok(
    organization.POST('/v3/tokens', { body: { user: 'someone', client: null, character: '' } }),
  );
  const browser = connect({ authorization: `Bearer ${token}` });
  const pass = { name: 'P', avatar: { id: avatar.id }, agent: { id: agent.id }, consumerIdentity };
  const started = (await ok(browser.POST('/v1/session-passes', { body: pass }))).session;
  await ok(browser.GET('/v1/session-passes/{id}', at(started.id)));
  await ok(browser.PATCH('/v1/session-passes/{id}/stop', at(started.id)));
  await ok(organization.GET('/v3/organizations/user-usage'));
}

async function embed(avatarId: string): Promise<void> {
  const origin = 'https://shop.example';
  const body = { name: 'E', characterId: avatarId, allowedOrigins: [origin] };
  const made = await ok(organization.POST('/v3/embeds', { body }));
  await ok(organization.GET('/v3/embeds'));
  await ok(organization.GET('/v3/embeds/{id}', at(made.id)));
  await ok(organization.PATCH('/v3/embeds/{id}', { ...at(made.id), body: { look: { theme: 'dark' } } }));
  // A browser adds the origin of its page by itself.
  const page = connect({ origin });
  await ok(page.GET('/v3/embeds/{id}/look', at(made.id)));
  await ok(page.POST('/v3/embeds/{id}/conversations', at(made.id)));
  await ok(organization.DELETE('/v3/embeds/{id}', at(made.id)));
}

async function remember(): Promise<void> {
  const params = { query: { user: TALK_USER! } };
  const [memory] = (await ok(organization.GET('/v3/memories', { params }))).memories;
  await ok(organization.GET('/v3/memories/{id}', at(memory!.id)));
  await ok(organization.DELETE('/v3/memories/{id}', at(memory!.id)));
  await ok(organization.DELETE('/v3/memories', { params }));
  const user = { params: { path: { identity: TALK_USER! } } };
  equal((await ok(organization.DELETE('/v3/users/{identity}', user))).user, TALK_USER);
}

async function listen(): Promise<void> {
  const body = { url: 'https://example.com/hook', eventTypes: ['conversation.ended' as const] };
  const { id } = await ok(organization.POST('/v3/webhooks', { body }));
  await ok(organization.GET('/v3/webhooks'));
  await ok(organization.GET('/v3/webhooks/{id}', at(id)));
  await ok(organization.PATCH('/v3/webhooks/{id}', { ...at(id), body: { description: 'mine' } }));
  await ok(organization.POST('/v3/webhooks/{id}/rotate', at(id)));
  const delivery = await ok(organization.POST('/v3/webhooks/{id}/test', { ...at(id), body: {} }));
  await ok(organization.GET('/v3/webhooks/{id}/deliveries', at(id)));
  const params = { path: { id, delivery: delivery.id } };
  await ok(organization.POST('/v3/webhooks/{id}/deliveries/{delivery}/replay', { params }));
  await ok(organization.DELETE('/v3/webhooks/{id}', at(id)));
}

async function tidy({ id, doc, bases }: Handbook): Promise<void> {
  await ok(organization.DELETE(`${bases}/{id}/documents/{doc}`, doc));
  await ok(organization.DELETE(`${bases}/{id}`, at(id)));
}

await administer();
await lookAfterModels();
await tidy(await furnish('/v1'));
const handbook = await furnish('/v3');
await ok(organization.GET('/v3/knowledge-bases/{id}/documents/{doc}/passages', handbook.doc));
const question = { path: { id: handbook.id }, query: { query: 'When is it open?' } };
await ok(organization.GET('/v3/knowledge-bases/{id}/passages', { params: question }));
const personas = await makePersonas(handbook.id);
await converse(personas);
await embed(personas.avatar.id);
await remember();
await listen();
await ok(organization.DELETE('/v1/avatars/{id}', at(personas.avatar.id)));
await ok(organization.DELETE('/v1/agents/{id}', at(personas.agent.id)));
await ok(organization.DELETE('/v3/characters/{id}', at(personas.character.id)));
await ok(organization.DELETE('/v3/tools/{id}', at(personas.tool.id)));
await ok(organization.DELETE('/v3/faces/{id}', at(personas.face.id)));
await ok(organization.DELETE('/v3/brains/{id}', at(personas.brain.id)));
await ok(organization.DELETE('/v3/voices/{id}', at(personas.voice.id)));
await tidy(handbook);
const operations = Object.values(openapi.paths).flatMap((methods) => Object.values(methods));
const missing = operations.map(({ operationId }) => operationId).filter((name) => !called.has(name));
if (missing.length > 0) throw new Error(`not called: ${missing.join(', ')}`);
console.log(`${called.size} operations`);
