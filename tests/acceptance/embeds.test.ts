import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type ApiHarness, startApi, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

const api = useApi({ trustProxy: true });

const SHOP = 'https://shop.example';

async function anAvatar(): Promise<string> {
  const { body } = await api.call('GET', '/v1/avatars');
  return body.avatars.find((one: { agentId?: object }) => one.agentId).id;
}

async function makeEmbed(fields: Record<string, unknown> = {}): Promise<{ id: string; snippet: string }> {
  const { status, body } = await api.call('POST', '/v3/embeds', {
    body: { name: 'Shop', characterId: await anAvatar(), allowedOrigins: [SHOP], ...fields },
  });
  expect(status).toBe(201);
  return body;
}

let addresses = 0;
/** Starts a conversation as a browser on a page of `origin` does, by default from a new address for each call. */
const start = (id: string, origin: string | undefined = SHOP, address?: string): Promise<Answer> =>
  api.call('POST', `/v3/embeds/${id}/conversations`, {
    key: null,
    headers: {
      ...(origin && { origin }),
      'x-forwarded-for': address ?? `10.1.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`,
    },
  });

const end = async ({ body }: Answer) => {
  await api.call('PATCH', `/v1/session-passes/${body.conversation.id}/stop`, { bearer: body.token });
};

describe('the life of an embed', () => {
  test('is made with defaults, read, listed, changed and deleted', async () => {
    const made = await makeEmbed();
    expect(made).toMatchObject({
      id: expect.stringMatching(/^emb_/),
      allowedOrigins: [SHOP],
      maxSeconds: 300,
      concurrentConversations: 2,
      secondsPerDay: 3600,
      video: true,
      enabled: true,
      look: {},
      use: { running: 0, secondsToday: 0 },
    });
    expect(made.snippet).toMatch(
      /^<script src="http:\/\/\S+\/embed\.js" data-embed="emb_\w+" async><\/script>$/,
    );
    expect((await api.call('GET', `/v3/embeds/${made.id}`)).body).toEqual(made);
    expect((await api.call('GET', '/v3/embeds')).body.embeds).toContainEqual(made);
    const changed = await api.call('PATCH', `/v3/embeds/${made.id}`, {
      body: { ...made, greeting: 'Welcome.', look: { accentColor: '#1b6ef3', side: 'left' } },
    });
    expect(changed.body).toMatchObject({
      greeting: 'Welcome.',
      look: { accentColor: '#1b6ef3', side: 'left' },
    });
    const { body } = await api.call('PATCH', `/v3/embeds/${made.id}`, { body: { greeting: null } });
    expect(body.greeting).toBeUndefined();
    expect((await api.call('DELETE', `/v3/embeds/${made.id}`)).status).toBe(200);
    expectProblem(await api.call('GET', `/v3/embeds/${made.id}`), 404, undefined, 'not_found');
    expectProblem(await start(made.id), 404, undefined, 'not_found');
  });

  test.each([
    [{ allowedOrigins: [] }, 400, 'allowedOrigins'],
    [{ allowedOrigins: ['shop.example'] }, 400, 'allowedOrigins.0'],
    [{ allowedOrigins: ['https://shop.example/path'] }, 400, 'allowedOrigins.0'],
    [{ allowedOrigins: ['ftp://shop.example'] }, 400, 'allowedOrigins.0'],
    [{ maxSeconds: 3600 }, 422, 'maxSeconds'],
    [{ maxSeconds: 5 }, 400, 'maxSeconds'],
    [{ concurrentConversations: 0 }, 400, 'concurrentConversations'],
    [{ characterId: 'avt_unknown' }, 422, 'characterId'],
    [{ knowledgeBaseId: 'kb_unknown' }, 422, 'knowledgeBaseId'],
    [{ look: { accentColor: 'red' } }, 400, 'look.accentColor'],
  ])('refuses %j', async (fields, status, path) => {
    const answer = await api.call('POST', '/v3/embeds', {
      body: { name: 'Shop', characterId: await anAvatar(), allowedOrigins: [SHOP], ...fields },
    });
    expect(answer.status).toBe(status);
    expect(answer.body.errors[0].path).toBe(path);
  });

  test('is not found by other organizations', async () => {
    const { id } = await makeEmbed();
    const other = await api.createOrganization();
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const answer = await api.call(method, `/v3/embeds/${id}`, {
        key: other.key,
        ...(method === 'PATCH' && { body: { name: 'Mine' } }),
      });
      expectProblem(answer, 404, undefined, 'not_found');
    }
  });

  test('an avatar that an embed shows cannot be deleted', async () => {
    const agent = await api.call('POST', '/v1/agents', { body: { provider: 'gemini', name: 'Guide' } });
    const avatar = await api.call('POST', '/v1/avatars', {
      body: { identity: 'mira', name: 'Mira', agentId: agent.body.id },
    });
    await makeEmbed({ characterId: avatar.body.id });
    const answer = await api.call('DELETE', `/v1/avatars/${avatar.body.id}`);
    expectProblem(answer, 409, undefined, 'conflict');
    expect(answer.body.detail).toContain('an embed');
  });
});

