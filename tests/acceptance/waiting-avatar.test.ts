import { beforeAll, expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { hostToken } from '../support/host-token.ts';

const READY = 'conv_01k3m6v2q8e4tb9p0x7yz5wnhd';

let key: string;
let avatar: { id: string; identity: string; name: string };
let waiting: { id: string; identity: string } | undefined;
const asked: string[] = [];
const givenUp: string[] = [];

const api = useApi({
  wrapPorts: (ports) => ({
    ...ports,
    waitingAvatars: {
      claim: ({ identity, name }) => {
        asked.push(`${identity} ${name}`);
        const found = waiting?.identity === identity ? waiting.id : undefined;
        if (found) waiting = undefined;
        return found;
      },
      release: (conversationId) => void givenUp.push(conversationId),
    },
  }),
});
beforeAll(async () => {
  ({ key } = await api.createOrganization({ limits: { concurrentSessions: 1 } }));
  [avatar] = (await api.call('GET', '/v1/avatars', { key })).body.avatars;
});

const consumerIdentity = { identity: 'user-1', name: 'User' };
const start = (body: object = {}) =>
  api.call('POST', '/v1/sessions', {
    key,
    body: { name: 'Talk', avatar: { id: avatar.id }, consumerIdentity, ...body },
  });
const stop = (id: string) => api.call('PATCH', `/v1/sessions/${id}/stop`, { key });

test('a session takes the waiting avatar, with its id and its room, which is opened for the organization', async () => {
  waiting = { id: READY, identity: avatar.identity };
  const { status, body } = await start();
  expect(status).toBe(201);
  expect(body.session.id).toBe(READY);
  expect(asked).toEqual([`${avatar.identity} ${avatar.name}`]);
  expect(api.openRooms.has(READY)).toBe(true);
  expect(api.dispatched.at(-1)).toMatchObject({ conversationId: READY, room: { name: READY } });
  expect(api.minted.map(({ room, identity }) => [room, identity])).toContainEqual([READY, 'user-1']);
  expect(givenUp).toEqual([]);
  await stop(READY);
});

test('a session that finds no waiting avatar gets an id of its own', async () => {
  const { body } = await start();
  expect(body.session.id).toMatch(/^conv_/);
  expect(body.session.id).not.toBe(READY);
  await stop(body.session.id);
});

test('a session that a limit refuses after it took the avatar releases the avatar', async () => {
  const id = 'conv_01k3m6v2q8e4tb9p0x7yz5wnhe';
  waiting = { id, identity: avatar.identity };
  // The first check finds a free place for both; the check under the lock finds one for only one of them.
  const answers = await Promise.all([start(), start()]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 429]);
  const started = answers.find(({ status }) => status === 201)!.body.session.id;
  expect(givenUp).toEqual(started === id ? [] : [id]);
  await stop(started);
});

test('a start that no worker takes releases the avatar and leaves no room behind', async () => {
  const id = 'conv_01k3m6v2q8e4tb9p0x7yz5wnhf';
  waiting = { id, identity: avatar.identity };
  api.failNextDispatch(new Error('the worker fell over'));
  expect((await start()).status).toBe(500);
  expect(givenUp).toContain(id);
  expect(api.openRooms.has(id)).toBe(false);
});

test("a session with the caller's own agent or own room takes no waiting avatar", async () => {
  waiting = { id: READY, identity: avatar.identity };
  asked.length = 0;
  const remoteAgentConnectingIdentity = { identity: 'their-agent', name: 'Agent' };
  const host = { serverUrl: 'wss://rooms.example.com', accessToken: hostToken() };
  for (const body of [
    { remoteAgentConnectingIdentity },
    { remoteAgentConnectingIdentity, host, consumerIdentity: undefined },
  ]) {
    const answer = await start(body);
    expect(answer.status).toBe(201);
    expect(answer.body.session.id).not.toBe(READY);
    await stop(answer.body.session.id);
  }
  expect(asked).toEqual([]);
});
