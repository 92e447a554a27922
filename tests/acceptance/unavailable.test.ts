import { expect, test } from 'vitest';
import { ADMIN_TOKEN, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

let isShort = false;
const api = useApi({ disk: { isShort: async () => isShort }, ownDatabase: true });

test('requests that store something are refused while the disk is nearly full; reading, stopping and deleting keep working', async () => {
  const brain = await api.call('POST', '/v3/brains', { body: { instructions: 'x' } });
  const { body } = await api.call('GET', '/v1/avatars');
  const session = { name: 's', avatar: { id: body.avatars[0].id }, consumerIdentity: { identity: 'u' } };
  const started = (await api.call('POST', '/v1/sessions', { body: session })).body.session.id;
  isShort = true;
  const refused = await api.call('POST', '/v3/brains', { body: { instructions: 'x' } });
  expect(expectProblem(refused, 503, undefined, 'capacity').detail).toContain('disk');
  expect(refused.headers['retry-after']).toBe('60');
  expectProblem(await api.call('POST', '/v1/sessions', { body: session }), 503);
  expectProblem(await api.call('PATCH', `/v3/brains/${brain.body.id}`, { body: {} }), 503);
  expectProblem(await api.call('PUT', '/uploads/doc_1?expires=1&signature=x', { body: 'x' }), 503);
  expect((await api.call('GET', `/v3/brains/${brain.body.id}`)).status).toBe(200);
  expect((await api.call('PATCH', `/v1/sessions/${started}/stop`)).status).toBe(200);
  expect((await api.call('DELETE', `/v3/brains/${brain.body.id}`)).status).toBe(200);
  const admin = { bearer: ADMIN_TOKEN, body: { name: 'n' } };
  expect((await api.call('POST', '/admin/organizations', admin)).status).toBe(201);
  isShort = false;
  expect((await api.call('POST', '/v3/brains', { body: { instructions: 'x' } })).status).toBe(201);
});

test('while the disk is nearly full, requests with an Idempotency-Key are refused as well', async () => {
  const character = (await api.call('POST', '/v3/characters', { body: { name: 'c' } })).body.id;
  const started = await api.call('POST', '/v3/conversations', {
    body: { name: 'x', characterId: character },
  });
  const stop = (headers: Record<string, string>) =>
    api.call('POST', `/v3/conversations/${started.body.conversation.id}/stop`, { headers });
  const token = (headers: Record<string, string>) =>
    api.call('POST', '/v3/tokens', { body: { user: 'u', client: 'c', character }, headers });
  isShort = true;
  expectProblem(await stop({ 'idempotency-key': 'stop' }), 503, undefined, 'capacity');
  expect((await stop({})).status).toBe(201);
  expect((await token({})).status).toBe(201);
  expectProblem(await token({ 'idempotency-key': 'token' }), 503, undefined, 'capacity');
  isShort = false;
  expect(await api.database.kysely.selectFrom('idempotency_keys').selectAll().execute()).toEqual([]);
  const first = await token({ 'idempotency-key': 'token' });
  expect((await token({ 'idempotency-key': 'token' })).body).toEqual(first.body);
});

test('503 with Retry-After while the store is unavailable, without internal details; health still answers', async () => {
  await api.database.close();
  const answer = await api.call('GET', '/v3/voices');
  const problem = expectProblem(answer, 503, undefined, 'capacity');
  expect(answer.headers['retry-after']).toBe('5');
  expect(JSON.stringify(problem)).not.toMatch(/pool|sql|select/i);
  expect((await api.call('GET', '/v3/health', { key: null })).status).toBe(200);
});