describe('a page', () => {
  test('of an allowed origin reads the embed and starts a conversation within the limits', async () => {
    const knowledgeBase = await api.call('POST', '/v3/knowledge-bases', { body: { name: 'Shop' } });
    const embed = await makeEmbed({
      maxSeconds: 120,
      greeting: 'Welcome to the shop.',
      knowledgeBaseId: knowledgeBase.body.id,
      client: 'web',
      look: { title: 'Ask Mira' },
    });
    const look = await api.call('GET', `/v3/embeds/${embed.id}/look`, {
      key: null,
      headers: { origin: SHOP },
    });
    expect(look.status).toBe(200);
    expect(look.body).toMatchObject({
      id: embed.id,
      title: 'Ask Mira',
      thumbnailUrl: expect.stringMatching(/^http/),
    });
    expect(look.headers['access-control-allow-origin']).toBe('*');

    const started = await start(embed.id);
    expect(started.status).toBe(201);
    expect(started.body).toMatchObject({
      conversation: { maxSeconds: 120, engine: 'builtin', serverUrl: expect.stringMatching(/^ws/) },
      consumerAccessToken: expect.any(String),
    });
    const plan = api.dispatched.at(-1)!;
    expect(plan).toMatchObject({ knowledgeBaseId: knowledgeBase.body.id, limits: { maxSeconds: 120 } });
    expect(plan.engine?.greeting).toBe('Welcome to the shop.');

    // The list can be filtered by embed. The token from the start can read and stop the conversation.
    const { id } = started.body.conversation;
    const listed = await api.call('GET', `/v3/conversations?embed=${embed.id}`);
    expect(listed.body).toMatchObject({
      total: 1,
      conversations: [{ id, embedId: embed.id, client: 'web' }],
    });
    const bearer = started.body.token;
    expect((await api.call('GET', `/v1/session-passes/${id}`, { bearer })).body.id).toBe(id);
    await end(started);
    expect((await api.call('GET', `/v3/conversations/${id}`)).body.endReason).toBe('stopped');
  });

  test('of another origin is refused, and so is a program without an origin', async () => {
    const { id } = await makeEmbed();
    for (const origin of [
      'https://evil.example',
      'http://shop.example',
      'https://shop.example:8443',
      'null',
    ]) {
      const answer = await start(id, origin);
      expectProblem(answer, 403, undefined, 'forbidden');
      expect(answer.body.detail).toContain(origin);
      const look = await api.call('GET', `/v3/embeds/${id}/look`, { key: null, headers: { origin } });
      expectProblem(look, 403, undefined, 'forbidden');
    }
    expectProblem(await start(id, ''), 403, undefined, 'forbidden');
    await api.call('PATCH', `/v3/embeds/${id}`, { body: { enabled: false } });
    expectProblem(await start(id), 403, undefined, 'forbidden');
  });

  test('is not trusted under a foreign host name that points to this service, but is under a local name or address', async () => {
    const { id } = await makeEmbed({ concurrentConversations: 5 });
    const under = async (host: string) => {
      const headers = { host, origin: `http://${host}`, 'x-forwarded-for': '10.3.0.1' };
      const look = await api.call('GET', `/v3/embeds/${id}/look`, { key: null, headers });
      const started = await api.call('POST', `/v3/embeds/${id}/conversations`, { key: null, headers });
      if (started.status === 201) await end(started);
      return [look.status, started.status];
    };
    expect(await under('rebound.example:8080')).toEqual([403, 403]);
    expect(await under('localhost:8080')).toEqual([200, 201]);
    expect(await under('192.168.1.7:8080')).toEqual([200, 201]);
    expect(await under('[fd00::7]:8080')).toEqual([200, 201]);
    expect(await under('mybox.local')).toEqual([200, 201]);
  });

  test('cannot set proxy headers to appear to be at our address', async () => {
    const { id } = await makeEmbed();
    const preflight = async (requested: string) => {
      const origin = 'http://203.0.113.9';
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': requested,
      };
      const { headers: allowed } = await api.call('OPTIONS', `/v3/embeds/${id}/conversations`, {
        key: null,
        headers,
      });
      return allowed['access-control-allow-origin'];
    };
    expect(await preflight('content-type')).toBe('*');
    for (const header of ['content-type,x-forwarded-host', 'forwarded', 'X-Forwarded-Proto'])
      expect(await preflight(header)).toBeUndefined();
  });

  test('gets 429 if an embed already has its maximum number of conversations; other embeds are not affected', async () => {
    const [one, other] = [
      await makeEmbed({ concurrentConversations: 1 }),
      await makeEmbed({ concurrentConversations: 1 }),
    ];
    const first = await start(one.id);
    const busy = await start(one.id);
    expectProblem(busy, 429, undefined, 'concurrency_limit');
    expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0);
    const second = await start(other.id);
    expect(second.status).toBe(201);
    await end(first);
    const again = await start(one.id);
    expect(again.status).toBe(201);
    await Promise.all([end(second), end(again)]);
  });

  test.each([1, 2])(
    "keeps the last of %i places for a visitor that was refused, if the caller's own address already has one",
    async (concurrentConversations) => {
      const { id } = await makeEmbed({ concurrentConversations });
      const from = (address: string) => start(id, SHOP, address);
      const GREEDY = '10.7.0.1';
      const held: Answer[] = [];
      // If nobody else waits, one address may take all places repeatedly: its visitors may share the address.
      for (let at = 0; at < concurrentConversations; at++) await end(await from(GREEDY));
      for (let at = 0; at < concurrentConversations; at++) held.push(await from(GREEDY));
      expect(held.map(({ status }) => status)).not.toContain(429);
      expectProblem(await from('10.7.0.2'), 429, undefined, 'concurrency_limit');
      await end(held.pop()!);
      expectProblem(await from(GREEDY), 429, undefined, 'concurrency_limit');
      const other = await from('10.7.0.2');
      expect(other.status).toBe(201);
      await end(other);
      // Nobody is waiting now.
      held.push(await from(GREEDY));
      expect(held.at(-1)!.status).toBe(201);
      expectProblem(await from('10.7.0.3'), 429, undefined, 'concurrency_limit');
      await end(held.pop()!);
      expectProblem(await from(GREEDY), 429, undefined, 'concurrency_limit');
      // A visitor who was refused and does not come back blocks a place only for a limited time.
      api.advance(300);
      held.push(await from(GREEDY));
      expect(held.at(-1)!.status).toBe(201);
      await Promise.all(held.map(end));
    },
  );

  test('gets an avatar with sound only, if the embed says so', async () => {
    const { id } = await makeEmbed({ video: false });
    await end(await start(id));
    expect(api.dispatched.at(-1)!.voiceOnly).toBe(true);
    await api.call('PATCH', `/v3/embeds/${id}`, { body: { video: null } });
    await end(await start(id));
    expect(api.dispatched.at(-1)!.voiceOnly).toBeUndefined();
  });

  test("is refused once the embed's daily limit is used up, and the limit is never exceeded", async () => {
    const { id } = await makeEmbed({ maxSeconds: 60, secondsPerDay: 100, concurrentConversations: 5 });
    const first = await start(id);
    expect(first.body.conversation.maxSeconds).toBe(60);
    // The first may use 60 of the 100 seconds, so the second gets 40, and nothing is left for a third.
    const second = await start(id);
    expect(second.body.conversation.maxSeconds).toBe(40);
    expect(api.dispatched.at(-1)!.limits.maxSeconds).toBe(40);
    const third = await start(id);
    expectProblem(third, 402, undefined, 'quota_exceeded');
    expect(third.body.detail).toContain('midnight UTC');
    expect((await api.call('GET', `/v3/embeds/${id}`)).body.use).toEqual({ running: 2, secondsToday: 100 });
    // Nobody joined the first: it counts as ten seconds, and the remaining seconds are available again.
    await end(first);
    const fourth = await start(id);
    expect(fourth.body.conversation.maxSeconds).toBe(50);
    await Promise.all([end(second), end(fourth)]);
  });
});

