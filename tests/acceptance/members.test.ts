/** Tests people who sign in instead of using API keys: invitations, passkeys, sessions, and the audit log. */
import { describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { cookieOf, memberCalls, ORIGIN } from '../support/member-calls.ts';
import { SoftwarePasskey, type Wrong } from '../support/software-passkey.ts';

const DAY_S = 24 * 3600;

const api = useApi();
const { browse, invite, accept, join, ask, signIn } = memberCalls(api);

describe('an invitation', () => {
  test('makes a member with a passkey, who is signed in at once and can sign in later', async () => {
    const { secret } = await invite('editor');
    const opened = await browse('POST', '/v3/sign-in/invitation', { secret });
    expect(opened.body).toMatchObject({
      name: 'Uma Sand',
      role: 'editor',
      creation: { rp: { id: 'localhost' } },
    });
    const passkey = new SoftwarePasskey(ORIGIN);
    const joined = await accept(secret, passkey);
    expect(joined.body.member).toMatchObject({ name: 'Uma Sand', role: 'editor', current: true });
    expect(joined.headers['set-cookie']).toMatch(
      /^visavis-session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
    const later = await signIn(passkey);
    expect(later.status).toBe(201);
    const state = await browse('GET', '/v3/sign-in', undefined, { cookie: cookieOf(later) });
    expect(state.body).toMatchObject({ passkeys: true, signedIn: { member: { role: 'editor' } } });
    expect((await browse('GET', '/v1/avatars', undefined, { cookie: cookieOf(later) })).status).toBe(200);
  });

  test('works once, within a week, and not after it is withdrawn', async () => {
    const { secret } = await invite('viewer');
    await accept(secret);
    expectProblem(await browse('POST', '/v3/sign-in/invitation', { secret }), 401);

    const withdrawn = await invite('viewer');
    await api.call('DELETE', `/v3/invitations/${withdrawn.id}`);
    expectProblem(await browse('POST', '/v3/sign-in/invitation', { secret: withdrawn.secret }), 401);

    const old = await invite('viewer');
    api.jump(7 * DAY_S + 1);
    expectProblem(await browse('POST', '/v3/sign-in/invitation', { secret: old.secret }), 401);
  });

  test('is not used up by a passkey with an unreadable key', async () => {
    const { secret } = await invite('viewer');
    expectProblem(await accept(secret, undefined, { y: Buffer.alloc(32, 1) }), 401);
    expect((await accept(secret)).status).toBe(201);
  });

  test('makes only one member if two people use it at once', async () => {
    const { secret } = await invite('viewer');
    const answers = await Promise.all([accept(secret), accept(secret)]);
    const [made, refused] = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(made).toBe(201);
    // Depends on how far the second one had got when the first one finished.
    expect([401, 409]).toContain(refused);
  });

  test('is stored as a hash, and deleted with its organization', async () => {
    const other = await api.createOrganization();
    const { secret } = await invite('owner', { key: other.key });
    await join('owner', other.key);
    const rows = async () => {
      const tables = ['members', 'member_invitations', 'passkeys', 'member_sessions'];
      const read = tables.map((table) =>
        api.database.pool.query(`select * from ${table} where organization_id = $1`, [other.id]),
      );
      return (await Promise.all(read)).map((found) => found.rows);
    };
    expect((await rows()).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    expect(JSON.stringify(await rows())).not.toContain(secret);
    await api.call('DELETE', `/admin/organizations/${other.id}`, { bearer: ADMIN_TOKEN });
    expect((await rows()).flat()).toEqual([]);
  });

  test.each<[string, Wrong]>([
    ['of another page', { origin: 'https://evil.example' }],
    ['for another name', { rpId: 'evil.example' }],
    ['of a passkey that nobody has confirmed', { flags: 0x41 }],
    ['that was made for signing in', { type: 'webauthn.get' }],
    ['from a frame of another page', { crossOrigin: true }],
  ])('refuses an answer %s, and stays open', async (_, wrong) => {
    const { secret } = await invite('viewer');
    expectProblem(await accept(secret, undefined, wrong), 401);
    expect((await accept(secret)).status).toBe(201);
  });

  test("refuses an answer to another invitation's challenge, and malformed bytes", async () => {
    const mine = await invite('viewer');
    const other = await invite('owner');
    const opened = await browse('POST', '/v3/sign-in/invitation', { secret: mine.secret });
    const made = new SoftwarePasskey(ORIGIN).create(opened.body.creation);
    const path = '/v3/sign-in/invitation/passkey';
    expectProblem(await browse('POST', path, { secret: other.secret, ...made }), 401);
    expectProblem(
      await browse('POST', path, { secret: mine.secret, ...made, attestationObject: 'AAAA' }),
      401,
    );
    expectProblem(await browse('POST', path, { secret: mine.secret, ...made, clientDataJSON: 'AAAA' }), 401);
    expectProblem(await browse('POST', path, { secret: mine.secret, ...made, id: 'a b' }), 400, 'id');
    expectProblem(await browse('POST', path, { secret: '', ...made }), 400, 'secret');
  });

  test('refuses a passkey that another member already has', async () => {
    const { passkey } = await join('viewer');
    expectProblem(await accept((await invite('owner')).secret, passkey), 409);
  });
});

describe('a passkey', () => {
  test.each<[string, Wrong]>([
    ['of another page', { origin: 'https://evil.example' }],
    ['for another name', { rpId: 'evil.example' }],
    ['that nobody has confirmed', { flags: 0x01 }],
    ['that was made for an invitation', { type: 'webauthn.create' }],
    ['from a frame of another page', { crossOrigin: true }],
  ])('is refused with an answer %s', async (_, wrong) => {
    const { passkey } = await join('viewer');
    expectProblem(await signIn(passkey, wrong), 401);
  });

  test('can give the same answer only once', async () => {
    const { passkey } = await join('viewer');
    const answer = passkey.answer(await ask());
    const twice = [answer, answer].map((body) => browse('POST', '/v3/sign-in/passkey', body));
    expect((await Promise.all(twice)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 401,
    ]);
  });

  test('must answer within five minutes, and only to a challenge of the service', async () => {
    const { passkey } = await join('viewer');
    const asked = await ask();
    api.jump(301);
    expectProblem(await browse('POST', '/v3/sign-in/passkey', passkey.answer(asked)), 401);
    const text = Buffer.from(asked.challenge, 'base64url').toString();
    const forged = Buffer.from(`${text.slice(0, 22)}zzzzzzzz${text.slice(30)}`).toString('base64url');
    expectProblem(
      await browse('POST', '/v3/sign-in/passkey', passkey.answer({ ...asked, challenge: forged })),
      401,
    );
    const { secret } = await invite('viewer');
    const { challenge } = (await browse('POST', '/v3/sign-in/invitation', { secret })).body.creation;
    expectProblem(await browse('POST', '/v3/sign-in/passkey', passkey.answer({ ...asked, challenge })), 401);
  });

  test('with a counter must increase it, so that a copy is refused', async () => {
    const { passkey } = await join('viewer');
    expect((await signIn(passkey, { counter: 5 })).status).toBe(201);
    expectProblem(await signIn(passkey, { counter: 5 }), 401);
    expectProblem(await signIn(passkey, { counter: 0 }), 401);
    expect((await signIn(passkey, { counter: 6 })).status).toBe(201);
  });

  test("with another key's signature is refused, and so is an unknown passkey", async () => {
    const { passkey } = await join('viewer');
    const stranger = new SoftwarePasskey(ORIGIN);
    const { id } = passkey.answer(await ask());
    expectProblem(await browse('POST', '/v3/sign-in/passkey', { ...stranger.answer(await ask()), id }), 401);
    expectProblem(await signIn(stranger), 401);
  });

  test('is not available at an address without a host name', async () => {
    const headers = { host: '192.168.1.5', origin: 'http://192.168.1.5' };
    expectProblem(await browse('POST', '/v3/sign-in/passkey-requests', undefined, { headers }), 409);
    expect((await browse('GET', '/v3/sign-in', undefined, { headers })).body).toEqual({
      passkeys: false,
      apiKeys: true,
    });
  });
});

describe('a session', () => {
  test.each([
    ['was not used for twelve hours', 12 * 3600 + 1],
    ['is a week old', 7 * DAY_S + 1],
  ])('ends when it %s', async (_, seconds) => {
    const { cookie } = await join('viewer');
    api.jump(seconds);
    expectProblem(await browse('GET', '/v1/avatars', undefined, { cookie }), 401);
    const state = await browse('GET', '/v3/sign-in', undefined, { cookie });
    expect(state.body).toEqual({ passkeys: true, apiKeys: true });
    expect(state.headers['set-cookie']).toMatch(/Max-Age=0/);
  });

  test('is extended by use, but not beyond a week', async () => {
    const { cookie } = await join('viewer');
    const hours = async (count: number) => {
      api.jump(count * 3600);
      return (await browse('GET', '/v1/avatars', undefined, { cookie })).status;
    };
    for (let used = 0; used < 16; used += 1) expect(await hours(10)).toBe(200);
    expect(await hours(9)).toBe(401);
  });

  test('is listed, and can be ended by an owner or by its own member', async () => {
    const { cookie, id, passkey } = await join('editor');
    const second = cookieOf(await signIn(passkey));
    const list = async () => (await api.call('GET', `/v3/members/${id}/sessions`)).body.sessions;
    const [newest] = await list();
    expect(await list()).toHaveLength(2);
    expect(JSON.stringify(await list())).not.toContain(second.split('=')[1]);
    expect((await api.call('DELETE', `/v3/members/${id}/sessions/${newest.id}`)).status).toBe(200);
    expectProblem(await browse('GET', '/v1/avatars', undefined, { cookie: second }), 401);
    expect((await browse('GET', '/v1/avatars', undefined, { cookie })).status).toBe(200);
    expect((await browse('DELETE', '/v3/sign-in', undefined, { cookie })).headers['set-cookie']).toMatch(
      /Max-Age=0/,
    );
    expectProblem(await browse('GET', '/v1/avatars', undefined, { cookie }), 401);
  });

  test('of a member is refused after twenty sign-ins at once; other members are not affected', async () => {
    const [one, other] = [await join('listener'), await join('listener')];
    const statuses = new Set<number>();
    for (let more = 0; more < 20; more += 1) statuses.add((await signIn(one.passkey)).status);
    expect([...statuses]).toEqual([201]);
    const refused = await signIn(one.passkey);
    expectProblem(refused, 429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn(other.passkey)).status).toBe(201);
  });

  test('of a member ends if it is the oldest and the member starts an eleventh', async () => {
    const { cookie, id, passkey } = await join('viewer');
    for (let more = 0; more < 10; more += 1) await signIn(passkey);
    expect((await api.call('GET', `/v3/members/${id}/sessions`)).body.sessions).toHaveLength(10);
    expectProblem(await browse('GET', '/v1/avatars', undefined, { cookie }), 401);
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of this host', { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['another site, without saying its origin', { origin: '', 'sec-fetch-site': 'cross-site' }],
    ['no page that says where it is', { origin: 'null' }],
  ])('is not accepted from %s', async (_, headers) => {
    const { cookie } = await join('owner');
    expectProblem(await browse('POST', '/v3/api-keys', { name: 'theirs' }, { cookie, headers }), 401);
    expectProblem(await browse('GET', '/v3/members', undefined, { cookie, headers }), 401);
    expectProblem(await browse('DELETE', '/v3/sign-in', undefined, { cookie, headers }), 403);
    expectProblem(await browse('POST', '/v3/sign-in/passkey-requests', undefined, { headers }), 403);
  });

  test('can read but not change anything if the request has no origin', async () => {
    const { cookie } = await join('owner');
    expectProblem(await api.call('POST', '/v3/api-keys', { key: null, headers: { cookie }, body: {} }), 401);
    expect((await api.call('GET', '/v3/members', { key: null, headers: { cookie } })).status).toBe(200);
  });

  test('leaves none of its answers in a cache', async () => {
    const { cookie } = await join('owner');
    const { headers } = await browse('GET', '/v3/members', undefined, { cookie });
    expect(headers['cache-control']).toBe('no-store');
  });

  test('is not accepted for an unknown cookie', async () => {
    expectProblem(
      await browse('GET', '/v1/avatars', undefined, { cookie: `visavis-session=${'A'.repeat(43)}` }),
      401,
    );
  });
});

describe('if only members may use the pages of the service', () => {
  const strict = useApi({ signInRequired: true });

  test('an API key is accepted from a program, but not from one of the pages', async () => {
    const from = (headers: Record<string, string>) =>
      strict.call('GET', '/v1/avatars', { key: strict.key, headers });
    expect((await from({})).status).toBe(200);
    expect((await from({ 'sec-fetch-site': 'cross-site' })).status).toBe(200);
    expectProblem(await from({ 'sec-fetch-site': 'same-origin' }), 403);
    // Over plain HTTP, browsers send `Origin` but not `Sec-Fetch-Site`.
    expectProblem(await from({ origin: ORIGIN }), 403);
    const state = await strict.call('GET', '/v3/sign-in', { key: null });
    expect(state.body).toEqual({ passkeys: true, apiKeys: false });
  });
});

test('the audit log names the member who made a change', async () => {
  const { cookie, id } = await join('owner');
  const made = await browse('POST', '/v3/invitations', { name: 'Kim', role: 'viewer' }, { cookie });
  const { entries } = (
    await api.call('GET', `/admin/audit-log?organization=${api.organizationId}&take=2`, {
      bearer: ADMIN_TOKEN,
    })
  ).body;
  expect(entries).toMatchObject([
    {
      action: 'createInvitation',
      actor: 'member',
      memberId: id,
      memberName: 'Uma Sand',
      objectId: made.body.id,
    },
    { action: 'acceptInvitation', actor: 'member', memberId: id },
  ]);
  expect(entries[0]).not.toHaveProperty('apiKeyId');
  expect(entries[0].details).toEqual({ name: 'Kim', role: 'viewer' });
  expect(JSON.stringify(entries)).not.toContain('invitation=');
});

test('the audit log leaves out a value that is accepted and ignored', async () => {
  const { id } = await join('viewer');
  const body = { role: 'editor', id: 'x'.repeat(100_000), createdAt: { role: 'owner' } };
  expect((await api.call('PATCH', `/v3/members/${id}`, { body })).status).toBe(200);
  const path = `/admin/audit-log?organization=${api.organizationId}&take=1`;
  const [entry] = (await api.call('GET', path, { bearer: ADMIN_TOKEN })).body.entries;
  expect(entry).toMatchObject({ action: 'updateMember', objectId: id });
  expect(entry.details).toEqual({ role: 'editor' });
});

test('the audit log leaves out the body of a request that expects none', async () => {
  const hook = { url: 'https://hooks.example/x', eventTypes: ['conversation.ended'] };
  const { id } = (await api.call('POST', '/v3/webhooks', { body: hook })).body;
  const body = { anything: 'x'.repeat(100_000) };
  expect((await api.call('POST', `/v3/webhooks/${id}/rotate`, { body })).status).toBe(201);
  const path = `/admin/audit-log?organization=${api.organizationId}&take=1`;
  const [entry] = (await api.call('GET', path, { bearer: ADMIN_TOKEN })).body.entries;
  expect(entry).toMatchObject({ action: 'rotateWebhookSecret', objectId: id });
  expect(entry).not.toHaveProperty('details');
});

test('an organization can have at most fifty open invitations', async () => {
  const { key } = await api.createOrganization();
  for (let open = 0; open < 50; open += 1) await invite('viewer', { key });
  const more = await api.call('POST', '/v3/invitations', { key, body: { name: 'One more', role: 'viewer' } });
  expectProblem(more, 409);
  api.jump(7 * DAY_S + 1);
  await invite('viewer', { key });
});
