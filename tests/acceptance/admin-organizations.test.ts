import { describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

const api = useApi();

const admin = (method: string, path = '', body?: object) =>
  api.call(method, `/admin/organizations${path}`, { bearer: ADMIN_TOKEN, ...(body && { body }) });

describe('POST /admin/organizations', () => {
  test('201 with the defaults', async () => {
    const { status, body } = await admin('POST', '', { name: 'Acme' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^org_/),
      name: 'Acme',
      plan: 'free',
      limits: {
        maxSessionSeconds: 3600,
        concurrentSessions: 10,
        documentBytes: 52_428_800,
        storedBytes: 10_737_418_240,
      },
      chargeBySecond: 0,
      allowedOrigins: [],
    });
    expect((await admin('GET', `/${body.id}`)).body).toEqual(body);
  });
  test('creates a gallery with faces, avatars with one agent each, a voice and a brain, and can start a session at once', async () => {
    const { key } = await api.createOrganization();
    const total = async (path: string) => (await api.call('GET', path, { key })).body.total;
    expect(await total('/v3/faces')).toBe(2);
    expect(await total('/v1/avatars')).toBe(2);
    expect(await total('/v3/voices')).toBe(1);
    expect(await total('/v3/brains')).toBe(1);
    expect(await total('/v1/agents')).toBe(2);
    const avatar = (await api.call('GET', '/v1/avatars', { key })).body.avatars[0];
    const body = { name: 'x', avatar: { id: avatar.id }, consumerIdentity: { identity: 'u' } };
    expect((await api.call('POST', '/v1/sessions', { key, body })).status).toBe(201);
  });
  test.each([
    ['no name', {}, 'name'],
    ['an unknown plan', { name: 'x', plan: 'gold' }, 'plan'],
    ['a negative limit', { name: 'x', limits: { concurrentSessions: -1 } }, 'limits.concurrentSessions'],
    ['a mistyped limit', { name: 'x', limits: { concurrentSession: 1 } }, 'limits.concurrentSession'],
    ['a day that not every month has', { name: 'x', anchorDay: 31 }, 'anchorDay'],
  ])('400 for %s', async (_what, body, path) => {
    expectProblem(await admin('POST', '', body), 400, path);
  });
  test('null stands for the default', async () => {
    const limits = {
      maxSessionSeconds: null,
      concurrentSessions: null,
      documentBytes: null,
      storedBytes: null,
      monthlySeconds: null,
    };
    const none = { plan: null, limits, chargeBySecond: null, anchorDay: null, allowedOrigins: null };
    const { body: plain } = await admin('POST', '', { name: 'x' });
    for (const fields of [none, { ...none, limits: null }]) {
      const { body } = await admin('POST', '', { name: 'x', ...fields });
      const { id, createdAt, updatedAt } = plain;
      expect({ ...body, id, createdAt, updatedAt }).toEqual(plain);
    }
  });
  test.each([
    ['nowhere', 'such as https://app.example'],
    ['*', 'such as https://app.example'],
    ['https://app.example/page', 'did you mean https://app.example?'],
    ['https://App.example:443', 'did you mean https://app.example?'],
  ])('422 for %s as an origin: no browser sends it', async (origin, words) => {
    const body = { name: 'x', allowedOrigins: ['http://localhost:3000', origin] };
    expect(expectProblem(await admin('POST', '', body), 422, 'allowedOrigins.1').detail).toContain(words);
  });
});

describe('PATCH /admin/organizations/{id}', () => {
  test('200 changes only the given fields, with immediate effect', async () => {
    const { id, key } = await api.createOrganization();
    const before = (await admin('GET', `/${id}`)).body;
    const { status, body } = await admin('PATCH', `/${id}`, {
      limits: { maxSessionSeconds: 100 },
      plan: 'paid',
      id: 'x',
    });
    expect(status).toBe(200);
    expect({ ...body, updatedAt: before.updatedAt }).toEqual({
      ...before,
      plan: 'paid',
      limits: { ...before.limits, maxSessionSeconds: 100 },
    });
    const avatar = (await api.call('GET', '/v1/avatars', { key })).body.avatars[0];
    const session = {
      name: 'x',
      avatar: { id: avatar.id },
      consumerIdentity: { identity: 'u' },
      maxDuration: 100,
    };
    expectProblem(await api.call('POST', '/v1/sessions', { key, body: session }), 422, 'maxDuration');
  });
  test('null goes back to the default', async () => {
    const { body: before } = await admin('POST', '', { name: 'x' });
    const changes = {
      plan: 'paid',
      limits: {
        maxSessionSeconds: 100,
        concurrentSessions: 1,
        documentBytes: 1,
        storedBytes: 1,
        monthlySeconds: 1,
      },
      chargeBySecond: 1,
      anchorDay: before.anchorDay === 3 ? 4 : 3,
      allowedOrigins: ['https://app.example'],
    };
    expect((await admin('PATCH', `/${before.id}`, changes)).body).toMatchObject(changes);
    const none = Object.fromEntries(Object.keys(changes).map((name) => [name, null]));
    const { body } = await admin('PATCH', `/${before.id}`, none);
    expect({ ...body, updatedAt: before.updatedAt }).toEqual(before);
  });
  test('404 for an unknown one', async () => {
    expectProblem(await admin('PATCH', '/org_x', { name: 'y' }), 404);
    expectProblem(await admin('GET', '/org_x'), 404);
    expectProblem(await admin('DELETE', '/org_x'), 404);
    expectProblem(await admin('POST', '/org_x/keys', {}), 404);
  });
});

test('GET /admin/organizations: pages, newest first', async () => {
  const { body: one } = await admin('POST', '', { name: 'One' });
  const { body: two } = await admin('POST', '', { name: 'Two' });
  const { body } = await admin('GET', '?take=2');
  expect(body.organizations.map((organization: { id: string }) => organization.id)).toEqual([two.id, one.id]);
  expectProblem(await admin('GET', '?take=0'), 400, 'query.take');
});

test('DELETE /admin/organizations/{id}: 200 stops its conversations and deletes everything it owns', async () => {
  const { id, key } = await api.createOrganization();
  const call = (method: string, path: string, body?: object) =>
    api.call(method, path, { key, ...(body && { body }) });
  const avatar = (await call('GET', '/v1/avatars')).body.avatars[0];
  const started = await call('POST', '/v1/sessions', {
    name: 'x',
    avatar: { id: avatar.id },
    consumerIdentity: { identity: 'u' },
  });
  const kb = (await call('POST', '/v3/knowledge-bases', { name: 'k' })).body;
  await call('POST', '/v1/agents', { provider: 'gemini', knowledgeBaseId: kb.id });
  const added = await call('POST', `/v3/knowledge-bases/${kb.id}/documents`, {
    name: 'd',
    mimeType: 'text/plain',
  });
  const blobs = await api.countBlobs();
  const upload = new URL(added.body.uploadUrl);
  const bytes = { key: null, body: Buffer.from('x'), headers: { 'content-type': 'text/plain' } };
  await api.call('PUT', upload.pathname + upload.search, bytes);
  expect(await api.countBlobs()).toBe(blobs + 1);

  expect(await admin('DELETE', `/${id}`)).toMatchObject({ status: 200, body: { id } });
  expectProblem(await call('GET', '/v1/avatars'), 401);
  expectProblem(await admin('GET', `/${id}`), 404);
  expect(await api.countBlobs()).toBe(blobs);
  expect(api.stopped).toContainEqual({ conversationId: started.body.session.id, reason: 'stopped' });
});