test('conversations that end at once count towards the daily limit, joined or not, erased or not', async () => {
  const { id } = await makeEmbed({ maxSeconds: 60, secondsPerDay: 60 });
  const secondsToday = async () => (await api.call('GET', `/v3/embeds/${id}`)).body.use.secondsToday;
  for (let count = 1; count <= 6; count++) {
    const started = await start(id);
    expect(started.status).toBe(201);
    const { id: conversationId } = started.body.conversation;
    if (count % 2 === 0) await api.report(conversationId, { kind: 'joined', at: api.now().getTime() });
    await end(started);
    if (count % 3 === 0)
      expect((await api.call('DELETE', `/v3/conversations/${conversationId}`)).status).toBe(200);
    expect(await secondsToday()).toBe(10 * count);
  }
  expectProblem(await start(id), 402, undefined, 'quota_exceeded');
});

test('simultaneous starts do not exceed the limit of an embed', async () => {
  const { id } = await makeEmbed({ concurrentConversations: 2 });
  const answers = await Promise.all(Array.from({ length: 6 }, () => start(id)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  await Promise.all(answers.filter(({ status }) => status === 201).map(end));
});

test('the token of an embed can read one conversation and start nothing', async () => {
  const { id } = await makeEmbed();
  const [one, other] = [await start(id), await start(id)];
  const { body } = await api.call('GET', '/v1/agents');
  const refused = await api.call('POST', '/v1/session-passes', {
    bearer: one.body.token,
    body: {
      name: 'More',
      avatar: { id: await anAvatar() },
      agent: { id: body.agents[0].id },
      consumerIdentity: { identity: 'anybody' },
    },
  });
  expectProblem(refused, 403, undefined, 'forbidden');
  const others = await api.call('GET', `/v1/session-passes/${other.body.conversation.id}`, {
    bearer: one.body.token,
  });
  expectProblem(others, 404, undefined, 'not_found');
  await Promise.all([end(one), end(other)]);
});

test('all visitors of an embed are one row in the usage', async () => {
  const { id } = await makeEmbed({ concurrentConversations: 3 });
  for (const started of [await start(id), await start(id)]) {
    await api.report(started.body.conversation.id, {
      kind: 'joined',
      at: api.now().toISOString(),
      participant: 'consumer',
    } as never);
    await end(started);
  }
  const { body } = await api.call('GET', '/v3/organizations/user-usage?take=50');
  const lines = body.users.filter(({ embedId }: { embedId?: string }) => embedId === id);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ embedId: id, conversations: 2 });
  expect(lines[0].user).toBeUndefined();
});

