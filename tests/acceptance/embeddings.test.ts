/** Tests an organization's own model server that computes embeddings for its knowledge bases. */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMIN_TOKEN, startApi, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';

const KEY = 'sk-of-the-shop';
const PASSAGES = ['Refunds take five days.', 'A forest is dark at night.'];
const QUESTION = 'When do I get my money back?';

const api = useApi({ webhooksToPrivate: true });
let server: PipelineServer;
/** The API key of the organization that each test creates. */
let key: string;
let organizationId: string;
beforeAll(() => api.startEmbedding());
beforeEach(async () => {
  ({ key, id: organizationId } = await api.createOrganization());
  server = await new PipelineServer(KEY).listen();
  server.vectorOf = (text) => [/refund|money/i, /tree|forest/i].map((about) => (about.test(text) ? 1 : 0.1));
  return () => server.stop();
});

const call = (method: string, path: string, body?: object) =>
  api.call(method, path, { key, ...(body && { body }) });
const add = async (more: object = {}) => {
  const fields = { name: 'Meaning', use: 'embeddings', url: server.baseUrl, model: 'small', apiKey: KEY };
  return call('POST', '/v3/model-servers', { ...fields, ...more });
};

async function makeBase(): Promise<string> {
  const { id } = (await call('POST', '/v3/knowledge-bases', { name: 'Shop' })).body;
  const path = `/v3/knowledge-bases/${id}/documents`;
  const { document, uploadUrl } = (await call('POST', path, { name: 'a.txt', mimeType: 'text/plain' })).body;
  const { pathname, search } = new URL(uploadUrl);
  const headers = { 'content-type': 'text/plain' };
  await api.call('PUT', pathname + search, { key: null, body: Buffer.from(PASSAGES.join('\n')), headers });
  await call('PATCH', `${path}/${document.id}/index`);
  await api.index(
    id,
    PASSAGES.map((text) => ({ text })),
  );
  return id;
}
const stateOf = async (id: string) => (await call('GET', `/v3/knowledge-bases/${id}/embeddings`)).body;
const search = async (id: string) => {
  const path = `/v3/knowledge-bases/${id}/passages?query=${encodeURIComponent(QUESTION)}&take=1`;
  const { passages, problem } = (await call('GET', path)).body;
  return { texts: passages.map(({ text }: { text: string }) => text), problem };
};
/** The background job may need this long. */
const AWHILE = { timeout: 60_000 };
const untilEmbedded = (id: string, embedded: number) =>
  expect.poll(async () => (await stateOf(id)).embedded, AWHILE).toBe(embedded);

test("once an organization has a server, its existing passages are found by meaning, and no other organization's", async () => {
  const id = await makeBase();
  expect(await stateOf(id)).toEqual({ by: 'nobody', passages: 2, embedded: 0 });
  expect(await search(id)).toEqual({ texts: [], problem: undefined });
  const { body: made } = await add();
  await untilEmbedded(id, 2);
  expect(await stateOf(id)).toEqual({
    by: 'organization',
    model: 'small',
    modelServerId: made.id,
    passages: 2,
    embedded: 2,
  });
  expect(await search(id)).toEqual({ texts: [PASSAGES[0]], problem: undefined });
  expect(server.embedded.at(-1)).toEqual({ model: 'small', text: QUESTION });

  const { key: another } = await api.createOrganization();
  const { body: theirs } = await api.call('POST', '/v3/knowledge-bases', {
    key: another,
    body: { name: 'Theirs' },
  });
  const path = `/v3/knowledge-bases/${theirs.id}/embeddings`;
  expect((await api.call('GET', path, { key: another })).body).toMatchObject({ by: 'nobody' });
  expectProblem(await call('GET', path), 404);
});

test("vectors that exceed the organization's storage are refused, and the reason is reported", async () => {
  const id = await makeBase();
  await api.call('PATCH', `/admin/organizations/${organizationId}`, {
    key: null,
    bearer: ADMIN_TOKEN,
    body: { limits: { storedBytes: 1_000 } },
  });
  server.vectorOf = () => Array.from({ length: 200 }, () => 1);
  await add();
  await expect.poll(async () => (await stateOf(id)).problem, AWHILE).toContain('(storedBytes)');
  expect((await stateOf(id)).embedded).toBe(0);
});

test('another model, with vectors of another length, embeds everything again', async () => {
  const id = await makeBase();
  const { body: made } = await add();
  await untilEmbedded(id, 2);
  const small = server.vectorOf;
  server.vectorOf = (text) => [...small(text), 0, 0];
  await call('PATCH', `/v3/model-servers/${made.id}`, { model: 'large' });
  await untilEmbedded(id, 2);
  expect(server.embedded.filter(({ model }) => model === 'large').map(({ text }) => text)).toEqual(PASSAGES);
  expect(await search(id)).toMatchObject({ texts: [PASSAGES[0]] });
  const { rows } = await api.database.pool.query(
    'select distinct octet_length(vector) / 4 as numbers from passage_embeddings where knowledge_base_id = $1',
    [id],
  );
  expect(rows).toEqual([{ numbers: 4 }]);

  await call('DELETE', `/v3/model-servers/${made.id}`);
  expect(await stateOf(id)).toEqual({ by: 'nobody', passages: 2, embedded: 0 });
});

