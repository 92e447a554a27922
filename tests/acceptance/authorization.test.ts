import { once } from 'node:events';
import { get, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ADMIN_TOKEN, type CallOptions, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { memberCalls, ORIGIN } from '../support/member-calls.ts';

/** Who may call what. A route that no list below names is for API keys, or for the operator if it is below `/admin`. */
type Caller = 'anybody' | 'api key' | 'client token' | 'api key or client token' | 'admin';

/** Routes that anybody may call. Signed URLs carry their own proof; the tests of those routes tamper with it. */
const ANYBODY = new Set([
  'GET /v3/health',
  'GET /openapi.json',
  'GET /docs',
  'GET /docs/*',
  'GET /llms.txt',
  'GET /docs/errors/:code',
  'GET /',
  'GET /console',
  'GET /console/',
  'GET /console/assets/:file',
  'GET /embed.js',
  'GET /widget/widget.js',
  'GET /v3/embeds/:id/look',
  'POST /v3/embeds/:id/conversations',
  'GET /talk',
  'GET /talk/',
  'GET /talk/assets/:file',
  'PUT /uploads/:document',
  'GET /images/faces/:id/:kind',
  // Called by the service's own pages; tested in `members.test.ts`.
  'GET /v3/sign-in',
  'DELETE /v3/sign-in',
  'POST /v3/sign-in/passkey-requests',
  'POST /v3/sign-in/passkey',
  'POST /v3/sign-in/openid-requests',
  'POST /v3/sign-in/openid',
  'POST /v3/sign-in/invitation',
  'POST /v3/sign-in/invitation/passkey',
]);
const WITH_CLIENT_TOKEN_TOO = new Set([
  'POST /v3/conversations/:id/access-tokens',
  'GET /v3/conversations/:id/events',
  'PUT /v3/conversations/:id/rating',
]);

function callerOf(route: string): Caller {
  if (ANYBODY.has(route)) return 'anybody';
  if (WITH_CLIENT_TOKEN_TOO.has(route)) return 'api key or client token';
  const [, path = ''] = route.split(' ');
  if (path.startsWith('/admin/')) return 'admin';
  return path.startsWith('/v1/session-passes') ? 'client token' : 'api key';
}

let credentials: Record<string, { of: Caller; options: CallOptions }>;

const api = useApi();
beforeAll(async () => {
  const token = (await api.call('POST', '/v3/tokens', { body: { user: 'u' } })).body.token;
  credentials = {
    none: { of: 'anybody', options: { key: null } },
    'API key': { of: 'api key', options: { key: api.key } },
    'API key as bearer': { of: 'anybody', options: { key: null, bearer: api.key } },
    'client token': { of: 'client token', options: { key: null, bearer: token } },
    'client token as API key': { of: 'anybody', options: { key: token } },
    'admin token': { of: 'admin', options: { key: null, bearer: ADMIN_TOKEN } },
    'admin token as API key': { of: 'anybody', options: { key: ADMIN_TOKEN } },
    'no such key': { of: 'anybody', options: { key: `vv_${'A'.repeat(43)}` } },
  };
});

test('every listed exception is an existing route', () => {
  expect(api.routes.length).toBeGreaterThan(100);
  expect(api.routes).toEqual(expect.arrayContaining([...ANYBODY, ...WITH_CLIENT_TOKEN_TOO]));
});

test('the OpenAPI document declares the same credentials', async () => {
  const scheme: Record<string, Caller> = {
    apiKey: 'api key',
    clientToken: 'client token',
    adminToken: 'admin',
  };
  const { paths } = (await api.call('GET', '/openapi.json', { key: null })).body;
  let told = 0;
  for (const [path, methods] of Object.entries<Record<string, { security: Record<string, unknown>[] }>>(
    paths,
  )) {
    for (const [method, { security }] of Object.entries(methods)) {
      const route = `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`;
      const callers = security.flatMap((one) => Object.keys(one)).map((name) => scheme[name]);
      expect([route, callers.join(' or ') || 'anybody']).toEqual([route, callerOf(route)]);
      told += 1;
    }
  }
  // All routes except the document itself, the pictures, and the pages for people.
  expect(told).toBe(api.routes.length - 15);
});

test('each route accepts the credentials intended for it, and no others', async () => {
  for (const route of api.routes) {
    const [method, pattern] = route.split(' ') as [string, string];
    const url = pattern.replace(/:\w+/g, 'none');
    const caller = callerOf(route);
    for (const [name, { of, options }] of Object.entries(credentials)) {
      const answer = await api.call(method, url, options);
      const isRefused = caller !== 'anybody' && !caller.split(' or ').includes(of);
      expect({ route, name, isRefused: answer.status === 401 }).toEqual({ route, name, isRefused });
      if (!isRefused) {
        const isKept = answer.headers['cache-control'] !== 'no-store';
        expect({ route, name, isKept }).toEqual({ route, name, isKept: caller === 'anybody' && isKept });
        continue;
      }
      expectProblem(answer, 401, undefined, 'unauthenticated');
      expect(answer.headers['www-authenticate']).toBeDefined();
    }
  }
});

afterEach(() => vi.restoreAllMocks());

const REVOKED = {
  'a removed member': async () => {
    const { join } = memberCalls(api);
    await join('owner');
    const { cookie, id } = await join('owner');
    return {
      headers: { cookie, origin: ORIGIN },
      service: api.services.signIn,
      revoke: () => api.call('DELETE', `/v3/members/${id}`),
    };
  },
  'a revoked key': async () => {
    const { id, key } = (await api.call('POST', '/v3/api-keys', { body: { name: 'Stolen' } })).body;
    return {
      headers: { 'x-api-key': key as string },
      service: api.services.apiKeys,
      revoke: () => api.call('DELETE', `/v3/api-keys/${id}`),
    };
  },
};

test.each(Object.entries(REVOKED))(
  '%s changes nothing with a request whose body arrives later',
  async (_, prepare) => {
    const { headers, service, revoke } = await prepare();
    const authenticate = service.authenticate.bind(service);
    const admitted = new Promise<void>((resolve) => {
      vi.spyOn(service, 'authenticate').mockImplementationOnce(async (...given) => {
        const caller = await authenticate(...given);
        resolve();
        return caller as never;
      });
    });
    const sent = request(`${await api.listen()}/v3/api-keys`, {
      method: 'POST',
      headers: { host: 'localhost', 'content-type': 'application/json', ...headers },
    });
    sent.write('{');
    await admitted;
    expect((await revoke()).status).toBe(200);
    sent.end('}');
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.statusCode, await text(answer)).toBe(401);
  },
);

test.each(['console', 'talk'])(
  'the page /%s serves the files of its folder, and nothing else as a page',
  async (page) => {
    for (const name of ['..%2findex.html', '..%5cindex.html', '..', '%2e%2e', '.%2f..%2findex.html']) {
      // Sent with `node:http`, because `fetch` removes `..` from the path.
      const [answer] = (await once(
        get(`${await api.listen()}/x`, { path: `/${page}/assets/${name}` }),
        'response',
      )) as [IncomingMessage];
      const { statusCode: status, headers } = answer;
      const payload = await text(answer);
      expect(status, name).toBeGreaterThanOrEqual(400);
      expect(status, name).toBeLessThan(500);
      expect(payload, name).not.toContain('<script');
      expect(headers['cache-control'] ?? '', name).not.toContain('immutable');
    }
  },
);
