import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiHarness, startApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

let api: ApiHarness;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

const create = (body: object = {}) => api.call('POST', '/v3/api-keys', { body });

describe('POST /v3/api-keys', () => {
  test('201 shows the key this once; it works', async () => {
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
  test('the key of the very call is told from the others', async () => {
    const { body } = await create();
    const { apiKeys } = (await api.call('GET', '/v3/api-keys?take=50', { key: body.key })).body;
    const current = apiKeys.filter((key: { current: boolean }) => key.current);
    expect(current.map((key: { id: string }) => key.id)).toEqual([body.id]);
  });
  test('pages; 400 out of bounds', async () => {
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

describe('the first start', () => {
  test('makes the organization default and its key once; a preset key is added at every start', async () => {
    const { organizations } = api.services;
    const again = await organizations.ensureDefault({});
    expect(again).toEqual({ organization: expect.objectContaining({ name: 'default' }) });
    expect(again.organization.id).toBe(api.organizationId);
    await organizations.ensureDefault({ presetKey: 'my-own-secret-key' });
    await organizations.ensureDefault({ presetKey: 'my-own-secret-key' });
    expect((await api.call('GET', '/v1/avatars', { key: 'my-own-secret-key' })).status).toBe(200);
  });
});
