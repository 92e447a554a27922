import { beforeAll, describe, expect, test } from 'vitest';
import { PNG, useApi } from '../support/api-harness.ts';
import { FailingPorts } from '../support/failing-ports.ts';

/** The last call of a start. */
const LAST_CALL = 'stores.conversations.confirm';
/** Calls that are rolled back even if only their response is lost. */
const UNDONE_UNANSWERED = [
  'stores.conversations.admit',
  'rooms.open',
  'dispatcher.start',
  'stores.conversations.confirm',
];

const ports = new FailingPorts();
let key: string;
let organizationId: string;
let characterId: string;
let began = 0;

const api = useApi({ wrapPorts: (given) => ports.wrap(given) });
beforeAll(async () => {
  ({ key, id: organizationId } = await api.createOrganization({
    plan: 'paid',
    limits: { concurrentSessions: 1 },
  }));
  characterId = (await api.call('GET', '/v1/avatars', { key })).body.avatars[0].id;
});

const consumer = { identity: 'user-1' };
const KINDS = {
  'a session with an avatar and an agent made for it': () => ({
    url: '/v1/sessions',
    body: {
      name: 'Talk',
      avatar: { name: 'Me', refImage: PNG },
      agent: { provider: 'gemini', memory: true },
      consumerIdentity: consumer,
    },
  }),
  "a conversation with an avatar and the caller's agent": () => ({
    url: '/v3/conversations',
    body: {
      name: 'Talk',
      characterId,
      consumer,
      remoteAgent: { identity: 'their-agent', agentName: 'guide' },
    },
  }),
};

/** Returns everything that a failed start could leave behind. */
async function traces() {
  const read = async (url: string) => (await api.call('GET', url, { key })).body;
  const started = new Set(api.dispatched.map(({ conversationId }) => conversationId));
  const stopped = new Set(api.stopped.map(({ conversationId }) => conversationId));
  return {
    avatars: (await read('/v1/avatars')).total,
    agents: (await read('/v1/agents')).total,
    faces: (await read('/v3/faces')).total,
    conversations: (await read('/v1/sessions')).total,
    blobs: await api.countBlobs(),
    place: await read('/v3/organizations/concurrency'),
    charge: await read('/v3/organizations/user-usage'),
    rooms: api.openRooms.size,
    withWorkers: [...started].filter((id) => !stopped.has(id)).length,
  };
}

describe.each(Object.entries(KINDS))('%s that fails', (_, kind) => {
  let calls: string[];
  const start = (idempotencyKey = `start-${++began}`) => {
    const { url, body } = kind();
    return api.call('POST', url, { key, body, headers: { 'idempotency-key': idempotencyKey } });
  };
  const stop = () => api.services.conversations.stopAll(organizationId, 'stopped');

  beforeAll(async () => {
    ports.record();
    const { status, body } = await start();
    expect(status, body.detail).toBe(201);
    calls = ports.calls.slice(0, ports.calls.indexOf(LAST_CALL) + 1);
    await stop();
  });

  async function fails(failing: { nth: number; when: 'before' | 'after' }) {
    const before = await traces();
    const idempotencyKey = `fails-${++began}`;
    ports.record(failing);
    const answer = await start(idempotencyKey);
    ports.record();
    const place = `${calls[failing.nth]}, ${failing.when} its work`;
    expect(answer.status, place).toBe(500);
    expect(await traces(), place).toEqual(before);
    return idempotencyKey;
  }

  test('at any of its calls leaves nothing behind', async () => {
    expect(calls).toEqual(expect.arrayContaining(UNDONE_UNANSWERED));
    for (let nth = 0; nth < calls.length; nth++) await fails({ nth, when: 'before' });
  });

  test('because an answer is lost leaves nothing behind', async () => {
    for (const call of UNDONE_UNANSWERED) await fails({ nth: calls.indexOf(call), when: 'after' });
  });

  test('cannot fail once it runs: nothing is read back for its answer', async () => {
    ports.record();
    expect((await start()).status).toBe(201);
    expect(ports.calls).toEqual(calls);
    await stop();
  });

  test('may be tried again with its key', async () => {
    const idempotencyKey = await fails({ nth: calls.indexOf('dispatcher.start'), when: 'after' });
    const again = await start(idempotencyKey);
    expect(again.status).toBe(201);
    expect(again.headers['idempotent-replayed']).toBeUndefined();
    await stop();
  });
});

test.each(['/v1/sessions', '/v3/conversations'])(
  'a start by %s whose answer cannot be produced ends the conversation, because nobody got the tokens to join it',
  async (url) => {
    const base = (await api.call('POST', '/v3/knowledge-bases', { key, body: { name: 'Handbook' } })).body;
    const { faces } = (await api.call('GET', '/v3/faces?take=1', { key })).body;
    const character = await api.call('POST', '/v3/characters', {
      key,
      body: { name: 'Waiter', faceId: faces[0].id, knowledgeBaseId: base.id },
    });
    const body =
      url === '/v1/sessions'
        ? {
            name: 'Talk',
            avatar: { id: characterId },
            knowledgeBase: { id: base.id },
            consumerIdentity: consumer,
          }
        : { name: 'Talk', characterId: character.body.id, consumer };
    const start = () =>
      api.call('POST', url, { key, body, headers: { 'idempotency-key': `shown-${++began}` } });
    ports.record();
    expect((await start()).status).toBe(201);
    const nth = ports.calls.indexOf('stores.documents.newestOf', ports.calls.indexOf(LAST_CALL));
    await api.services.conversations.stopAll(organizationId, 'stopped');
    const { place } = await traces();
    ports.record({ nth, when: 'before' });
    expect((await start()).status).toBe(500);
    ports.record();
    expect((await traces()).place).toEqual(place);
  },
);