test('while the server refuses, search falls back to words, and base, search and conversation say why; a valid key fixes it', async () => {
  const id = await makeBase();
  const { body: made } = await add({ apiKey: 'sk-wrong' });
  await expect
    .poll(async () => (await stateOf(id)).problem, AWHILE)
    .toContain('The model server Meaning refused the API key');
  expect(JSON.stringify(await stateOf(id))).not.toContain('sk-wrong');
  const { body: found } = await call('GET', `/v3/knowledge-bases/${id}/passages?query=refunds`);
  expect(found.passages.map(({ text }: { text: string }) => text)).toEqual([PASSAGES[0]]);
  expect(found.problem).toContain('The model server Meaning refused the API key');

  const { body: avatars } = await call('GET', '/v1/avatars');
  const { session } = (
    await call('POST', '/v1/sessions', {
      name: 'Talk',
      avatar: { id: avatars.avatars[0].id },
      knowledgeBase: { id },
      consumerIdentity: { identity: 'ada' },
    })
  ).body;
  expect(await api.ask(session.id, 'refunds')).toEqual([PASSAGES[0]]);
  await api.ask(session.id, 'refunds');
  const { timeline } = (await call('GET', `/v3/conversations/${session.id}`)).body;
  const said = timeline.map(({ type, content }: Record<string, string>) => `${type}: ${content}`);
  expect(said.filter((entry: string) => entry.includes('only by keywords'))).toEqual([
    expect.stringMatching(
      /^warning: The knowledge base was searched only by keywords: The model server Meaning refused/,
    ),
  ]);

  await call('PATCH', `/v3/model-servers/${made.id}`, { apiKey: KEY });
  await untilEmbedded(id, 2);
  expect(await stateOf(id)).not.toHaveProperty('problem');
  expect(await search(id)).toEqual({ texts: [PASSAGES[0]], problem: undefined });
});

test('an embeddings server can be tried like other servers, and an organization can have only one', async () => {
  const { body: made } = await add();
  expect(made).not.toHaveProperty('operatorHasChosen');
  const trial = () => call('POST', `/v3/model-servers/${made.id}/try`);
  expect((await trial()).body).toEqual({ ok: true, firstMs: expect.any(Number), dimensions: 2 });
  server.embeddingsStatus = 404;
  expect((await trial()).body).toEqual({ ok: false, problem: expect.stringContaining('No meaning today') });
  const second = await add({ name: 'Another' });
  expect(expectProblem(second, 409).detail).toContain('has a model server for embeddings, "Meaning"');
  expectProblem(await add({ name: 'A voice', voice: 'alloy' }), 422, 'voice');
  const agent = { provider: 'gemini', llmServerId: made.id };
  expectProblem(await call('POST', '/v1/agents', agent), 422, 'llmServerId');
});

test('its key is stored encrypted, and deleted with the organization', async () => {
  const { body: made } = await add();
  const id = await makeBase();
  await untilEmbedded(id, 2);
  const { pool } = api.database;
  const stored = () => pool.query('select api_key from model_servers where id = $1', [made.id]);
  expect(JSON.stringify((await stored()).rows)).not.toContain('sk-of');
  await api.services.organizations.remove(organizationId);
  expect((await stored()).rows).toEqual([]);
  const vectors = await pool.query('select from passage_embeddings where knowledge_base_id = $1', [id]);
  expect(vectors.rowCount).toBe(0);
});

test('it is reached only over the public internet', async () => {
  const strict = await startApi({ beside: api });
  try {
    const body = { name: 'x', use: 'embeddings', model: 'm', url: 'https://localhost.example.invalid/v1' };
    const asked = (path: string) => strict.call('POST', path, { body });
    expectProblem(
      await strict.call('POST', '/v3/model-servers', { body: { ...body, url: 'https://10.0.0.1/v1' } }),
      422,
      'url',
    );
    const { id } = (await asked('/v3/model-servers')).body;
    const { body: trial } = await strict.call('POST', `/v3/model-servers/${id}/try`);
    expect(trial).toEqual({
      ok: false,
      problem: expect.stringContaining('the host name has no public address'),
    });
  } finally {
    await strict.close();
  }
});

test("the operator's setting takes precedence, and the server says so", async () => {
  const operators = await startApi({
    webhooksToPrivate: true,
    beside: api,
    wrapPorts: (ports) => ({ ...ports, usesOperatorEmbeddings: true }),
  });
  try {
    const body = { name: 'Ours', use: 'embeddings', url: server.baseUrl, model: 'm' };
    const { body: made } = await operators.call('POST', '/v3/model-servers', { body });
    expect(made).toMatchObject({ operatorHasChosen: true });
    const { body: base } = await operators.call('POST', '/v3/knowledge-bases', { body: { name: 'x' } });
    const { body: state } = await operators.call('GET', `/v3/knowledge-bases/${base.id}/embeddings`);
    expect(state).toEqual({ by: 'nobody', passages: 0, embedded: 0 });
  } finally {
    await operators.close();
  }
});
