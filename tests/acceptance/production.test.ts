import { expect, test } from 'vitest';
import { ADMIN_TOKEN, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

let hasLanguageModel = false;
const api = useApi({
  builtinMayReplace: false,
  hasLanguageModel: () => hasLanguageModel,
  publicUrl: 'https://api.example.com/',
  rateLimits: { organization: 5, address: 3, attempts: 3 },
});

test('in production a provider without a key is refused, naming the setting, unless this machine has a language model', async () => {
  const avatar = (await api.call('GET', '/v1/avatars')).body.avatars[0];
  expect(avatar.thumbnailUrl).toMatch(/^https:\/\/api\.example\.com\/images\//);
  const body = { name: 'x', avatar: { id: avatar.id }, consumerIdentity: { identity: 'u' } };
  const problem = expectProblem(await api.call('POST', '/v1/sessions', { body }), 422, 'avatar.id');
  expect(problem.detail).toContain('GEMINI_API_KEY');
  const v3 = { name: 'x', characterId: avatar.id };
  expectProblem(await api.call('POST', '/v3/conversations', { body: v3 }), 422, 'characterId');
  const inPlace = { ...body, agent: { provider: 'gemini' } };
  expectProblem(await api.call('POST', '/v1/sessions', { body: inPlace }), 422, 'agent.provider');
  expect(problem.type).toBe('https://api.example.com/docs/errors/unprocessable');
  hasLanguageModel = true;
  const begun = await api.call('POST', '/v1/sessions', { body });
  expect(api.dispatched.at(-1)!.engine!.name).toBe('pipeline');
  api.advance(60);
  const record = await api.call('GET', `/v3/conversations/${begun.body.session.id}`);
  expect(JSON.stringify(record.body)).toContain(
    'GEMINI_API_KEY is not set, so the language model of this machine answers in place of gemini.',
  );
  api.configuredEngines.set('gemini', 'gemini');
  expect((await api.call('POST', '/v1/sessions', { body })).status).toBe(201);
});

/** Advances to the next full minute, when the counters start again. */
const startMinute = () => api.advance(60 - ((api.now().getTime() / 1000) % 60));

test('429 with RateLimit headers above the rate of an organization; other organizations are not affected', async () => {
  const { key } = await api.services.apiKeys.create(
    (await api.services.organizations.create({ name: 'n' })).id,
    {},
  );
  startMinute();
  for (let left = 4; left >= 0; left--) {
    const { status, headers } = await api.call('GET', '/v3/voices', { key });
    expect(status).toBe(200);
    expect(headers['ratelimit-policy']).toBe('"organization";q=5;w=60');
    expect(headers.ratelimit).toMatch(new RegExp(`^"organization";r=${left};t=\\d+$`));
  }
  const refused = await api.call('GET', '/v3/voices', { key });
  expectProblem(refused, 429, undefined, 'rate_limited');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.headers.ratelimit).toMatch(/^"organization";r=0;t=\d+$/);
  const other = await api.services.organizations.create({ name: 'o' });
  const second = await api.services.apiKeys.create(other.id, {});
  expect((await api.call('GET', '/v3/voices', { key: second.key })).status).toBe(200);
  api.advance(60);
  expect((await api.call('GET', '/v3/voices', { key })).headers.ratelimit).toMatch(/r=4;t=\d+$/);
});

test('the end users of an organization share a limit as large as its own, and separate from it', async () => {
  const { id } = await api.services.organizations.create({ name: 'many users' });
  const { key } = await api.services.apiKeys.create(id, {});
  startMinute();
  const ask = async (user: string) => {
    const { token } = await api.services.clientTokens.mint(id, { user });
    return api.call('GET', '/v1/session-passes/conv_none', { bearer: token });
  };
  for (let user = 0; user < 5; user++) {
    const { status, headers } = await ask(`user ${user}`);
    expect(status).toBe(404);
    expect(headers['ratelimit-policy']).toBe('"user";q=120;w=60');
  }
  const refused = await ask('one more');
  expectProblem(refused, 429, undefined, 'rate_limited');
  expect(refused.headers['ratelimit-policy']).toBe('"users";q=5;w=60');
  expect((await api.call('GET', '/v3/voices', { key })).headers.ratelimit).toMatch(/r=4;t=\d+$/);
});

test('429 for a client that guesses keys; valid keys and public routes keep working', async () => {
  startMinute();
  const statuses: number[] = [];
  for (let i = 0; i < 5; i++) statuses.push((await api.call('GET', '/v3/voices', { key: `vv_${i}` })).status);
  expect(statuses.slice(-2)).toEqual([429, 429]);
  // Behind a proxy all clients may share one address, so a request with a valid key is accepted.
  expect((await api.call('GET', '/v3/voices')).status).toBe(200);
  const admin = () => api.call('GET', '/admin/organizations', { bearer: ADMIN_TOKEN });
  expect([await admin(), await admin(), await admin(), await admin()].map(({ status }) => status)).toEqual([
    200, 200, 200, 429,
  ]);
  for (let i = 0; i < 10; i++) expect((await api.call('GET', '/v3/health', { key: null })).status).toBe(200);
});
