import { beforeEach, describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

/** Tests how conversations end without a stop or a hang-up, and what is charged for them. */
const api = useApi();
// The reaper counts what it ends in all organizations, so conversations of earlier tests must be over.
beforeEach(async () => {
  for (const room of api.openRooms)
    await api.report(room, { kind: 'ended', at: api.now().getTime(), reason: 'stopped' });
});

async function organization(fields: Record<string, unknown> = {}) {
  const { id, key } = await api.createOrganization(fields);
  const avatar = (await api.call('GET', '/v1/avatars', { key })).body.avatars[0];
  const start = async (more: object = {}) => {
    const body = { name: 'x', avatar: { id: avatar.id }, consumerIdentity: { identity: 'uma' }, ...more };
    return (await api.call('POST', '/v1/sessions', { key, body })).body.session;
  };
  const read = async (session: { id: string }) =>
    (await api.call('GET', `/v1/sessions/${session.id}`, { key })).body;
  const usage = async (query = '') =>
    (await api.call('GET', `/v3/organizations/user-usage${query}`, { key })).body;
  return { id, key, avatar, start, read, usage };
}
const join = (session: { id: string }) => api.report(session.id, { kind: 'joined', at: api.now().getTime() });

test('the room of a conversation: is open as long as the conversation runs, however it ends', async () => {
  const { id, start, key } = await organization();
  const [stopped, lost, deleted] = [await start(), await start(), await start()];
  expect([...api.openRooms]).toEqual(expect.arrayContaining([stopped.id, lost.id, deleted.id]));
  await api.call('PATCH', `/v1/sessions/${stopped.id}/stop`, { key });
  expect([...api.openRooms]).not.toContain(stopped.id);
  await api.report(lost.id, { kind: 'ended', at: api.now().getTime(), reason: 'consumer_left' });
  expect([...api.openRooms]).not.toContain(lost.id);
  await api.call('DELETE', `/admin/organizations/${id}`, { bearer: ADMIN_TOKEN });
  expect([...api.openRooms]).not.toContain(deleted.id);
});

describe('the reaper', () => {
  test('treats a worker that is silent for 15 s as crashed, and charges up to its last heartbeat', async () => {
    const { start, read, usage } = await organization();
    const session = await start();
    await join(session);
    api.advance(10);
    await api.services.reaper.touch([session.id]);
    const heard = api.now().getTime();
    api.advance(14);
    await api.services.reaper.reap();
    expect((await read(session)).status).toBe('running');
    api.advance(2);
    await api.services.reaper.reap();
    const ended = await read(session);
    expect(ended).toMatchObject({ status: 'error', endReason: 'crashed' });
    expect(Math.abs(Date.parse(ended.endedAt) - heard)).toBeLessThan(1000);
    expect((await usage()).users[0].seconds).toBeCloseTo(10, 0);
    expect(api.stopped).toContainEqual({ conversationId: session.id, reason: 'crashed' });
  });
  test('after a pause of the service itself, gives each worker time for one more heartbeat', async () => {
    const { start, read } = await organization();
    const [alive, dead] = [await start(), await start()];
    for (const session of [alive, dead]) await join(session);
    await api.services.reaper.reap();
    api.advance(60);
    await api.services.reaper.reap();
    expect((await read(dead)).status).toBe('running');
    await api.services.reaper.touch([alive.id]);
    for (let passed = 0; passed < 20; passed += 5) {
      api.advance(5);
      await api.services.reaper.touch([alive.id]);
      await api.services.reaper.reap();
    }
    expect((await read(alive)).status).toBe('running');
    expect(await read(dead)).toMatchObject({ status: 'error', endReason: 'crashed' });
  });
  test('a heartbeat for an ended conversation makes the worker stop it', async () => {
    const { start, key } = await organization();
    const session = await start();
    await api.call('PATCH', `/v1/sessions/${session.id}/stop`, { key });
    api.stopped.length = 0;
    await api.services.reaper.touch([session.id, 'conv_unknown']);
    expect(api.stopped).toEqual([
      { conversationId: session.id, reason: 'stopped' },
      { conversationId: 'conv_unknown', reason: 'stopped' },
    ]);
  });
  test('ends a conversation that its live worker does not end: one that nobody joined, or one past its end', async () => {
    const { start, read } = await organization();
    const waiting = await start();
    const joined = await start({ maxDuration: 80 });
    await join(joined);
    const tick = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed += 10) {
        api.advance(10);
        await api.services.reaper.touch([waiting.id, joined.id]);
      }
      await api.services.reaper.reap();
    };
    await tick(70);
    expect((await read(waiting)).status).toBe('running');
    await tick(20);
    expect(await read(waiting)).toMatchObject({ status: 'ended', endReason: 'never_joined' });
    expect((await read(joined)).status).toBe('running');
    await tick(20);
    const ended = await read(joined);
    expect(ended).toMatchObject({ status: 'ended', endReason: 'max_duration' });
    expect(ended.endedAt).toBe(ended.endsAt);
  });
  test('a conversation of a dead instance counts as crashed once the service is back, and frees its place', async () => {
    const { start, read, key } = await organization({ limits: { concurrentSessions: 1 } });
    const session = await start();
    await join(session);
    expect(await api.services.reaper.recoverAfterRestart('instance-1')).toEqual({ ended: 0 });
    expect((await read(session)).status).toBe('running');
    const { ended } = await api.services.reaper.recoverAfterRestart('instance-2', { soleInstance: true });
    expect(ended).toBe(1);
    expect(await read(session)).toMatchObject({ status: 'error', endReason: 'crashed' });
    expect((await api.call('GET', '/v3/organizations/concurrency', { key })).body).toMatchObject({
      canStart: true,
    });
  });
  test('if several instances share a store, the live ones keep their conversations', async () => {
    const { start, read } = await organization();
    const session = await start();
    await api.services.reaper.reap();
    expect(await api.services.reaper.recoverAfterRestart('instance-2')).toEqual({ ended: 0 });
    expect((await read(session)).status).toBe('running');
    api.advance(16);
    await api.services.reaper.recoverAfterRestart('instance-3');
    expect((await read(session)).status).toBe('error');
  });
});

