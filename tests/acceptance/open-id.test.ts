/** Tests signing in with OpenID Connect, with a correct provider and with one that lies. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ADMIN_TOKEN,
  type Answer,
  type ApiHarness,
  type HarnessOptions,
  startApi,
} from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { composeOpenId } from '../support/inside.ts';
import {
  type Account,
  CLIENT,
  type Lie,
  type OpenIdServer,
  startOpenIdServer,
} from '../support/open-id-server.ts';

const ORIGIN = 'http://localhost';
const CALLBACK = `${ORIGIN}/console/`;
/** The timeout for tests in which the provider hangs; otherwise it is ten seconds. */
const BRIEFLY_S = 2;

let provider: OpenIdServer;
/** A second issuer, which uses the same subject names. */
let other: OpenIdServer;
let api: ApiHarness;
/** A service with the same database and the other issuer. */
let apiOfOther: ApiHarness;
/** A service with the same database and provider, and a short timeout. */
let impatient: ApiHarness;
/** What the services logged about signing in. */
const reasons: string[] = [];

const withProvider =
  ({ issuer }: OpenIdServer, patienceSeconds?: number): NonNullable<HarnessOptions['wrapPorts']> =>
  (ports) => {
    const settings = { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, name: 'Museum' };
    const logger = {
      debug: () => undefined,
      info: () => undefined,
      warn: (fields: { event: string }) => {
        if (fields.event.startsWith('sign_in.')) reasons.push(JSON.stringify(fields));
      },
      error: () => undefined,
    };
    return { ...ports, logger, openId: composeOpenId(settings, patienceSeconds) };
  };

beforeAll(async () => {
  [provider, other] = await Promise.all([CALLBACK, CALLBACK].map((uri) => startOpenIdServer(() => uri)));
  api = await startApi({ wrapPorts: withProvider(provider) });
  apiOfOther = await startApi({ wrapPorts: withProvider(other), beside: api });
  impatient = await startApi({ wrapPorts: withProvider(provider, BRIEFLY_S), beside: api });
});
afterAll(async () => {
  await Promise.all([apiOfOther?.close(), impatient?.close()]);
  await api?.close();
  await Promise.all([provider?.close(), other?.close()]);
});

let people = 0;
/** Returns a new account that only the provider knows. */
const somebody = (): Account => ({ sub: `person-${++people}` });

/** Sends a request as the console does. */
const browse = (method: string, url: string, body?: object, cookie = '', of = api) =>
  of.call(method, url, {
    key: null,
    headers: { origin: ORIGIN, 'sec-fetch-site': 'same-origin', cookie },
    ...(body && { body }),
  });

const cookieIn = ({ headers }: Answer, name: string): string =>
  [headers['set-cookie']]
    .flat()
    .map((one) => String(one).split(';')[0]!)
    .find((one) => one.startsWith(`${name}=`)) ?? '';

async function invite({ key = api.key, role = 'editor' } = {}) {
  const body = { name: 'Uma Sand', role };
  const { status, body: made } = await api.call('POST', '/v3/invitations', { key, body });
  expect(status).toBe(201);
  return { id: made.id as string, secret: made.link.split('=')[1] as string };
}

/** Starts signing in, as the console does. Returns the provider's URL and the cookie that the browser keeps. */
async function begin(of = api) {
  const begun = await browse('POST', '/v3/sign-in/openid-requests', undefined, '', of);
  expect(begun.status, begun.body.detail).toBe(201);
  return { url: begun.body.url as string, cookie: cookieIn(begun, 'visavis-openid') };
}

const comeBack = (address: string, cookie: string, { secret = '', of = api } = {}) =>
  browse(
    'POST',
    '/v3/sign-in/openid',
    { query: new URL(address).search.slice(1), ...(secret && { secret }) },
    cookie,
    of,
  );

/** Signs in through the whole flow. */
async function signIn(account: Account, { lie, secret }: { lie?: Lie; secret?: string } = {}) {
  provider.be(account, lie);
  const { url, cookie } = await begin();
  return comeBack(await provider.follow(url), cookie, { ...(secret && { secret }) });
}

/** Creates a member who was invited and has signed in. */
async function join(account = somebody(), key = api.key) {
  const { secret } = await invite({ key });
  const joined = await signIn(account, { secret });
  expect(joined.status, joined.body.detail).toBe(201);
  return { account, joined, id: joined.body.member.id as string };
}

