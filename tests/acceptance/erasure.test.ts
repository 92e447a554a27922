import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, type ApiHarness, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

const DAY = 24 * 3600;
const DEFAULT_DAYS = 30;
const SECRET_WORDS = 'My bank is on Baker Street and my dog is called Rex.';

let erased: [string, Record<string, number>][] = [];
const api = useApi({
  wrapPorts: (ports) => ({
    ...ports,
    retentionDays: DEFAULT_DAYS,
    metrics: {
      turn: () => undefined,
      joined: () => undefined,
      providerFailed: () => undefined,
      ended: () => undefined,
      erased: (cause, counts) => void erased.push([cause, { ...counts }]),
    },
  }),
});
beforeEach(async () => {
  // Rows of earlier tests must not be counted.
  await applyRetention();
  erased = [];
});
afterEach(() => api.services.conversations.stopAll(api.organizationId, 'stopped'));

interface Somebody {
  id: string;
  call: (method: string, url: string, body?: unknown) => ReturnType<ApiHarness['call']>;
  /** Starts a conversation in which nobody has said anything yet. */
  join: (user: string, client?: string) => Promise<string>;
  /** Starts a conversation in which the user says something that is stored as a memory. */
  start: (user: string, client?: string) => Promise<string>;
  /** Starts such a conversation and ends it after some seconds. */
  talked: (user: string, client?: string, seconds?: number) => Promise<string>;
}

async function organization(fields: object = {}): Promise<Somebody> {
  const { id, key } = await api.createOrganization({ plan: 'paid', chargeBySecond: 2, ...fields });
  const call: Somebody['call'] = (method, url, body) =>
    api.call(method, url, { key, ...(body !== undefined && { body }) });
  const agent = (await call('POST', '/v1/agents', { provider: 'gemini', memory: true })).body;
  api.configuredEngines.set('gemini', 'gemini');
  const avatar = (await call('GET', '/v1/avatars')).body.avatars[0];
  const join: Somebody['join'] = async (user, client) => {
    const { body } = await call('POST', '/v1/sessions', {
      name: 'x',
      avatar: { id: avatar.id },
      agent: { id: agent.id },
      consumerIdentity: { identity: user },
      ...(client !== undefined && { client }),
    });
    const conversationId = body.session.id as string;
    await api.report(conversationId, { kind: 'joined', at: api.now().getTime() });
    return conversationId;
  };
  const start: Somebody['start'] = async (user, client) => {
    const conversationId = await join(user, client);
    await api.say(conversationId, SECRET_WORDS, { entryId: 'e1' });
    return conversationId;
  };
  return {
    id,
    call,
    join,
    start,
    async talked(user, client, seconds = 100) {
      const conversationId = await start(user, client);
      api.advance(seconds);
      await call('PATCH', `/v1/sessions/${conversationId}/stop`);
      return conversationId;
    },
  };
}

/** Rounded, because the test clock also runs on its own. */
async function usage(who: Somebody, query = '') {
  const { body } = await who.call('GET', `/v3/organizations/user-usage${query}`);
  const users = body.users.map((one: { seconds: number; charge: number }) => ({
    ...one,
    seconds: Math.round(one.seconds / 10) * 10,
    charge: Math.round(one.charge / 20) * 20,
  }));
  return { ...body, users };
}
const held = async (who: Somebody) =>
  (await who.call('GET', '/v3/conversations')).body.conversations.map(({ id }: { id: string }) => id);
const applyRetention = () => api.services.retention.apply(new AbortController().signal);
const admin = (method: string, path: string, body?: object) =>
  api.call(method, `/admin/organizations${path}`, { bearer: ADMIN_TOKEN, ...(body && { body }) });