describe('charged seconds', () => {
  test('count from the join to the end on the paid plan; waiting is free', async () => {
    const { start, key, usage } = await organization({ plan: 'paid', chargeBySecond: 0.5 });
    api.configuredEngines.set('gemini', 'gemini');
    const session = await start({ client: 'acme' });
    api.configuredEngines.clear();
    api.advance(20);
    await join(session);
    api.advance(40);
    await api.call('PATCH', `/v1/sessions/${session.id}/stop`, { key });
    const conversation = (await api.call('GET', `/v3/conversations/${session.id}`, { key })).body;
    expect(conversation).toMatchObject({ charge: true, chargeBySecond: 0.5 });
    const { users } = await usage();
    expect(users).toMatchObject([{ user: 'uma', client: 'acme', conversations: 1 }]);
    expect(users[0].seconds).toBeCloseTo(40, 0);
    expect(users[0].charge).toBeCloseTo(20, 0);
    expect((await api.call('GET', '/v3/organizations/freemium-usage', { key })).body).toBe(0);
  });
  test('are none for the built-in engine, the sandbox', async () => {
    const { start, key } = await organization({ plan: 'paid', chargeBySecond: 0.5 });
    const session = await start();
    expect(session.freemium).toBe(false);
    expect((await api.call('GET', `/v3/conversations/${session.id}`, { key })).body.charge).toBe(false);
  });
  test('are none for a conversation that nobody joined', async () => {
    const { start, usage } = await organization();
    const session = await start();
    api.advance(61);
    await api.report(session.id, { kind: 'ended', at: api.now().getTime(), reason: 'never_joined' });
    expect((await usage()).users).toMatchObject([{ seconds: 0, charge: 0, conversations: 1 }]);
  });
});

