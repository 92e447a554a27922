import { beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { operatorServers, readSettings } from '../support/inside.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import { useStarted } from '../support/use-service.ts';

const KEY = 'sk-proj-of-the-museum-0123';

/** Tests only request its list of models. */
const vendor = useStarted(
  () => new PipelineServer(KEY).listen(),
  (it) => it.stop(),
);
const api = useApi({ providerAddresses: () => ({ OPENAI_BASE_URL: vendor.baseUrl }) });

/** Each test has its own organization. */
let museum: { id: string; key: string };
beforeEach(async () => {
  museum = await api.createOrganization();
  return () => api.configuredEngines.clear();
});

const call = (method: string, path = '', body?: object, { key }: { key: string } = museum) =>
  api.call(method, `/v3/provider-keys${path}`, { key, ...(body && { body }) });
const give = (key = KEY) => call('PUT', '/openai', { key });
const row = (more: object = {}) => ({
  provider: 'openai',
  name: 'OpenAI',
  operatorHasKey: false,
  hasKey: false,
  ...more,
});
const given = row({ hasKey: true, ending: '0123', setAt: expect.stringMatching(/Z$/) });

test('every provider is listed with the owner of its key, and never the key', async () => {
  const { status, body } = await call('GET');
  expect(status).toBe(200);
  expect(body.providerKeys.map(({ provider }: { provider: string }) => provider)).toEqual([
    'openai',
    'gemini',
    'elevenlabs',
  ]);
  expect(body.providerKeys[0]).toEqual(row());
  const set = await give();
  expect(set).toMatchObject({ status: 200, body: given });
  const listed = await call('GET');
  expect(listed.body.providerKeys[0]).toEqual(given);
  expect(JSON.stringify([set.body, listed.body])).not.toContain('of-the-museum');
});

describe('with servers of the operator', () => {
  const settings = readSettings({
    LLM_BASE_URL: 'http://10.0.0.7:11434/v1',
    LLM_MODEL: 'qwen3',
    LLM_API_KEY: 'sk-of-the-operator',
    CARTESIA_API_KEY: 'sk-of-the-operator',
  });
  const operated = useApi(() => ({
    wrapPorts: (ports) => ({ ...ports, operatorServers: operatorServers(settings.config) }),
  }));

  test('they are listed by purpose and model, without addresses and keys', async () => {
    const { body } = await operated.call('GET', '/v3/provider-keys');
    expect(body.operatorServers).toEqual([
      { use: 'llm', model: 'qwen3' },
      { use: 'tts', model: 'sonic-3.5', vendor: 'Cartesia' },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/10\.0\.0\.7|of-the-operator/);
  });
});

test('a new key replaces the previous one, and a key can be removed only once', async () => {
  await give();
  const { body } = await give('sk-proj-another-key-4567');
  expect(body).toMatchObject({ hasKey: true, ending: '4567' });
  expect((await call('DELETE', '/openai')).body).toEqual(row());
  expectProblem(await call('DELETE', '/openai'), 404);
  expectProblem(await call('POST', '/openai/try'), 404);
});

test('no part of a short key is shown', async () => {
  expect((await give('short-key')).body).not.toHaveProperty('ending');
});

test.each([
  ['a line feed', 'sk-1\nx-evil: 1'],
  ['a carriage return', 'sk-1\r'],
  ['a line feed at its end', 'sk-1\n'],
  ['a space', 'sk 1'],
  ['letters beyond ASCII', 'sk-ключ'],
  ['nothing', ''],
  ['more than 500 characters', 'k'.repeat(501)],
])('a key with %s is refused, naming the field', async (_, key) => {
  const answer = await give(key);
  expectProblem(answer, 400, 'key');
  expect(answer.body.detail).not.toContain('sk');
  expect((await call('GET')).body.providerKeys[0]).toEqual(row());
});

test('an unknown provider is refused, naming the field', async () => {
  expectProblem(await call('PUT', '/nobody', { key: KEY }), 400, 'path.provider');
  expectProblem(await call('PUT', '/openai', {}), 400, 'key');
  expectProblem(await call('PUT', '/openai', { key: KEY, url: 'https://evil.example' }), 400, 'url');
});

test("the operator's key takes precedence, and the answer says so", async () => {
  api.configuredEngines.set('openai', 'openai');
  expect((await give()).body).toEqual({ ...given, operatorHasKey: true });
  const { engine } = await startSession();
  expect(engine).toMatchObject({ name: 'openai' });
  expect(engine).not.toHaveProperty('apiKey');
});

test('a key is stored encrypted, and deleted with its organization', async () => {
  await give();
  const stored = async () => {
    const { rows } = await api.database.pool.query('select * from provider_keys where organization_id = $1', [
      museum.id,
    ]);
    return rows;
  };
  expect(await stored()).toHaveLength(1);
  expect(JSON.stringify(await stored())).not.toContain('museum-');
  await api.call('DELETE', `/admin/organizations/${museum.id}`, { bearer: ADMIN_TOKEN });
  expect(await stored()).toEqual([]);
});

test('setting and removing a key is in the audit log, without the key', async () => {
  await give();
  await call('DELETE', '/openai');
  const { body } = await api.call('GET', `/admin/audit-log?organization=${museum.id}`, {
    bearer: ADMIN_TOKEN,
  });
  const [removed, set] = body.entries;
  expect(removed).toMatchObject({ action: 'deleteProviderKey', objectId: 'openai', actor: 'api_key' });
  expect(set).toMatchObject({ action: 'setProviderKey', objectId: 'openai', actor: 'api_key' });
  expect(set).not.toHaveProperty('details');
  expect(JSON.stringify(body)).not.toContain('of-the-museum');
});

describe('a key that is tried', () => {
  test('is reported as accepted, with the time that took', async () => {
    await give();
    const { status, body } = await call('POST', '/openai/try');
    expect(status).toBe(201);
    expect(body).toEqual({ ok: true, tookMs: expect.any(Number) });
  });

  test('is reported as refused, with the reason and without the key', async () => {
    await give('sk-proj-wrong-key-0000');
    const { body } = await call('POST', '/openai/try');
    expect(body).toEqual({ ok: false, tookMs: expect.any(Number), problem: expect.any(String) });
    expect(body.problem).toContain(
      "OpenAI refused the API key (check the organization's key for this provider)",
    );
    expect(body.problem).not.toContain('wrong-key');
  });

  test('is not found by another organization', async () => {
    await give();
    const other = await api.createOrganization();
    expectProblem(await call('POST', '/openai/try', undefined, other), 404);
    expectProblem(await call('DELETE', '/openai', undefined, other), 404);
    expect((await call('GET', '', undefined, other)).body.providerKeys[0]).toEqual(row());
  });
});

describe('conversations', () => {
  test('of v1 and v3 use the key of their organization, starting with the next one', async () => {
    expect((await startSession()).engine).toMatchObject({ name: 'builtin' });
    await give();
    const { engine, answered } = await startSession();
    expect(engine).toMatchObject({ name: 'openai', apiKey: KEY });
    expect(JSON.stringify(answered)).not.toContain('of-the-museum');
    expect((await startConversation()).engine).toMatchObject({ name: 'openai', apiKey: KEY });
    await call('DELETE', '/openai');
    const without = (await startSession()).engine;
    expect(without).toMatchObject({ name: 'builtin' });
    expect(without).not.toHaveProperty('apiKey');
  });

  test('of another organization, or with another provider, do not use the key', async () => {
    await give();
    const other = await api.createOrganization();
    expect((await startSession('openai', other)).engine).toMatchObject({ name: 'builtin' });
    expect((await startSession('gemini')).engine).not.toHaveProperty('apiKey');
  });

  test('whose agent names no provider use the one that has a key', async () => {
    const answers = async () =>
      (await api.call('GET', '/v3/organizations/default-provider', { key: museum.key })).body;
    expect(await answers()).toEqual({ provider: 'gemini', engine: 'builtin' });
    await give();
    expect(await answers()).toEqual({ provider: 'openai', engine: 'openai' });
  });

  test('are the only place to hear the voice of such a provider: samples of it are refused', async () => {
    await give();
    const sample = () =>
      api.call('GET', '/v3/voice-samples?provider=openai&voice=coral', { key: museum.key });
    expectProblem(await sample(), 422, 'provider');
    await call('DELETE', '/openai');
    expect((await sample()).status).toBe(200);
  });
});

async function startSession(provider = 'openai', { key } = museum) {
  const { body } = await api.call('GET', '/v1/avatars', { key });
  const { status, body: answered } = await api.call('POST', '/v1/sessions', {
    key,
    body: {
      name: 'Talk',
      avatar: { id: body.avatars[0].id },
      agent: { provider },
      consumerIdentity: { identity: 'ada' },
    },
  });
  expect(status, answered.detail).toBe(201);
  return { engine: api.dispatched.at(-1)!.engine!, answered };
}

/** Uses the character of a gallery face, which has no provider of its own. */
async function startConversation() {
  const options = { key: museum.key };
  const { body: faces } = await api.call('GET', '/v3/faces', options);
  const { body: character } = await api.call('POST', '/v3/characters', {
    ...options,
    body: { name: 'Guide', faceId: faces.faces[0].id },
  });
  const { status, body } = await api.call('POST', '/v3/conversations', {
    ...options,
    body: { name: 'Tour', characterId: character.id, consumer: { identity: 'ada' } },
  });
  expect(status, body.detail).toBe(201);
  return { engine: api.dispatched.at(-1)!.engine! };
}
