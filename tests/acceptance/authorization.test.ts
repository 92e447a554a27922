import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, type ApiHarness, type CallOptions, startApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

/** Who may call what. A route without an entry fails, and so does an entry without a route. */
type Caller = 'anybody' | 'api key' | 'client token' | 'api key or client token' | 'admin';

const MATRIX: Record<string, Caller> = {
  'GET /v3/health': 'anybody',
  'GET /openapi.json': 'anybody',
  'GET /docs': 'anybody',
  'GET /docs/*': 'anybody',
  'GET /llms.txt': 'anybody',
  'GET /docs/errors/:code': 'anybody',
  'GET /': 'anybody',
  'GET /console': 'anybody',
  'GET /console/': 'anybody',
  'GET /console/assets/:file': 'anybody',
  'GET /embed.js': 'anybody',
  'GET /widget/widget.js': 'anybody',
  'GET /v3/embeds/:id/look': 'anybody',
  'POST /v3/embeds/:id/conversations': 'anybody',
  'GET /talk': 'anybody',
  'GET /talk/': 'anybody',
  'GET /talk/assets/:file': 'anybody',
  // These two carry their own proof in the address, which their own tests tamper with.
  'PUT /uploads/:document': 'anybody',
  'GET /images/faces/:id/:kind': 'anybody',

  'POST /v3/tokens': 'api key',
  'GET /admin/audit-log': 'admin',
  'GET /admin/models': 'admin',
  'POST /admin/models': 'admin',
  'POST /admin/models/stop': 'admin',
  'GET /admin/models/:name/verification': 'admin',
  'DELETE /admin/models/:name': 'admin',
  'POST /v3/knowledge-bases': 'api key',
  'GET /v3/knowledge-bases': 'api key',
  'DELETE /v3/users/:identity': 'api key',
  'GET /v3/knowledge-bases/:id': 'api key',
  'GET /v3/knowledge-bases/:id/passages': 'api key',
  'GET /v3/knowledge-bases/:id/documents/:doc/passages': 'api key',
  'DELETE /v3/knowledge-bases/:id': 'api key',
  'POST /v3/knowledge-bases/:id/documents': 'api key',
  'PATCH /v3/knowledge-bases/:id/documents/:doc/index': 'api key',
  'DELETE /v3/knowledge-bases/:id/documents/:doc': 'api key',
  'POST /v1/knowledge-bases': 'api key',
  'GET /v1/knowledge-bases': 'api key',
  'GET /v1/knowledge-bases/:id': 'api key',
  'DELETE /v1/knowledge-bases/:id': 'api key',
  'POST /v1/knowledge-bases/:id/documents': 'api key',
  'PATCH /v1/knowledge-bases/:id/documents/:doc/index': 'api key',
  'DELETE /v1/knowledge-bases/:id/documents/:doc': 'api key',
  'PUT /v3/characters/:id': 'api key',
  'POST /v3/embeds': 'api key',
  'GET /v3/embeds': 'api key',
  'GET /v3/embeds/:id': 'api key',
  'PATCH /v3/embeds/:id': 'api key',
  'DELETE /v3/embeds/:id': 'api key',
  'POST /v3/voices': 'api key',
  'GET /v3/voices': 'api key',
  'GET /v3/voices/:id': 'api key',
  'PATCH /v3/voices/:id': 'api key',
  'DELETE /v3/voices/:id': 'api key',
  'GET /v3/voice-samples': 'api key',
  'POST /v3/brains': 'api key',
  'GET /v3/brains': 'api key',
  'GET /v3/brains/:id': 'api key',
  'PATCH /v3/brains/:id': 'api key',
  'DELETE /v3/brains/:id': 'api key',
  'POST /v3/faces': 'api key',
  'POST /v3/faces/preview': 'api key',
  'GET /v3/faces': 'api key',
  'GET /v3/faces/:id': 'api key',
  'PATCH /v3/faces/:id': 'api key',
  'DELETE /v3/faces/:id': 'api key',
  'POST /v3/characters': 'api key',
  'GET /v3/characters': 'api key',
  'GET /v3/characters/:id': 'api key',
  'PATCH /v3/characters/:id': 'api key',
  'DELETE /v3/characters/:id': 'api key',
  'POST /v3/conversations': 'api key',
  'GET /v3/conversations': 'api key',
  'GET /v3/conversations/:id': 'api key',
  'DELETE /v3/conversations/:id': 'api key',
  'GET /v3/conversations/:id/latency': 'api key',
  'POST /v3/conversations/:id/stop': 'api key',
  'POST /v3/conversations/:id/access-tokens': 'api key or client token',
  'GET /v3/conversations/:id/events': 'api key or client token',
  'POST /v3/tools': 'api key',
  'GET /v3/tools': 'api key',
  'GET /v3/tools/:id': 'api key',
  'PATCH /v3/tools/:id': 'api key',
  'DELETE /v3/tools/:id': 'api key',
  'POST /v3/tools/:id/rotate': 'api key',
  'GET /v3/memories': 'api key',
  'DELETE /v3/memories': 'api key',
  'GET /v3/memories/:id': 'api key',
  'DELETE /v3/memories/:id': 'api key',
  'POST /v3/webhooks': 'api key',
  'GET /v3/webhooks': 'api key',
  'GET /v3/webhooks/:id': 'api key',
  'PATCH /v3/webhooks/:id': 'api key',
  'DELETE /v3/webhooks/:id': 'api key',
  'POST /v3/webhooks/:id/rotate': 'api key',
  'POST /v3/webhooks/:id/test': 'api key',
  'GET /v3/webhooks/:id/deliveries': 'api key',
  'POST /v3/webhooks/:id/deliveries/:delivery/replay': 'api key',
  'GET /v3/organizations/user-usage': 'api key',
  'GET /v3/organizations/freemium-usage': 'api key',
  'GET /v3/organizations/concurrency': 'api key',
  'POST /v3/api-keys': 'api key',
  'GET /v3/api-keys': 'api key',
  'DELETE /v3/api-keys/:id': 'api key',

  'POST /v1/sessions': 'api key',
  'GET /v1/sessions': 'api key',
  'GET /v1/sessions/:id': 'api key',
  'PATCH /v1/sessions/:id/stop': 'api key',
  'POST /v1/agents': 'api key',
  'GET /v1/agents': 'api key',
  'GET /v1/agents/:id': 'api key',
  'PUT /v1/agents/:id': 'api key',
  'DELETE /v1/agents/:id': 'api key',
  'POST /v1/avatars': 'api key',
  'GET /v1/avatars': 'api key',
  'GET /v1/avatars/:id': 'api key',
  'PUT /v1/avatars/:id': 'api key',
  'DELETE /v1/avatars/:id': 'api key',

  'POST /v1/session-passes': 'client token',
  'GET /v1/session-passes/:id': 'client token',
  'PATCH /v1/session-passes/:id/stop': 'client token',

  'POST /admin/organizations': 'admin',
  'GET /admin/organizations': 'admin',
  'GET /admin/organizations/:id': 'admin',
  'PATCH /admin/organizations/:id': 'admin',
  'DELETE /admin/organizations/:id': 'admin',
  'POST /admin/organizations/:id/keys': 'admin',
};