test('GET /v3/organizations/user-usage: sums usage by user and client within a cycle, filters and pages', async () => {
  const { start, key, usage } = await organization({ anchorDay: 1 });
  const talk = async (user: string, client: string, seconds: number) => {
    const session = await start({ consumerIdentity: { identity: user }, client });
    await join(session);
    api.advance(seconds);
    await api.call('PATCH', `/v1/sessions/${session.id}/stop`, { key });
  };
  await talk('uma', 'a', 10);
  await talk('uma', 'a', 10);
  await talk('uma', 'b', 15);
  await talk('bob', 'a', 5);
  const all = await usage();
  expect(all).toMatchObject({ skip: 0, take: 20, total: 3 });
  expect(all.users).toMatchObject([
    { user: 'uma', client: 'a', conversations: 2 },
    { user: 'uma', client: 'b', conversations: 1 },
    { user: 'bob', client: 'a', conversations: 1 },
  ]);
  expect(all.users[0].seconds).toBeCloseTo(20, 0);
  const now = api.now();
  expect(all.cycleStart).toBe(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)).toISOString());
  expect(all.cycleEnd).toBe(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString());
  expect(await usage('?user=bob')).toMatchObject({ total: 1, users: [{ user: 'bob' }] });
  expect(await usage('?client=b')).toMatchObject({ total: 1, users: [{ user: 'uma' }] });
  expect(await usage('?skip=1&take=1')).toMatchObject({
    skip: 1,
    take: 1,
    total: 3,
    users: [{ client: 'b' }],
  });
  expect(await usage('?from=2020-02-10T00:00:00Z')).toMatchObject({
    cycleStart: '2020-02-01T00:00:00.000Z',
    cycleEnd: '2020-03-01T00:00:00.000Z',
    total: 0,
    users: [],
  });
  expectProblem(
    await api.call('GET', '/v3/organizations/user-usage?from=yesterday', { key }),
    400,
    'query.from',
  );
  expect((await api.call('GET', '/v3/organizations/freemium-usage', { key })).body).toBeCloseTo(40, 0);
});

test('usage equals the sum of the conversations to the millisecond, per user and across the end of a cycle', async () => {
  const anchorDay = new Date(api.now().getTime() + 3 * 86_400_000).getUTCDate();
  const { start, key, usage, read } = await organization({
    anchorDay: Math.min(anchorDay, 28),
    plan: 'paid',
    chargeBySecond: 0.25,
  });
  const { cycleEnd } = await usage();
  const started: string[] = [];
  const begin = async (user: string) => {
    api.configuredEngines.set('gemini', 'gemini');
    const session = await start({ consumerIdentity: { identity: user } });
    api.configuredEngines.clear();
    started.push(session.id);
    return session;
  };
  const stop = (session: { id: string }) => api.call('PATCH', `/v1/sessions/${session.id}/stop`, { key });
  const beat = () => api.services.reaper.touch(started);

  // All begin before the end of the cycle. One ends before it, one after it, one crashes later, one is never joined.
  api.advance((Date.parse(cycleEnd) - api.now().getTime()) / 1000 - 30);
  const [early, across, crashed, waiting] = [
    await begin('uma'),
    await begin('bob'),
    await begin('uma'),
    await begin('bob'),
  ];
  for (const session of [early, across, crashed]) await join(session);
  api.advance(9.25);
  await beat();
  await stop(early);
  api.advance(40.5);
  await beat();
  const late = await begin('uma');
  await join(late);
  await stop(across);
  await stop(waiting);
  api.advance(7.125);
  await stop(late);
  await api.services.reaper.recoverAfterRestart('instance-2', { soleInstance: true });
  expect(await read(crashed)).toMatchObject({ status: 'error', endReason: 'crashed' });

  const expected = new Map<string, { conversations: number; ms: number }>();
  for (const id of started) {
    const { body } = await api.call('GET', `/v3/conversations/${id}`, { key });
    const cycle = body.startedAt < cycleEnd ? 'first' : 'second';
    const of = `${cycle} ${body.consumerIdentity}`;
    const { conversations, ms } = expected.get(of) ?? { conversations: 0, ms: 0 };
    const joinedMs = body.joinedAt ? Date.parse(body.endedAt) - Date.parse(body.joinedAt) : 0;
    expected.set(of, { conversations: conversations + 1, ms: ms + joinedMs });
  }
  const told = new Map<string, { conversations: number; ms: number }>();
  const previous = new Date(Date.parse(cycleEnd) - 1).toISOString();
  for (const [cycle, query] of [
    ['first', `?from=${previous}`],
    ['second', `?from=${cycleEnd}`],
  ] as const) {
    for (const { user, conversations, seconds, charge } of (await usage(query)).users) {
      told.set(`${cycle} ${user}`, { conversations, ms: Math.round(seconds * 1000) });
      expect(charge).toBeCloseTo(seconds * 0.25, 9);
    }
  }
  expect(told).toEqual(expected);
  expect([...told.keys()].toSorted()).toEqual(['first bob', 'first uma', 'second uma']);
});

