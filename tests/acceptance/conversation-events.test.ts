import { afterEach, beforeAll, expect, test } from 'vitest';
import { ADMIN_TOKEN, startApi, useApi } from '../support/api-harness.ts';
import { EventStreamReader } from '../support/event-stream.ts';
import { expectProblem } from '../support/expect-problem.ts';

/** Tests `GET /v3/conversations/{id}/events`: replay, live events, and limits. */
let base: string;
const PATIENT = { timeout: 60_000 };
const readers: EventStreamReader[] = [];
const api = useApi({
  eventStreams: { perOrganization: 3, perAddress: 2, perUser: 1, heartbeatMs: 40 },
  trustProxy: true,
});
beforeAll(async () => {
  await api.startEvents();
  base = await api.listen();
});
afterEach(() => {
  for (const reader of readers.splice(0)) reader.leave();
});

async function organization() {
  const { key } = await api.createOrganization();
  const avatar = (await api.call('GET', '/v1/avatars', { key })).body.avatars[0];
  const start = async (): Promise<string> => {
    const body = { name: 'x', avatar: { id: avatar.id }, consumerIdentity: { identity: 'uma' } };
    return (await api.call('POST', '/v1/sessions', { key, body })).body.session.id;
  };
  const follow = async (id: string, headers: Record<string, string> = {}) => {
    const reader = await EventStreamReader.open(`${base}/v3/conversations/${id}/events`, {
      'x-api-key': key,
      ...headers,
    });
    readers.push(reader);
    return reader;
  };
  const stop = (id: string) => api.call('POST', `/v3/conversations/${id}/stop`, { key });
  return { key, avatar, start, follow, stop };
}
const say = (id: string, entryId: string, content: string) =>
  api.say(id, content, { entryId, author: 'character', final: false });
const note = (id: string, content: string) => api.note(id, 'emotion', content);
const join = (id: string) => api.report(id, { kind: 'joined', at: api.now().getTime() });
const summary = ({ events }: EventStreamReader) =>
  events.map(({ event, data }) => `${event} ${data.content ?? data.status}`);