/** Returns how many times a text occurs anywhere in the store. */
async function occurrences(text: string): Promise<number> {
  const { rows: tables } = await api.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = current_schema()`,
  );
  let count = 0;
  for (const { name } of tables) {
    const { rows } = await api.database.pool.query<{ n: number }>(
      `select count(*)::int as n from "${name}" t where to_jsonb(t)::text like $1`,
      [`%${text}%`],
    );
    count += rows[0]!.n;
  }
  return count;
}

describe('retention', () => {
  test("returns the number of days that applies: the organization's, or else the service's", async () => {
    const { body: plain } = await admin('POST', '', { name: 'x' });
    expect(plain.retentionDays).toBe(DEFAULT_DAYS);
    for (const retentionDays of [7, 0]) {
      const { body } = await admin('PATCH', `/${plain.id}`, { retentionDays });
      expect(body.retentionDays).toBe(retentionDays);
    }
    expect((await admin('PATCH', `/${plain.id}`, { retentionDays: null })).body.retentionDays).toBe(30);
    expectProblem(await admin('PATCH', `/${plain.id}`, { retentionDays: -1 }), 400, 'retentionDays');
  });

  test('erases expired conversations with their transcripts, and keeps their usage', async () => {
    const who = await organization({ retentionDays: 2 });
    const ended = await who.talked('old-user');
    const running = await who.start('patient');
    const before = await usage(who, '?user=old-user');
    expect(before.users).toEqual([{ user: 'old-user', conversations: 1, seconds: 100, charge: 200 }]);
    api.advance(2 * DAY - 60);
    await applyRetention();
    expect(await held(who)).toEqual([running, ended]);
    api.advance(120);
    const young = await who.talked('young-user');
    await applyRetention();
    expect(await held(who)).toEqual([young, running]);
    expectProblem(await who.call('GET', `/v3/conversations/${ended}`), 404);
    expect((await who.call('GET', '/v3/memories?user=old-user')).body.total).toBe(0);
    expect((await who.call('GET', '/v3/memories?user=young-user')).body.total).toBe(1);
    const past = await usage(who, `?user=old-user&from=${before.cycleStart}`);
    expect(past).toEqual(before);
    expect(erased.filter(([, { conversations = 0 }]) => conversations > 0)).toEqual([
      [
        'retention',
        { conversations: 1, transcriptEntries: 1, timelineEntries: 2, webhookDeliveries: 0, memories: 0 },
      ],
    ]);
  });

  test('a quota still counts erased conversations', async () => {
    const who = await organization({ retentionDays: 1, limits: { monthlySeconds: 150 }, anchorDay: 1 });
    await who.talked('a');
    const from = api.now();
    api.advance(DAY + 60);
    await applyRetention();
    expect(await held(who)).toEqual([]);
    // If the days above reached into another billing cycle, nothing has been used in that cycle.
    const isSameCycle = from.getUTCMonth() === api.now().getUTCMonth();
    await who.talked('a');
    const { status } = await who.call('POST', '/v1/sessions', {
      name: 'x',
      avatar: { identity: 'mira' },
      consumerIdentity: { identity: 'a' },
    });
    if (isSameCycle) expect(status).toBe(402);
  });

  test('erases more than one batch, in all organizations, and nothing if it is switched off', async () => {
    const kept = await organization({ retentionDays: 0 });
    const who = await organization({ retentionDays: 1 });
    const one = await who.talked('many');
    const theirs = await kept.talked('many');
    await api.database.pool.query(
      `insert into conversations select (jsonb_populate_record(c, jsonb_build_object('id', c.id || n))).*
       from conversations c, generate_series(1, 50) n where c.id = $1`,
      [one],
    );
    api.advance(DAY + 60);
    await applyRetention();
    expect(await held(who)).toEqual([]);
    expect(await held(kept)).toEqual([theirs]);
    const pieces = erased.flatMap(([, { conversations }]) => conversations || []);
    // The organizations of other tests have at most one each.
    expect(pieces.filter((count) => count > 1)).toEqual([20, 20, 11]);
  });
});

describe('DELETE /v3/users/{identity}', () => {
  let identity: string;
  let path: string;
  let tests = 0;
  beforeEach(() => {
    identity = `ada/lovelace ♥${++tests}@example.com`;
    path = `/v3/users/${encodeURIComponent(identity)}`;
  });

  test('200 with a receipt; erases everything of the user, and nothing of others', async () => {
    const who = await organization();
    await who.call('POST', '/v3/webhooks', {
      url: 'https://hooks.example/visavis',
      eventTypes: ['conversation.ended', 'transcript.completed'],
    });
    await who.talked(identity);
    await who.talked(identity, 'shop', 50);
    const running = await who.start(identity);
    const others = await who.talked('grace');
    const { status, body } = await who.call('DELETE', path);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^ers_/),
      user: identity,
      erasedAt: expect.stringMatching(/Z$/),
      conversations: 3,
      stoppedConversations: 1,
      transcriptEntries: 3,
      timelineEntries: 6,
      webhookDeliveries: 6,
      memories: 2,
      anonymisedUsage: 3,
    });
    expect(api.stopped).toContainEqual({ conversationId: running, reason: 'stopped' });
    expect(await occurrences(identity)).toBe(0);
    expect(await held(who)).toEqual([others]);
    const { users } = await usage(who);
    expect(users).toContainEqual({ client: 'shop', conversations: 1, seconds: 50, charge: 100 });
    expect(users).toContainEqual({ user: 'grace', conversations: 1, seconds: 100, charge: 200 });
    expect(await occurrences('grace')).toBeGreaterThan(0);
  });

  test('may be repeated; the receipt of an unknown user has zero counts', async () => {
    const who = await organization();
    await who.talked(identity);
    const first = (await who.call('DELETE', path)).body;
    const { status, body } = await who.call('DELETE', path);
    expect(status).toBe(200);
    const { id, erasedAt, user, ...counts } = body;
    expect({ user, isOther: id !== first.id, erasedAt: typeof erasedAt }).toEqual({
      user: identity,
      isOther: true,
      erasedAt: 'string',
    });
    expect(new Set(Object.values(counts))).toEqual(new Set([0]));
  });

  test('can be limited to one client, and never affects another organization', async () => {
    const who = await organization();
    const other = await organization();
    const inShop = await who.talked(identity, 'shop');
    const elsewhere = await who.talked(identity);
    const foreign = await other.talked(identity);
    const { body } = await who.call('DELETE', `${path}?client=shop`);
    expect(body).toMatchObject({ client: 'shop', conversations: 1, memories: 1 });
    expect(await held(who)).toEqual([elsewhere]);
    expectProblem(await who.call('GET', `/v3/conversations/${inShop}`), 404);
    expect(await held(other)).toEqual([foreign]);
  });

  test('removes the stored answers to the user’s own requests at once, and no others', async () => {
    const who = await organization();
    const [avatar] = (await who.call('GET', '/v1/avatars')).body.avatars;
    const ask = async (user: string, client?: string) => {
      const { body } = await who.call('POST', '/v3/tokens', {
        user,
        ...(client !== undefined && { client }),
      });
      const start = () =>
        api.call('POST', '/v1/session-passes', {
          bearer: body.token,
          body: {
            name: 'x',
            avatar: { id: avatar.id },
            agent: { id: avatar.agentId.id },
            consumerIdentity: { identity: user },
            ...(client !== undefined && { client }),
          },
          headers: { 'idempotency-key': 'one' },
        });
      expect((await start()).status).toBe(201);
      return async () => (await start()).headers['idempotent-replayed'] === 'true';
    };
    const [theirs, inShop, other, longer] = [
      await ask(identity),
      await ask(identity, 'shop'),
      await ask('grace'),
      await ask(`${identity}"`),
    ];
    await who.call('DELETE', `${path}?client=shop`);
    expect([await theirs(), await inShop()]).toEqual([true, false]);
    await who.call('DELETE', path);
    const kept = await api.database.kysely
      .selectFrom('idempotency_keys')
      .select('organization_id as scope')
      .execute();
    expect(kept.filter(({ scope }) => scope.includes(`"${identity}"`))).toEqual([]);
    expect([await theirs(), await other(), await longer()]).toEqual([false, true, true]);
  });

  test("also removes the user's name from the usage totals that retention has kept", async () => {
    const who = await organization({ retentionDays: 1 });
    await who.talked(identity);
    api.advance(DAY + 60);
    await applyRetention();
    expect((await who.call('DELETE', path)).body).toMatchObject({ conversations: 0, anonymisedUsage: 1 });
    expect(await occurrences(identity)).toBe(0);
  });

  test('accepts an identity of the maximum length in escaped characters; 400 for a longer one', async () => {
    const who = await organization();
    expect((await who.call('DELETE', `/v3/users/${encodeURIComponent('♥'.repeat(256))}`)).status).toBe(200);
    expectProblem(
      await who.call('DELETE', `/v3/users/${encodeURIComponent('♥'.repeat(257))}`),
      400,
      'path.identity',
    );
  });
});