test('the quota of the organization: 402 when it is used up; running conversations are ended', async () => {
  const { id, start, read, key, avatar } = await organization({ limits: { monthlySeconds: 30 } });
  const session = await start();
  await join(session);
  api.advance(31);
  await api.services.reaper.touch([session.id]);
  await api.services.reaper.reap();
  expect(await read(session)).toMatchObject({ status: 'blocked', endReason: 'quota' });
  const body = { name: 'x', avatar: { id: avatar.id }, consumerIdentity: { identity: 'u' } };
  expectProblem(await api.call('POST', '/v1/sessions', { key, body }), 402, undefined, 'quota_exceeded');
  const unlimited = { limits: { monthlySeconds: null } };
  await api.call('PATCH', `/admin/organizations/${id}`, { bearer: ADMIN_TOKEN, body: unlimited });
  expect((await api.call('POST', '/v1/sessions', { key, body })).status).toBe(201);
});

describe('a clock that jumps', () => {
  const expectToHaveLasted = (
    { joinedAt, endedAt }: { joinedAt: string; endedAt: string },
    seconds: number,
  ) => expect((Date.parse(endedAt) - Date.parse(joinedAt)) / 1000).toBeCloseTo(seconds, 0);
  const HOUR = 3600;
  test.each([
    ['ahead', HOUR],
    ['back', -HOUR],
  ])('%s by an hour ends nothing, and only the time that really passed is charged', async (_, jump) => {
    const { start, read, key } = await organization({ limits: { monthlySeconds: 600 } });
    const session = await start({ maxDuration: 300 });
    await join(session);
    api.advance(5);
    api.jump(jump);
    // Both before and after the next heartbeat.
    await api.services.reaper.reap();
    await api.services.reaper.touch([session.id]);
    await api.services.reaper.reap();
    api.advance(5);
    expect((await read(session)).status).toBe('running');
    expect((await api.call('GET', '/v3/organizations/freemium-usage', { key })).body).toBeLessThan(26);
    await api.call('PATCH', `/v1/sessions/${session.id}/stop`, { key });
    const ended = await read(session);
    expect(ended).toMatchObject({ status: 'ended', endReason: 'stopped' });
    expectToHaveLasted(ended, 10);
    api.jump(-jump);
  });
  test.each([
    ['ahead', HOUR],
    ['back', -HOUR],
  ])('%s by an hour does not hide dead workers or conversations past their end', async (_, jump) => {
    const { start, read } = await organization();
    const [silent, endless] = [await start(), await start({ maxDuration: 30 })];
    for (const session of [silent, endless]) await join(session);
    api.advance(4);
    await api.services.reaper.touch([silent.id]);
    api.jump(jump);
    for (let passed = 0; passed < 60; passed += 10) {
      api.advance(10);
      await api.services.reaper.touch([endless.id]);
      await api.services.reaper.reap();
    }
    const [crashed, overdue] = [await read(silent), await read(endless)];
    expect(crashed).toMatchObject({ status: 'error', endReason: 'crashed' });
    expectToHaveLasted(crashed, 4);
    expect(overdue).toMatchObject({ status: 'ended', endReason: 'max_duration' });
    expect(overdue.endedAt).toBe(overdue.endsAt);
    api.jump(-jump);
  });
  test("a worker's report never counts for more than the limit plus the sentence in progress", async () => {
    const { start, read } = await organization();
    const session = await start({ maxDuration: 30 });
    await join(session);
    await api.report(session.id, {
      kind: 'ended',
      at: api.now().getTime() + HOUR * 1000,
      reason: 'max_duration',
    });
    const { endedAt, joinedAt } = await read(session);
    expect((Date.parse(endedAt) - Date.parse(joinedAt)) / 1000).toBe(35);
  });
});
