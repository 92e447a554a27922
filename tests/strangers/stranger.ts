/**
 * A client as a developer writes it who has only /openapi.json: `api.ts` beside this file is what `openapi-typescript`
 * makes of it. Calls operations of every kind (`stranger.py` calls them all); what it reads of the answers compiles, and
 * each answer is what the document says.
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
  const limits = { monthlySeconds: 60 };
  await ok(operator.PATCH('/admin/organizations/{id}', { ...at(id), body: { limits } }));
  await ok(operator.DELETE('/admin/organizations/{id}', at(id)));
  equal((await ok(connect({}).GET('/v3/health'))).status, 'ok');
  await refused('unauthenticated', connect({}).GET('/v3/voices'));
  const { data: seconds } = await organization.GET('/v3/organizations/freemium-usage');
  equal(typeof seconds, 'number');
}

async function furnish(): Promise<string> {
  const body = { name: 'Handbook', description: null };
  const base = await ok(organization.POST('/v3/knowledge-bases', { body }));
  equal(base.description, '');
  const text = { name: 'a.txt', mimeType: 'text/plain' };
  const { document, uploadUrl } = await ok(
    organization.POST('/v3/knowledge-bases/{id}/documents', { ...at(base.id), body: text }),
  );
  const doc = { params: { path: { id: base.id, doc: document.id } } };
  await refused('conflict', organization.PATCH('/v3/knowledge-bases/{id}/documents/{doc}/index', doc));
  // The signed address is for any HTTP client.
  const headers = { 'content-type': document.mimeType };
  const uploaded = await fetch(uploadUrl, { method: 'PUT', headers, body: 'Open from nine to six.' });
  await check('/uploads/{document}', 'put', uploaded);
  await ok(organization.PATCH('/v3/knowledge-bases/{id}/documents/{doc}/index', doc));
  const { items } = await ok(organization.GET('/v3/knowledge-bases', { params: { query: { take: 50 } } }));
  equal(items[0]!.id, base.id);
  return base.id;
}

async function makePersonas(knowledgeBaseId: string) {
  const brain = await ok(organization.POST('/v3/brains', { body: { instructions: 'Be brief.' } }));
  const same = await ok(organization.PATCH('/v3/brains/{id}', { ...at(brain.id), body: brain }));
  equal(same.greetingMessage, '');
  const none = { livekitIdentity: '', faceId: '', voiceId: '', brainId: '', knowledgeBaseId: '' };
  const made = await ok(organization.POST('/v3/characters', { body: { name: 'C', ...none } }));
  const body = { knowledgeBaseId, brainId: brain.id };
  await ok(organization.PATCH('/v3/characters/{id}', { ...at(made.id), body }));
  const read = await ok(organization.GET('/v3/characters/{id}', at(made.id)));
  const character = await ok(organization.PUT('/v3/characters/{id}', { ...at(made.id), body: read }));
  equal(character.knowledgeBase?.id, knowledgeBaseId);
  const agent = await ok(
    organization.POST('/v1/agents', { body: { provider: 'gemini', client: { id: 'acme' } } }),
  );
  const fields = { name: 'A', identity: 'stranger-ts', refImage, agentId: agent.id };
  const avatar = await ok(organization.POST('/v1/avatars', { body: fields }));
  await ok(organization.PUT('/v1/avatars/{id}', { ...at(avatar.id), body: avatar }));
  return { character, agent, avatar };
}

async function converse({ character, agent, avatar }: Awaited<ReturnType<typeof makePersonas>>) {
  const body = { name: 'T', characterId: character.id };
  const taken = { ...body, consumer: { identity: character.livekitIdentity } };
  const problem = await refused('unprocessable', organization.POST('/v3/conversations', { body: taken }));
  equal(problem.errors?.[0]?.path, 'consumer.identity');
  const { conversation } = await ok(organization.POST('/v3/conversations', { body }));
  await ok(organization.POST('/v3/conversations/{id}/stop', at(conversation.id)));
  const stream = { ...at(conversation.id), parseAs: 'text' } as const;
  const events = await ok(organization.GET('/v3/conversations/{id}/events', stream));
  equal(events.includes('event: status'), true);
  const talk = await ok(organization.GET('/v3/conversations/{id}', at(TALK_ID!)));
  equal(talk.transcript.length > 0 && talk.timeline.length > 0, true);

  const { token } = await ok(
    organization.POST('/v3/tokens', { body: { user: 'someone', client: null, character: '' } }),
  );
  const browser = connect({ authorization: `Bearer ${token}` });
  const consumerIdentity = { identity: 'someone', name: 'Someone' };
  const pass = { name: 'P', avatar: { id: avatar.id }, agent: { id: agent.id }, consumerIdentity };
  const { session } = await ok(browser.POST('/v1/session-passes', { body: pass }));
  equal(session.avatar?.identity, 'stranger-ts');
  await ok(browser.PATCH('/v1/session-passes/{id}/stop', at(session.id)));
  const user = { params: { path: { identity: TALK_USER! } } };
  equal((await ok(organization.DELETE('/v3/users/{identity}', user))).user, TALK_USER);
}

await administer();
await converse(await makePersonas(await furnish()));
console.log(`${called.size} operations`);