let api: ApiHarness;
let credentials: Record<string, { of: Caller; options: CallOptions }>;

beforeAll(async () => {
  api = await startApi();
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
afterAll(() => api?.close());

test('every route is in the matrix, and nothing else is', () => {
  expect([...api.routes].sort()).toEqual(Object.keys(MATRIX).sort());
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
      expect([route, callers.join(' or ') || 'anybody']).toEqual([route, MATRIX[route]]);
      told += 1;
    }
  }
  // All but the document itself, the pictures, and the pages for people.
  expect(told).toBe(Object.keys(MATRIX).length - 15);
});

describe.each(Object.entries(MATRIX))('%s', (route, caller) => {
  test(`is for ${caller}, with no other credential`, async () => {
    const [method, pattern] = route.split(' ') as [string, string];
    const url = pattern.replace(/:\w+/g, 'none');
    for (const [name, { of, options }] of Object.entries(credentials)) {
      const answer = await api.call(method, url, options);
      if (caller === 'anybody' || caller.split(' or ').includes(of)) {
        expect({ name, status: answer.status }).not.toEqual({ name, status: 401 });
      } else {
        expect({ name, status: answer.status }).toEqual({ name, status: 401 });
        expectProblem(answer, 401, undefined, 'unauthenticated');
        expect(answer.headers['www-authenticate']).toBeDefined();
      }
    }
  });
});