describe('DELETE /v3/conversations/{id}', () => {
  test('200 with a receipt; the store keeps no transcript, and usage without a name', async () => {
    const who = await organization();
    await who.call('POST', '/v3/webhooks', {
      url: 'https://hooks.example/visavis',
      eventTypes: ['conversation.ended', 'transcript.completed'],
    });
    const identity = 'one-talk@example.com';
    const id = await who.talked(identity, undefined, 50);
    const { status, body } = await who.call('DELETE', `/v3/conversations/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^ers_/),
      conversationId: id,
      erasedAt: expect.stringMatching(/Z$/),
      transcriptEntries: 1,
      timelineEntries: 2,
      webhookDeliveries: 2,
      memories: 1,
    });
    expect(await occurrences(identity)).toBe(0);
    expect(await held(who)).toEqual([]);
    expect((await usage(who)).users).toEqual([{ conversations: 1, seconds: 50, charge: 100 }]);
    const { body: log } = await api.call('GET', `/admin/audit-log?organization=${who.id}&take=1`, {
      bearer: ADMIN_TOKEN,
    });
    expect(log.entries[0]).toMatchObject({ action: 'eraseConversation', objectId: id, actor: 'api_key' });
    // The last batch.
    expect(erased.at(-1)).toEqual([
      'conversation',
      expect.objectContaining({ conversations: 1, memories: 1 }),
    ]);
  });

  test('409 while it runs, without stopping it; once it has ended it is erased, and the user’s others stay', async () => {
    const who = await organization();
    const earlier = await who.talked('ada', undefined, 50);
    const id = await who.start('ada');
    const refused = await who.call('DELETE', `/v3/conversations/${id}`);
    expectProblem(refused, 409);
    expect(refused.body.detail).toContain('stop it first');
    expect((await who.call('GET', `/v3/conversations/${id}`)).body.status).toBe('running');
    await who.call('POST', `/v3/conversations/${id}/stop`);
    expect((await who.call('DELETE', `/v3/conversations/${id}`)).status).toBe(200);
    expect(await held(who)).toEqual([earlier]);
  });

  test('keeps a memory that was stated again later; running conversations drop erased memories', async () => {
    const who = await organization();
    const first = await who.talked('ada');
    const second = await who.talked('ada');
    expect((await who.call('DELETE', `/v3/conversations/${first}`)).body.memories).toBe(0);
    expect((await who.call('GET', '/v3/memories?user=ada')).body.total).toBe(1);
    api.forgotten.length = 0;
    const running = await who.join('ada');
    await who.join('ada', 'shop');
    expect((await who.call('DELETE', `/v3/conversations/${second}`)).body.memories).toBe(1);
    expect((await who.call('GET', '/v3/memories?user=ada')).body.total).toBe(0);
    expect(api.forgotten).toEqual([{ conversationId: running, content: SECRET_WORDS }]);
  });

  test("404 for an unknown, an erased or another organization's conversation", async () => {
    const who = await organization();
    const other = await organization();
    const id = await who.talked('ada');
    expectProblem(await other.call('DELETE', `/v3/conversations/${id}`), 404);
    expect((await who.call('DELETE', `/v3/conversations/${id}`)).status).toBe(200);
    expectProblem(await who.call('DELETE', `/v3/conversations/${id}`), 404);
    expectProblem(await api.call('DELETE', `/v3/conversations/${id}`, { key: null }), 401);
  });

  test.each(['/v3/users/late-user', '/v3/conversations/{id}'])(
    'ignores late reports of the worker after DELETE %s',
    async (path) => {
      const who = await organization();
      const id = await who.start('late-user');
      await who.call('POST', `/v3/conversations/${id}/stop`);
      await who.call('DELETE', path.replace('{id}', id));
      const at = api.now().getTime();
      await api.say(id, 'I am late-user and I live in London.', { entryId: 'e2' });
      await api.report(id, { kind: 'ended', at, reason: 'stopped' });
      expect(await occurrences('late-user')).toBe(0);
    },
  );
});