test('replays past events, follows new ones as they happen, and ends with the conversation', async () => {
  const { start, follow, stop } = await organization();
  const id = await start();
  await say(id, 'a', 'Hel');
  const reader = await follow(id);
  expect(reader.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(reader.response.headers.get('cache-control')).toBe('no-store');
  await expect.poll(() => reader.events.length, PATIENT).toBe(4);
  await say(id, 'a', 'Hello.');
  await join(id);
  await expect.poll(() => reader.events.length, PATIENT).toBe(6);
  await expect.poll(() => reader.heartbeats, PATIENT).toBeGreaterThan(0);
  await stop(id);
  // The worker's last report arrives after the end: what the user really heard.
  await say(id, 'a', 'Hello');
  await reader.done;
  expect(summary(reader)).toEqual([
    'timeline The conversation was created.',
    expect.stringMatching(/^timeline The offline|^timeline /),
    'status running',
    'transcript Hel',
    'transcript Hello.',
    'status running',
    'timeline stopped',
    'status ended',
    'transcript Hello',
  ]);
  const ids = reader.events.map((event) => event.id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(reader.events[3]!.data).toMatchObject({ id: 'a', author: 'character' });
  expect(reader.events[5]!.data).toMatchObject({ id, status: 'running', joinedAt: expect.any(String) });
  expect(reader.events[7]!.data).toMatchObject({ id, status: 'ended', endReason: 'stopped' });
});

test('Last-Event-ID continues after that event with current content; 204 if nothing more can follow', async () => {
  const { start, follow, stop } = await organization();
  const id = await start();
  const first = await follow(id);
  await expect.poll(() => first.events.length, PATIENT).toBe(3);
  first.leave();
  const last = { 'last-event-id': String(first.events.at(-1)!.id) };
  for (const content of ['One', 'One two', 'One two three.']) await say(id, 'a', content);
  await note(id, 'happy');
  const second = await follow(id, last);
  await expect.poll(() => summary(second), PATIENT).toEqual(['transcript One two three.', 'timeline happy']);
  await stop(id);
  await second.done;
  api.advance(10);
  const third = await follow(id, last);
  await third.done;
  expect(summary(third)).toEqual([...summary(second).slice(0, 2), 'timeline stopped', 'status ended']);
  const fourth = await follow(id, { 'last-event-id': String(third.events.at(-1)!.id) });
  expect(fourth.response.status).toBe(204);
});

test('entries written at the same time all arrive, each once and in order', async () => {
  const { start, follow, stop } = await organization();
  const id = await start();
  const reader = await follow(id);
  const contents = Array.from({ length: 60 }, (_, n) => `note ${n}`);
  await Promise.all(
    contents.map((content, n) => (n % 2 ? note(id, content) : say(id, `entry-${n}`, content))),
  );
  await stop(id);
  await reader.done;
  const ids = reader.events.map((event) => event.id);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  const told = reader.events.map(({ data }) => data.content).filter((text) => /^note \d+$/.test(text));
  expect(new Set(told)).toEqual(new Set(contents));
  expect(told).toHaveLength(contents.length);
});

test('a client token can follow only its own conversations', async () => {
  const { key, avatar, start } = await organization();
  const token = async (user: string) =>
    (await api.call('POST', '/v3/tokens', { key, body: { user } })).body.token as string;
  const uma = await token('uma');
  const body = {
    name: 'x',
    avatar: { id: avatar.id },
    agent: { id: avatar.agentId.id },
    consumerIdentity: { identity: 'uma' },
  };
  const started = await api.call('POST', '/v1/session-passes', { bearer: uma, body });
  const id = started.body.session.id;
  const open = (bearer: string, of: string) =>
    fetch(`${base}/v3/conversations/${of}/events`, {
      headers: { authorization: `Bearer ${bearer}`, origin: 'https://shop.example' },
    });
  const own = await open(uma, id);
  expect(own.status).toBe(200);
  expect(own.headers.get('access-control-allow-origin')).toBe('*');
  await own.body!.cancel();
  expect((await open(await token('ben'), id)).status).toBe(404);
  expect((await open(uma, await start())).status).toBe(404);
});

test("another organization's conversation is not found; an invalid Last-Event-ID is 400", async () => {
  const one = await organization();
  const two = await organization();
  const id = await one.start();
  const path = `/v3/conversations/${id}/events`;
  expectProblem(await api.call('GET', path, { key: two.key }), 404);
  for (const wrong of ['x', '-1', '1.5', '2147483648']) {
    const answer = await api.call('GET', path, { key: one.key, headers: { 'last-event-id': wrong } });
    expectProblem(answer, 400, 'header.last-event-id');
  }
});

test('an organization can follow a limited number at a time; a reader that leaves frees its place', async () => {
  const { key, start, follow } = await organization();
  const id = await start();
  const open = [await follow(id), await follow(id), await follow(id)];
  const refused = await api.call('GET', `/v3/conversations/${id}/events`, { key });
  expectProblem(refused, 429, undefined, 'rate_limited');
  expect(refused.headers['retry-after']).toBe('2');
  open[0]!.leave();
  await expect.poll(async () => (await follow(id)).response.status, PATIENT).toBe(200);
});

test('an end user, and the end users at one address, cannot use all streams of the organization', async () => {
  const { key, avatar, start, follow } = await organization();
  const followAs = async (user: string, address: string) => {
    const token = (await api.call('POST', '/v3/tokens', { key, body: { user } })).body.token as string;
    const body = {
      name: 'x',
      avatar: { id: avatar.id },
      agent: { id: avatar.agentId.id },
      consumerIdentity: { identity: user },
    };
    const { session } = (await api.call('POST', '/v1/session-passes', { bearer: token, body })).body;
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address };
    const reader = await EventStreamReader.open(`${base}/v3/conversations/${session.id}/events`, headers);
    readers.push(reader);
    return reader.response.status;
  };
  expect(await followAs('uma', '2001:db8::1')).toBe(200);
  expect(await followAs('uma', '192.0.2.7')).toBe(429);
  expect(await followAs('ben', '2001:db8::2')).toBe(200);
  expect(await followAs('kim', '2001:db8::3')).toBe(429);
  // All client tokens together have a limit, no matter how many addresses they use.
  expect(await followAs('lea', '192.0.2.8')).toBe(200);
  for (const [user, address] of [
    ['max', '192.0.2.9'],
    ['nia', '2001:db8:1::1'],
  ] as const)
    expect(await followAs(user, address)).toBe(429);
  const id = await start();
  for (let place = 0; place < 3; place++) expect((await follow(id)).response.status).toBe(200);
});

test('a stream ends when the key that opened it is revoked, and when its organization is deleted', async () => {
  const { id: organizationId, key } = await api.createOrganization();
  const body = { name: 'second' };
  const second = (await api.call('POST', '/v3/api-keys', { key, body })).body;
  const avatar = (await api.call('GET', '/v1/avatars', { key })).body.avatars[0];
  const wanted = { name: 'x', avatar: { id: avatar.id }, consumerIdentity: { identity: 'uma' } };
  const { session } = (await api.call('POST', '/v1/sessions', { key, body: wanted })).body;
  const follow = async (by: string) => {
    const reader = await EventStreamReader.open(`${base}/v3/conversations/${session.id}/events`, {
      'x-api-key': by,
    });
    readers.push(reader);
    await expect.poll(() => reader.events.length, PATIENT).toBe(3);
    return reader;
  };
  const [ofFirst, ofSecond] = [await follow(key), await follow(second.key)];
  await api.call('DELETE', `/v3/api-keys/${second.id}`, { key });
  await ofSecond.done;
  await note(session.id, 'happy');
  await expect.poll(() => summary(ofFirst).at(-1), PATIENT).toBe('timeline happy');
  await api.call('DELETE', `/admin/organizations/${organizationId}`, { bearer: ADMIN_TOKEN });
  await ofFirst.done;
});

test("a visitor's conversation and stream end when the embed is deleted, and the token is refused like that of a revoked key", async () => {
  const { key, avatar } = await organization();
  const origin = 'https://shop.example';
  const fields = { name: 'Shop', characterId: avatar.id, allowedOrigins: [origin] };
  const makeEmbed = async () => (await api.call('POST', '/v3/embeds', { key, body: fields })).body;
  const visit = async (embed: { id: string }) => {
    const path = `/v3/embeds/${embed.id}/conversations`;
    const { conversation, token } = (await api.call('POST', path, { key: null, headers: { origin } })).body;
    return { path: `/v3/conversations/${conversation.id}`, bearer: token };
  };
  const [removed, kept] = [await makeEmbed(), await makeEmbed()];
  const [visitor, other] = [await visit(removed), await visit(kept)];
  const reader = await EventStreamReader.open(`${base}${visitor.path}/events`, {
    authorization: `Bearer ${visitor.bearer}`,
  });
  readers.push(reader);
  await expect.poll(() => reader.events.length, PATIENT).toBeGreaterThan(0);

  expect((await api.call('DELETE', `/v3/embeds/${removed.id}`, { key })).status).toBe(200);
  await reader.done;
  const { body } = await api.call('GET', visitor.path, { key });
  expect(body).toMatchObject({ endReason: 'stopped', endDetail: 'Its embed was deleted.' });
  const asks = (by: typeof visitor) => api.call('POST', `${by.path}/access-tokens`, { bearer: by.bearer });
  const rated = { bearer: visitor.bearer, body: { rating: 'up' } };
  expectProblem(await asks(visitor), 401, undefined, 'unauthenticated');
  expectProblem(await api.call('PUT', `${visitor.path}/rating`, rated), 401, undefined, 'unauthenticated');

  expect((await api.call('GET', other.path, { key })).body.status).toBe('running');
  expect((await asks(other)).status).toBe(201);
});

test('a conversation does not start if its embed is deleted meanwhile', async () => {
  const { key, avatar } = await organization();
  const origin = 'https://shop.example';
  const fields = { name: 'Shop', characterId: avatar.id, allowedOrigins: [origin] };
  const { id } = (await api.call('POST', '/v3/embeds', { key, body: fields })).body;
  const other = await startApi({
    beside: api,
    wrapPorts: ({ stores, ...ports }) => ({
      ...ports,
      stores: {
        ...stores,
        conversations: {
          ...stores.conversations,
          admit: async (...given) => {
            expect((await api.call('DELETE', `/v3/embeds/${id}`, { key })).status).toBe(200);
            return stores.conversations.admit(...given);
          },
        },
      },
    }),
  });
  const path = `/v3/embeds/${id}/conversations`;
  const refused = await other.call('POST', path, { key: null, headers: { origin } });
  expectProblem(refused, 404, undefined, 'not_found');
  expect((await api.call('GET', '/v3/conversations', { key })).body.total).toBe(0);
  await other.close();
});

test('a stream ends when another process revokes its key, and when its client token expires', async () => {
  const other = await startApi({ beside: api, eventStreams: { recheckMs: 40 } });
  await other.startEvents();
  const address = await other.listen();
  const { key } = await other.createOrganization();
  const avatar = (await other.call('GET', '/v1/avatars', { key })).body.avatars[0];
  const { token } = (await other.call('POST', '/v3/tokens', { key, body: { user: 'uma' } })).body;
  const body = {
    name: 'x',
    avatar: { id: avatar.id },
    agent: { id: avatar.agentId.id },
    consumerIdentity: { identity: 'uma' },
  };
  const { session } = (await other.call('POST', '/v1/session-passes', { bearer: token, body })).body;
  const follow = async (headers: Record<string, string>) => {
    const reader = await EventStreamReader.open(`${address}/v3/conversations/${session.id}/events`, headers);
    readers.push(reader);
    await expect.poll(() => reader.events.length, PATIENT).toBeGreaterThan(0);
    return reader;
  };
  const [byKey, byToken] = [
    await follow({ 'x-api-key': key }),
    await follow({ authorization: `Bearer ${token}` }),
  ];
  const [{ id }] = (await api.call('GET', '/v3/api-keys', { key })).body.apiKeys;
  await api.call('DELETE', `/v3/api-keys/${id}`, { key });
  other.advance(4);
  await byKey.done;
  other.advance(3600);
  await byToken.done;
  await other.close();
});

test('closing the service ends the streams', async () => {
  const other = await startApi({ beside: api });
  await other.startEvents();
  const address = await other.listen();
  const avatar = (await other.call('GET', '/v1/avatars')).body.avatars[0];
  const body = { name: 'x', avatar: { id: avatar.id }, consumerIdentity: { identity: 'uma' } };
  const { session } = (await other.call('POST', '/v1/sessions', { body })).body;
  const reader = await EventStreamReader.open(`${address}/v3/conversations/${session.id}/events`, {
    'x-api-key': other.key,
  });
  await expect.poll(() => reader.events.length, PATIENT).toBe(3);
  await other.close();
  await reader.done;
  expect(summary(reader)).not.toContain('status ended');
});