const membersOf = async (key = api.key): Promise<number> =>
  (await api.call('GET', '/v3/members', { key })).body.total;

describe('an invitation', () => {
  test('makes a member of whoever follows its link and recognises the same member the next time', async () => {
    const account = somebody();
    expect((await browse('GET', '/v3/sign-in')).body).toMatchObject({ openIdProvider: 'Museum' });
    const { joined, id } = await join(account);
    expect(joined.body.member).toMatchObject({ name: 'Uma Sand', role: 'editor', current: true });
    expect(JSON.stringify(joined.body)).not.toContain(account.sub);
    expect((await signIn(account)).body.member.id).toBe(id);
  });

  test('is required, whatever the provider says about an account', async () => {
    const { account } = await join();
    const before = await membersOf();
    for (const more of [{}, { email: 'uma@museum.example', email_verified: true, name: 'Uma Sand' }])
      expectProblem(await signIn({ ...more, sub: `not ${account.sub}` }), 403);
    expect(await membersOf()).toBe(before);
    expect(reasons.at(-1)).toContain('no invitation');
  });

  test('can be used once, until it expires or is withdrawn', async () => {
    const account = somebody();
    const withdrawn = await invite();
    await api.call('DELETE', `/v3/invitations/${withdrawn.id}`);
    expectProblem(await signIn(account, withdrawn), 401);
    const late = await invite();
    api.jump(7 * 24 * 3600 + 1);
    expectProblem(await signIn(account, late), 401);
    const used = await invite();
    expect((await signIn(account, used)).status).toBe(201);
    expectProblem(await signIn(somebody(), used), 401);
    expectProblem(await signIn(somebody(), { secret: 'unknown' }), 401);
  });
});

describe('a member', () => {
  test('belongs to one organization, and has no access to others', async () => {
    const museum = await api.createOrganization();
    const { account, joined } = await join(somebody(), museum.key);
    expectProblem(await signIn(account, await invite()), 409);
    expect((await signIn(account)).body.member).toMatchObject({ organizationId: museum.id });
    const session = cookieIn(joined, 'visavis-session');
    const made = await api.call('POST', '/v3/brains', { body: { instructions: 'of another organization' } });
    expect(made.status).toBe(201);
    expectProblem(await browse('GET', `/v3/brains/${made.body.id}`, undefined, session), 404);
    const listed = await browse('GET', '/v3/brains', undefined, session);
    expect(listed.status).toBe(200);
    expect(JSON.stringify(listed.body)).not.toContain(made.body.id);
  });

  test('has a session as with a passkey, which the audit log names and signing out ends', async () => {
    const { joined, id } = await join();
    const set = [joined.headers['set-cookie']].flat().map(String);
    expect(set).toEqual([
      'visavis-openid=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
      expect.stringMatching(
        /^visavis-session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
      ),
    ]);
    const session = cookieIn(joined, 'visavis-session');
    expect((await browse('GET', '/v1/avatars', undefined, session)).status).toBe(200);
    const log = `/admin/audit-log?organization=${api.organizationId}&take=1`;
    const { entries } = (await api.call('GET', log, { bearer: ADMIN_TOKEN })).body;
    expect(entries[0]).toMatchObject({ action: 'signInWithOpenId', memberId: id, memberName: 'Uma Sand' });
    expect(entries[0].details).toBeUndefined();
    await browse('DELETE', '/v3/sign-in', undefined, session);
    expectProblem(await browse('GET', '/v1/avatars', undefined, session), 401);
  });

  test('that is removed needs a new invitation', async () => {
    const { account, id } = await join();
    await api.call('DELETE', `/v3/members/${id}`);
    expectProblem(await signIn(account), 403);
    expect((await join(account)).id).not.toBe(id);
  });

  test('of one issuer is unknown to another issuer', async () => {
    const { account } = await join();
    other.be(account);
    const { url, cookie } = await begin(apiOfOther);
    expectProblem(await comeBack(await other.follow(url), cookie, { of: apiOfOther }), 403);
  });
});

