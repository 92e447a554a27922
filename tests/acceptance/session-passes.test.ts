import { beforeAll, describe, expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

let avatarId: string;
let agentId: string;

const api = useApi();
beforeAll(async () => {
  const avatars = (await api.call('GET', '/v1/avatars')).body.avatars;
  avatarId = avatars[0].id;
  agentId = avatars[0].agentId.id;
});

const mint = async (body: object = { user: 'uma' }) =>
  (await api.call('POST', '/v3/tokens', { body })).body.token;
const start = (bearer: string, fields: object = {}) =>
  api.call('POST', '/v1/session-passes', {
    bearer,
    body: {
      name: 'Talk',
      avatar: { id: avatarId },
      agent: { id: agentId },
      consumerIdentity: { identity: 'uma', name: 'Uma' },
      ...fields,
    },
  });

describe('POST /v3/tokens', () => {
  test('201 returns a token that expires in an hour', async () => {
    const { status, body } = await api.call('POST', '/v3/tokens', {
      body: { user: 'uma', client: 'c', character: avatarId },
    });
    expect(status).toBe(201);
    const parts: string[] = body.token.split('.');
    expect(parts).toHaveLength(3);
    expect(Buffer.from(parts[1]!, 'base64url').toString()).not.toContain(api.organizationId);
    const seconds = (Date.parse(body.expiresAt) - api.now().getTime()) / 1000;
    expect(seconds).toBeGreaterThan(3590);
    expect(seconds).toBeLessThanOrEqual(3600);
  });
  test('400 without a user, or with an unknown property', async () => {
    expectProblem(await api.call('POST', '/v3/tokens', { body: {} }), 400, 'user');
    expectProblem(await api.call('POST', '/v3/tokens', { body: { user: '' } }), 400, 'user');
    expectProblem(await api.call('POST', '/v3/tokens', { body: { user: 'u', usr: 'x' } }), 400, 'usr');
  });
  test('an empty client binds the token to no client; an empty id counts as not given', async () => {
    const bind = (body: object) => api.call('POST', '/v3/tokens', { body: { user: 'uma', ...body } });
    expectProblem(await start((await bind({ client: '' })).body.token, { client: 'another' }), 403);
    expect((await start((await bind({ character: '' })).body.token)).status).toBe(201);
  });
  test('422 for a character that the organization does not have', async () => {
    const { key } = await api.createOrganization();
    const [avatar] = (await api.call('GET', '/v1/avatars', { key })).body.avatars;
    for (const character of ['char_x', 'avt_x', avatar.id]) {
      const answer = await api.call('POST', '/v3/tokens', { body: { user: 'uma', character } });
      expectProblem(answer, 422, 'character');
    }
  });
});

describe('POST /v1/session-passes', () => {
  test('201 returns the session and a consumer token for exactly this user', async () => {
    const { status, body } = await start(await mint({ user: 'uma', client: 'acme' }), {
      client: 'acme',
      maxDuration: 30,
    });
    expect(status).toBe(201);
    expect(body.session).toMatchObject({
      status: 'running',
      client: 'acme',
      maxDuration: 30,
      consumerIdentity: { identity: 'uma', name: 'Uma' },
    });
    expect(body.consumerAccessToken).toEqual(expect.any(String));
  });
  test('the client of the token is the client of the session', async () => {
    const token = await mint({ user: 'uma', client: 'acme', character: avatarId });
    expect((await start(token)).body.session.client).toBe('acme');
  });
  test('403 for a client that the token is not bound to, even if it is bound to none', async () => {
    for (const body of [{ user: 'uma' }, { user: 'uma', client: 'other' }])
      expectProblem(await start(await mint(body), { client: 'acme' }), 403);
  });
  test('a token of one client does not find the avatars and agents of another', async () => {
    const make = async (client: string) => {
      const of = { provider: 'openai', anyProvider: true, client };
      const agent = (await api.call('POST', '/v1/agents', { body: of })).body;
      const avatar = await api.call('POST', '/v1/avatars', { body: { agentId: agent.id, client } });
      return { avatar: { id: avatar.body.id }, agent: { id: agent.id } };
    };
    const [own, other] = [await make('acme'), await make('other')];
    const token = await mint({ user: 'uma', client: 'acme' });
    expect((await start(token, own)).status).toBe(201);
    expectProblem(await start(token, { ...own, agent: other.agent }), 422, 'agent.id');
    expectProblem(await start(token, { ...own, avatar: other.avatar }), 422, 'avatar.id');
    // A resource that belongs to no client is available to all of them.
    expect((await start(token)).status).toBe(201);
  });
  test.each<[string, object, number, string]>([
    ['an agent in place', { agent: { provider: 'gemini' } }, 400, 'agent.provider'],
    ['an avatar in place', { avatar: { name: 'x' } }, 400, 'avatar.name'],
    ['an unknown avatar', { avatar: { id: 'avt_x' } }, 422, 'avatar.id'],
    ['an unknown agent', { agent: { id: 'agt_x' } }, 422, 'agent.id'],
    ['a host', { host: {} }, 400, 'host'],
  ])('%s is refused', async (_what, fields, status, path) => {
    expectProblem(await start(await mint(), fields), status, path);
  });
  test('401 without a token, with an expired, foreign or forged one, and with an API key as bearer', async () => {
    const token = await mint();
    const none = await api.call('POST', '/v1/session-passes', { key: null, body: {} });
    expectProblem(none, 401);
    expect(none.headers['www-authenticate']).toMatch(/^Bearer/);
    const [head, claims, signature] = token.split('.');
    const payload = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const forge = (change: object) =>
      [head, Buffer.from(JSON.stringify({ ...payload, ...change })).toString('base64url'), signature].join(
        '.',
      );
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    for (const bearer of [forge({ sub: 'bob' }), unsigned, 'nonsense', api.key])
      expectProblem(await start(bearer), 401);
    api.advance(3601);
    expectProblem(await start(token), 401);
  });
  test('401 as soon as the API key that made the token is revoked or has expired', async () => {
    const organization = await api.services.organizations.create({ name: 'keys' });
    const make = async (expiresAt?: string) => {
      const made = await api.services.apiKeys.create(organization.id, { expiresAt });
      const { body } = await api.call('POST', '/v3/tokens', { key: made.key, body: { user: 'u' } });
      return { id: made.apiKey.id, token: body.token };
    };
    const read = (bearer: string) => api.call('GET', '/v1/session-passes/conv_x', { bearer });
    const [revoked, expiring] = [
      await make(),
      await make(new Date(api.now().getTime() + 60_000).toISOString()),
    ];
    expectProblem(await read(revoked.token), 404);
    await api.services.apiKeys.revoke(organization.id, revoked.id);
    expectProblem(await read(revoked.token), 401);
    expectProblem(await read(expiring.token), 404);
    api.advance(60);
    expectProblem(await read(expiring.token), 401);
  });
  test('403 from an origin that the organization does not allow', async () => {
    const organization = await api.services.organizations.create({
      name: 'o',
      allowedOrigins: ['https://a.example'],
    });
    const { token } = await api.services.clientTokens.mint(organization.id, { user: 'u' });
    const from = (origin: string) =>
      api.call('GET', '/v1/session-passes/conv_x', { bearer: token, headers: { origin } });
    expectProblem(await from('https://b.example'), 403);
    expectProblem(await from('https://a.example'), 404);
  });
  test('a browser may call from anywhere', async () => {
    const answer = await api.call('OPTIONS', '/v1/session-passes', {
      key: null,
      headers: {
        origin: 'https://shop.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    const elsewhere = await api.call('OPTIONS', '/v1/sessions', {
      key: null,
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
    });
    expect(elsewhere.headers).not.toHaveProperty('access-control-allow-origin');
  });
});

describe('reading and stopping', () => {
  test('200 with the same token, or a new one for the same user and client', async () => {
    const { session } = (await start(await mint())).body;
    const bearer = await mint();
    expect(await api.call('GET', `/v1/session-passes/${session.id}`, { bearer })).toMatchObject({
      status: 200,
      body: { id: session.id, status: 'running' },
    });
    expect(await api.call('PATCH', `/v1/session-passes/${session.id}/stop`, { bearer })).toMatchObject({
      status: 200,
      body: { status: 'ended', endReason: 'stopped' },
    });
  });
  test('404 for sessions of another user or client, or that were started with an API key', async () => {
    const { session } = (await start(await mint({ user: 'uma', client: 'acme' }))).body;
    const { body } = await api.call('POST', '/v1/sessions', {
      body: { name: 'x', avatar: { id: avatarId }, consumerIdentity: { identity: 'uma' } },
    });
    const others = [await mint({ user: 'bob', client: 'acme' }), await mint({ user: 'uma' })];
    for (const bearer of others) {
      for (const id of [session.id, body.session.id]) {
        expectProblem(await api.call('GET', `/v1/session-passes/${id}`, { bearer }), 404);
        expectProblem(await api.call('PATCH', `/v1/session-passes/${id}/stop`, { bearer }), 404);
      }
    }
    expect((await api.call('GET', `/v1/sessions/${session.id}`)).body.status).toBe('running');
  });
});
