import { expect, test } from 'vitest';
import { ADMIN_TOKEN, type CallOptions, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

const DAYS = 400;

const api = useApi();

const admin = (method: string, path: string, body?: object, more: CallOptions = {}) =>
  api.call(method, `/admin${path}`, { bearer: ADMIN_TOKEN, ...(body && { body }), ...more });
const listed = async (query: string) => (await admin('GET', `/audit-log?${query}`)).body;

test('records changes made with the admin token: what was set, by whom and from where', async () => {
  const { body: made } = await admin('POST', '/organizations', { name: 'Acme' });
  const headers = { 'x-request-id': 'ticket-17' };
  await admin('PATCH', `/organizations/${made.id}`, { limits: { concurrentSessions: 3 } }, { headers });
  const { body: key } = await admin('POST', `/organizations/${made.id}/keys`, { name: 'shop' });
  await admin('GET', `/organizations/${made.id}`);
  expectProblem(await admin('PATCH', `/organizations/${made.id}`, { anchorDay: 31 }), 400, 'anchorDay');
  await admin('DELETE', `/organizations/${made.id}`);
  const { entries, total } = await listed(`organization=${made.id}`);
  const common = { organizationId: made.id, actor: 'admin_token', address: '127.0.0.1' };
  const entry = (fields: object) => ({
    ...common,
    id: expect.stringMatching(/^aud_/),
    requestId: expect.any(String),
    createdAt: expect.stringMatching(/Z$/),
    ...fields,
  });
  expect(total).toBe(4);
  expect(entries).toEqual([
    entry({ action: 'deleteOrganization', objectId: made.id }),
    entry({ action: 'createOrganizationKey', objectId: key.id, details: { name: 'shop' } }),
    entry({
      action: 'updateOrganization',
      objectId: made.id,
      details: { limits: { concurrentSessions: 3 } },
      requestId: 'ticket-17',
    }),
    entry({ action: 'createOrganization', objectId: made.id, details: { name: 'Acme' } }),
  ]);
  expect(JSON.stringify(entries)).not.toContain(key.key);
});

test('records what an organization does with its keys: making and revoking keys, deletions, rotated secrets, and erasures without the name', async () => {
  const { id: organizationId, key } = await api.createOrganization();
  const call = (method: string, path: string, body?: object, headers = {}) =>
    api.call(method, path, { key: null, headers: { 'x-api-key': key, ...headers }, ...(body && { body }) });
  const { body: brain } = await call('POST', '/v3/brains', { instructions: 'x' });
  await call('DELETE', `/v3/brains/${brain.id}`);
  expect((await call('DELETE', `/v3/brains/${brain.id}`)).status).toBe(404);
  const once = { 'idempotency-key': 'k1' };
  const { body: made } = await call('POST', '/v3/api-keys', { name: 'second' }, once);
  await call('POST', '/v3/api-keys', { name: 'second' }, once);
  await call('DELETE', `/v3/api-keys/${made.id}`);
  const { body: hook } = await call('POST', '/v3/webhooks', {
    url: 'https://hooks.example/x',
    eventTypes: ['conversation.ended'],
  });
  const { body: rotated } = await call('POST', `/v3/webhooks/${hook.id}/rotate`);
  const { body: receipt } = await call('DELETE', '/v3/users/ada%20lovelace');
  const { entries } = await listed(`organization=${organizationId}`);
  const said = entries.map(({ action, objectId, actor }: Record<string, string>) => [
    action,
    objectId,
    actor,
  ]);
  expect(said).toEqual([
    ['eraseUser', receipt.id, 'api_key'],
    ['rotateWebhookSecret', hook.id, 'api_key'],
    ['createWebhook', hook.id, 'api_key'],
    ['deleteApiKey', made.id, 'api_key'],
    ['createApiKey', made.id, 'api_key'],
    ['deleteBrain', brain.id, 'api_key'],
    ['createOrganizationKey', expect.stringMatching(/^key_/), 'admin_token'],
    ['createOrganization', organizationId, 'admin_token'],
  ]);
  const firstKey = entries.at(-2).objectId;
  expect(entries.slice(0, 6).every(({ apiKeyId }: { apiKeyId: string }) => apiKeyId === firstKey)).toBe(true);
  const text = JSON.stringify(entries);
  for (const secret of [key, made.key, hook.secret, rotated.secret, 'lovelace']) {
    expect(secret).toBeTruthy();
    expect(text).not.toContain(secret);
  }
});

test("records who creates or changes the destinations of an organization's data, but neither addresses nor secrets", async () => {
  const { id: organizationId, key } = await api.createOrganization();
  const call = async (method: string, path: string, body: object) =>
    (await api.call(method, `/v3${path}`, { key, body })).body;
  const url = 'https://drop.example/secret-of-the-address';
  const hook = await call('POST', '/webhooks', { url, eventTypes: ['conversation.ended'] });
  await call('PATCH', `/webhooks/${hook.id}`, { url });
  const headers = { authorization: 'secret-of-the-header' };
  const tool = await call('POST', '/tools', { name: 'book', description: 'Books.', url, headers });
  await call('PATCH', `/tools/${tool.id}`, { url, headers });
  const server = { name: 'Ours', use: 'llm', url, model: 'm', apiKey: 'secret-of-the-server' };
  const { id } = await call('POST', '/model-servers', server);
  await call('PATCH', `/model-servers/${id}`, { url });
  const { entries } = await listed(`organization=${organizationId}&take=6`);
  const said = entries.map(({ action, objectId }: Record<string, string>) => [action, objectId]);
  expect(said).toEqual([
    ['updateModelServer', id],
    ['createModelServer', id],
    ['updateTool', tool.id],
    ['createTool', tool.id],
    ['updateWebhook', hook.id],
    ['createWebhook', hook.id],
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/secret-of|whsec_/);
});

test('pages, and filters by action and time', async () => {
  const { id } = await api.createOrganization();
  const since = api.now().toISOString();
  for (const name of ['a', 'b', 'c']) await admin('PATCH', `/organizations/${id}`, { name });
  const of = `organization=${id}&action=updateOrganization`;
  expect(await listed(`${of}&take=2`)).toMatchObject({ skip: 0, take: 2, total: 3 });
  const { entries } = await listed(`${of}&take=2&skip=2`);
  expect(entries.map(({ details }: { details: object }) => details)).toEqual([{ name: 'a' }]);
  expect(await listed(`${of}&until=${since}`)).toMatchObject({ total: 0 });
  expect(await listed(`${of}&from=${since}`)).toMatchObject({ total: 3 });
  expect(await listed(`${of}&client=x`)).toMatchObject({ total: 0 });
  expectProblem(await api.call('GET', '/admin/audit-log'), 401);
});

test('nothing can change an entry, not even in the store; entries are deleted when their retention period ends', async () => {
  const { id } = await api.createOrganization();
  const change = api.database.pool.query(`update audit_log set action = 'nothing'`);
  await expect(change).rejects.toThrow(/P0001/);
  await api.services.auditLog.purge(new AbortController().signal);
  expect(await listed(`organization=${id}`)).toMatchObject({ total: 2 });
  api.advance((DAYS + 1) * 24 * 3600);
  await api.services.auditLog.purge(new AbortController().signal);
  expect(await listed(`organization=${id}`)).toMatchObject({ total: 0 });
});