test('requests with made-up ids are limited by address, not counted per id', async () => {
  const service = await startApi({ trustProxy: true, rateLimits: { address: 5 }, beside: api });
  const look = (id: string, address: string) =>
    service.call('GET', `/v3/embeds/${id}/look`, { key: null, headers: { 'x-forwarded-for': address } });
  for (let i = 0; i < 5; i++) expectProblem(await look(`emb_${i}`, '10.8.8.8'), 404);
  expectProblem(await look('emb_x', '10.8.8.8'), 429, undefined, 'rate_limited');
  expectProblem(await look('emb_x', '10.8.8.9'), 404);
  await service.close();
});

describe('a flood', () => {
  let flooded: ApiHarness;
  beforeAll(async () => {
    const rateLimits = { organization: 20, user: 1e9, address: 1e9 };
    flooded = await startApi({ trustProxy: true, rateLimits, beside: api });
  });
  afterAll(() => flooded?.close());

  test('from one address is limited at that address, and does not use the limits of others or of the organization', async () => {
    const { avatars } = (await flooded.call('GET', '/v1/avatars')).body;
    const { body: embed } = await flooded.call('POST', '/v3/embeds', {
      body: { name: 'Shop', characterId: avatars[0].id, allowedOrigins: [SHOP], concurrentConversations: 1 },
    });
    const from = (address: string) =>
      flooded.call('POST', `/v3/embeds/${embed.id}/conversations`, {
        key: null,
        headers: { origin: SHOP, 'x-forwarded-for': address },
      });
    const answers: Answer[] = [];
    for (let i = 0; i < 30; i++) answers.push(await from('10.9.9.9'));
    expect(answers[0]!.status).toBe(201);
    expectProblem(answers.at(-1)!, 429, undefined, 'rate_limited');
    expect(answers.filter(({ body }) => body.code === 'rate_limited')).toHaveLength(20);
    // Addresses of the same IPv6 subscriber count as one, and so do those of a proxy that adds ports.
    for (const [one, other] of [
      ['2001:db8:1:2::1', '[2001:db8:1:2:f::2]:443'],
      ['10.9.8.1:1000', '10.9.8.1:2000'],
      ['nobody', 'somebody'],
    ] as const) {
      for (let i = 0; i < 10; i++) await from(one);
      expectProblem(await from(other), 429, undefined, 'rate_limited');
    }
    // Another visitor gets the actual reason, and the organization's API key still works.
    expectProblem(await from('10.9.9.10'), 429, undefined, 'concurrency_limit');
    expect((await flooded.call('GET', '/v3/embeds')).status).toBe(200);
  });
});