const unsigned: Lie = (claims) =>
  `${[{ alg: 'none' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

describe('a token', () => {
  test.each<[string, Lie, RegExp]>([
    ['is forged', (claims) => provider.signAsStranger(claims), /signature/],
    ['has expired', (claims) => provider.sign({ ...claims, exp: 1_700_000_300 }), /\\"exp\\"|timestamp/],
    ['is for another client', (claims) => provider.sign({ ...claims, aud: 'another' }), /\\"aud\\"/],
    ['is of another issuer', (claims) => provider.sign({ ...claims, iss: other.issuer }), /\\"iss\\"/],
    ['was made for another sign-in', (claims) => provider.sign({ ...claims, nonce: 'a' }), /\\"nonce\\"/],
    ['has no nonce', (claims) => provider.sign({ ...claims, nonce: undefined }), /\\"nonce\\"/],
    ['names nobody', (claims) => provider.sign({ ...claims, sub: undefined }), /\\"sub\\"/],
    [
      'names somebody with what no store takes',
      (claims) => provider.sign({ ...claims, sub: 'a\0b' }),
      /subject/,
    ],
    ['is not signed', unsigned, /./],
    ['is none', () => 'no token', /./],
  ])('that %s signs nobody in, and the log says why', async (_, lie, reason) => {
    const { account } = await join();
    reasons.length = 0;
    const refused = await signIn(account, { lie });
    expectProblem(refused, 401);
    expect(cookieIn(refused, 'visavis-session')).toBe('');
    expect(reasons).toEqual([expect.stringMatching(reason)]);
    expect(reasons.join()).not.toMatch(/eyJ|museum\.example|secret of/);
    expect((await signIn(account, { lie: (claims) => provider.sign(claims) })).status).toBe(201);
  });
});

describe('the callback', () => {
  test('signs in once', async () => {
    const { account } = await join();
    provider.be(account);
    const { url, cookie } = await begin();
    const address = await provider.follow(url);
    expect((await comeBack(address, cookie)).status).toBe(201);
    expectProblem(await comeBack(address, cookie), 401);
    // Even if the provider would accept the code a second time.
    provider.be(account, (claims) => provider.sign(claims));
    expectProblem(await comeBack(address, cookie), 401);
    expect(reasons.at(-1)).toContain('already used');
  });

  test('signs in only one if two use it at once, even if the provider accepts the code twice', async () => {
    const { account } = await join();
    provider.be(account, (claims) => provider.sign(claims));
    const { url, cookie } = await begin();
    const address = await provider.follow(url);
    const answers = await Promise.all([comeBack(address, cookie), comeBack(address, cookie)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401]);
  });

  test('signs nobody in from another browser, or with the state of another sign-in', async () => {
    const { account } = await join();
    provider.be(account);
    const theirs = await begin();
    const address = await provider.follow(theirs.url);
    expectProblem(await comeBack(address, ''), 401);
    expectProblem(await comeBack(address, (await begin()).cookie), 401);
    expectProblem(await comeBack(address, `visavis-openid=${'A'.repeat(43)}`), 401);
    const moved = new URL(address);
    moved.searchParams.set('state', new URL((await begin()).url).searchParams.get('state')!);
    expectProblem(await comeBack(moved.href, theirs.cookie), 401);
    moved.searchParams.delete('state');
    const refused = await comeBack(moved.href, theirs.cookie);
    expectProblem(refused, 401);
    expect(refused.headers).not.toHaveProperty('set-cookie');
    expect((await comeBack(address, theirs.cookie)).status).toBe(201);
  });

  test('expires after ten minutes', async () => {
    const { account } = await join();
    provider.be(account);
    const { url, cookie } = await begin();
    const address = await provider.follow(url);
    api.jump(601);
    expectProblem(await comeBack(address, cookie), 401);
  });

  test('reports that the user did not consent', async () => {
    provider.be(somebody());
    provider.refuse();
    const { url, cookie } = await begin();
    const address = await provider.follow(url);
    expect(address).toContain('error=access_denied');
    expectProblem(await comeBack(address, cookie), 401);
    expect(reasons.at(-1)).toContain('access_denied');
  });

  test('from another issuer is refused', async () => {
    const { account } = await join();
    provider.be(account);
    const { url, cookie } = await begin();
    const moved = new URL(await provider.follow(url));
    moved.searchParams.set('iss', other.issuer);
    expectProblem(await comeBack(moved.href, cookie), 401);
  });

  test('is accepted only from pages of the service', async () => {
    for (const path of ['openid-requests', 'openid']) {
      const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
      const body = { query: '' };
      expectProblem(await api.call('POST', `/v3/sign-in/${path}`, { key: null, headers, body }), 403);
    }
  });

  test('uses https, with a cookie that only https requests send', async () => {
    const secure = await startApi({
      wrapPorts: withProvider(provider),
      publicUrl: 'https://avatars.example',
    });
    const headers = { origin: 'https://avatars.example' };
    const begun = await secure.call('POST', '/v3/sign-in/openid-requests', { key: null, headers });
    expect(begun.headers['set-cookie']).toMatch(
      /^__Host-visavis-openid=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict; Secure$/,
    );
    const asked = new URL(begun.body.url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      redirect_uri: 'https://avatars.example/console/',
      response_type: 'code',
      scope: 'openid',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/./),
      state: expect.stringMatching(/./),
    });
    await secure.close();
  });
});

describe('a provider', () => {
  const lies: [string, (response: ServerResponse) => void, RegExp][] = [
    ['hangs', () => undefined, /timed out/],
    [
      'stops in the middle',
      (response) => void response.setHeader('content-type', 'application/json').write('{"a":'),
      /timed out/,
    ],
    [
      'says without end',
      (response) =>
        void response.setHeader('content-type', 'application/json').end(`{"a":"${'a'.repeat(2 ** 21)}"}`),
      /bytes/,
    ],
    ['leads elsewhere', (response) => void response.writeHead(302, { location: '/else' }).end(), /redirect/],
  ];

  test.each(lies)('that %s with its token signs nobody in', async (_, answer, reason) => {
    const { account } = await join();
    provider.be(account);
    const { url, cookie } = await begin(impatient);
    const address = await provider.follow(url);
    provider.answerWith((path, response) => {
      if (path === '/token') answer(response);
      return path === '/token';
    });
    expectProblem(await comeBack(address, cookie, { of: impatient }), 401);
    expect(reasons.at(-1)).toMatch(reason);
  });

  test('that refuses with values of its own is logged with its error code', async () => {
    provider.be(somebody());
    const { url, cookie } = await begin();
    const address = await provider.follow(url);
    provider.answerWith((path, response) => {
      if (path !== '/token') return false;
      const no = { error: 'invalid_grant', code: 'E1', toString: 'theirs' };
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(no));
      return true;
    });
    expectProblem(await comeBack(address, cookie), 401);
    expect(reasons.at(-1)).toMatch(/error in the response body: invalid_grant"/);
  });

  test.each(lies)('that %s at first is asked again at the next sign-in', async (_, answer, reason) => {
    const fresh = await startApi({ wrapPorts: withProvider(provider, BRIEFLY_S) });
    provider.be(somebody());
    provider.answerWith((path, response) => {
      if (path.startsWith('/.well-known/')) answer(response);
      return path.startsWith('/.well-known/');
    });
    expectProblem(await browse('POST', '/v3/sign-in/openid-requests', undefined, '', fresh), 503);
    expect(reasons.at(-1)).toMatch(reason);
    provider.be(somebody());
    await begin(fresh);
    await fresh.close();
  });

  test.each([
    ['calls itself otherwise', (issuer: string) => ({ issuer: `${issuer}/other` })],
    ['leads the browser to a program', () => ({ authorization_endpoint: 'javascript:alert(1)' })],
    ['leads the browser to plain http', () => ({ authorization_endpoint: 'http://evil.example/auth' })],
  ])('that %s is not used', async (_, lie) => {
    const fresh = await startApi({ wrapPorts: withProvider(provider) });
    const { issuer } = provider;
    provider.answerWith((path, response) => {
      if (!path.startsWith('/.well-known/')) return false;
      const said = { issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...said, ...lie(issuer) }));
      return true;
    });
    expectProblem(await browse('POST', '/v3/sign-in/openid-requests', undefined, '', fresh), 503);
    provider.be(somebody());
    await fresh.close();
  });

  test('that is not configured is reported as missing', async () => {
    const without = await startApi();
    expect((await browse('GET', '/v3/sign-in', undefined, '', without)).body).not.toHaveProperty(
      'openIdProvider',
    );
    expectProblem(await browse('POST', '/v3/sign-in/openid-requests', undefined, '', without), 409);
    await without.close();
  });
});
