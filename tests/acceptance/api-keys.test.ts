import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ApiHarness, startApi, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

const api = useApi();

const create = (body: object = {}) => api.call('POST', '/v3/api-keys', { body });

describe('POST /v3/api-keys', () => {
  test('201 shows the key only this once, and the key works', async () => {
    const { status, body } = await create({ name: 'CI' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^key_/),
      name: 'CI',
      organizationId: api.organizationId,
    });
    expect(body.key).toMatch(/^vv_[\w-]{43}$/);
    expect((await api.call('GET', '/v1/avatars', { key: body.key })).status).toBe(200);
    const list = await api.call('GET', '/v3/api-keys');
    expect(list.body.apiKeys.map((key: { id: string }) => key.id)).toContain(body.id);
    expect(JSON.stringify(list.body)).not.toContain(body.key);
  });
  test('an expired key is refused', async () => {
    const expiresAt = new Date(api.now().getTime() + 60_000).toISOString();
    const { body } = await create({ expiresAt });
    expect(body.expiresAt).toBe(expiresAt);
    expect((await api.call('GET', '/v1/avatars', { key: body.key })).status).toBe(200);
    api.advance(61);
    expectProblem(await api.call('GET', '/v1/avatars', { key: body.key }), 401);
  });
  test('400 for an invalid date, 422 for a date in the past', async () => {
    expectProblem(await create({ expiresAt: 'tomorrow' }), 400, 'expiresAt');
    expectProblem(await create({ expiresAt: '2020-01-01T00:00:00Z' }), 422, 'expiresAt');
    expectProblem(await create({ nmae: 'x' }), 400, 'nmae');
  });
});

describe('GET /v3/api-keys', () => {
  test('lastUsedAt is written in batches', async () => {
    const { body } = await create();
    const lastUsed = async () => {
      const { apiKeys } = (await api.call('GET', '/v3/api-keys?take=50')).body;
      return apiKeys.find((key: { id: string }) => key.id === body.id).lastUsedAt;
    };
    await api.call('GET', '/v1/avatars', { key: body.key });
    await api.services.apiKeys.flushUses();
    expect(Math.abs(Date.parse(await lastUsed()) - api.now().getTime())).toBeLessThan(5000);
  });
  test('marks the key that made the request', async () => {
    const { body } = await create();
    const { apiKeys } = (await api.call('GET', '/v3/api-keys?take=50', { key: body.key })).body;
    const current = apiKeys.filter((key: { current: boolean }) => key.current);
    expect(current.map((key: { id: string }) => key.id)).toEqual([body.id]);
  });
  test('pages; 400 if the page is out of bounds', async () => {
    await create();
    const { body } = await api.call('GET', '/v3/api-keys?take=1');
    expect(body).toMatchObject({ take: 1, apiKeys: [{}] });
    expect(body.total).toBeGreaterThan(1);
    expect((await api.call('GET', '/v3/api-keys?client=x')).body).toMatchObject({ total: 0, apiKeys: [] });
    expectProblem(await api.call('GET', '/v3/api-keys?take=51'), 400, 'query.take');
  });
});

describe('DELETE /v3/api-keys/{id}', () => {
  test('200, and the key is refused from then on', async () => {
    const { body } = await create();
    expect(await api.call('DELETE', `/v3/api-keys/${body.id}`)).toMatchObject({
      status: 200,
      body: { id: body.id },
    });
    expectProblem(await api.call('GET', '/v1/avatars', { key: body.key }), 401);
    expectProblem(await api.call('DELETE', `/v3/api-keys/${body.id}`), 404);
  });
  test("404 for another organization's", async () => {
    const { key } = await api.createOrganization();
    const { body } = await create();
    expectProblem(await api.call('DELETE', `/v3/api-keys/${body.id}`, { key }), 404);
    expect((await api.call('GET', '/v1/avatars', { key: body.key })).status).toBe(200);
  });
});

describe('wrong keys', () => {
  const asked: string[] = [];
  let guessed: ApiHarness;
  const use = (key: string) => guessed.call('GET', '/v3/voices', { key });
  beforeAll(async () => {
    guessed = await startApi({
      beside: api,
      rateLimits: { attempts: 3 },
      wrapPorts: (ports) => {
        const { apiKeys } = ports.stores;
        const findByHash = (hash: string) => {
          asked.push(hash);
          return apiKeys.findByHash(hash);
        };
        return { ...ports, stores: { ...ports.stores, apiKeys: { ...apiKeys, findByHash } } };
      },
    });
    // Services with the same PostgreSQL share their counts. After an hour, those of the other service have expired.
    guessed.advance(3_600);
  });
  beforeEach(() => {
    guessed.advance(60);
    asked.length = 0;
  });
  afterAll(() => guessed?.close());

  test('from one address are counted before the store is queried, and right keys keep working', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => use(`vv_wrong_${at}`)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect(asked).toHaveLength(3);
    // A key that is created in the meantime works as well, even after it is no longer cached.
    const { body } = await guessed.call('POST', '/v3/api-keys', { body: {} });
    for (let at = 0; at < 5; at++) {
      expect((await use(body.key)).status).toBe(200);
      guessed.advance(4);
    }
    expect((await use(guessed.key)).status).toBe(200);
  });

  test('are not looked up again for a few seconds; a key created meanwhile works at once', async () => {
    for (let at = 0; at < 2; at++) expect((await use('a-preset-key')).status).toBe(401);
    expect(asked).toHaveLength(1);
    await guessed.services.apiKeys.ensureKey(guessed.organizationId, 'Preset', 'a-preset-key');
    expect((await use('a-preset-key')).status).toBe(200);
    // If another process creates the key, it works after a short time, with the rate limit of its organization.
    expect((await use('another-key')).status).toBe(401);
    await api.services.apiKeys.ensureKey(guessed.organizationId, 'Preset', 'another-key');
    guessed.advance(60);
    const { status, headers } = await use('another-key');
    expect(status).toBe(200);
    expect(headers['ratelimit-policy']).toMatch(/^"organization"/);
  });
});

test('the first start: creates the default organization and its key once; a preset key is added at every start', async () => {
  const { organizations } = api.services;
  const again = await organizations.ensureDefault({});
  expect(again).toEqual({ organization: expect.objectContaining({ name: 'default' }) });
  expect(again.organization.id).toBe(api.organizationId);
  await organizations.ensureDefault({ presetKey: 'my-own-secret-key' });
  await organizations.ensureDefault({ presetKey: 'my-own-secret-key' });
  expect((await api.call('GET', '/v1/avatars', { key: 'my-own-secret-key' })).status).toBe(200);
});

test('a key that was revoked is not created again if a shell still has it as VISAVIS_API_KEY', async () => {
  const { organizations } = api.services;
  const { id, key } = (await api.call('POST', '/v3/api-keys', { body: {} })).body;
  expect(await organizations.ensureDefault({ presetKey: key })).toMatchObject({ isPresetRefused: false });
  await api.call('DELETE', `/v3/api-keys/${id}`);
  expect(await organizations.ensureDefault({ presetKey: key })).toMatchObject({ isPresetRefused: true });
  expect((await api.call('GET', '/v1/avatars', { key })).status).toBe(401);
});