test('the starts of an embed per minute are limited, however many addresses they come from', async () => {
  const { id } = await makeEmbed({ concurrentConversations: 1 });
  const first = await start(id);
  expect(first.status).toBe(201);
  for (let count = 1; count < 300; count++)
    expectProblem(await start(id), 429, undefined, 'concurrency_limit');
  expectProblem(await start(id), 429, undefined, 'rate_limited');
  await end(first);
});

test('no more conversations of an embed are starting at once than may run', async () => {
  const { id } = await makeEmbed({ concurrentConversations: 1 });
  const look = { key: null, headers: { origin: SHOP } };
  expect((await api.call('GET', `/v3/embeds/${id}/look`, look)).status).toBe(200);
  const answers = await Promise.all(Array.from({ length: 20 }, () => start(id)));
  const started = answers.filter(({ status }) => status === 201);
  expect(started).toHaveLength(1);
  const rest = answers.filter(({ status }) => status !== 201);
  for (const answer of rest) expectProblem(answer, 429, undefined, 'concurrency_limit');
  // Visitors who are refused before the store is queried are not counted.
  expect(rest.filter(({ headers }) => !headers.ratelimit).length).toBeGreaterThan(0);
  await end(started[0]!);
});

test('rooms of visitors are distinguished from rooms opened with a key, for which some joins are reserved', async () => {
  const opened: boolean[] = [];
  const other = await startApi({
    beside: api,
    wrapPorts: (ports) => ({
      ...ports,
      rooms: {
        ...ports.rooms,
        open: async (_room, _organization, _seconds, isOfEndUser) => void opened.push(isOfEndUser),
      },
    }),
  });
  const { id } = await makeEmbed();
  const visited = await other.call('POST', `/v3/embeds/${id}/conversations`, {
    key: null,
    headers: { origin: SHOP },
  });
  const own = await other.call('POST', '/v1/sessions', {
    key: api.key,
    body: { name: 'x', avatar: { id: await anAvatar() }, consumerIdentity: { identity: 'uma' } },
  });
  expect([visited.status, own.status]).toEqual([201, 201]);
  expect(opened).toEqual([true, false]);
  await other.close();
});
