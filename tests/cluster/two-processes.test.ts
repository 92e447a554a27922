import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Session, Webhook } from '@visavis/contracts';
import { afterAll, beforeAll, expect } from 'vitest';
import { EventStreamReader } from '../support/event-stream.ts';
import { useFolder } from '../support/inside.ts';
import { needs } from '../support/needs.ts';
import { poll } from '../support/poll.ts';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';
import { type Service, startService, TEST_API_KEY } from '../support/service.ts';
import { createKnowledgeBase, startSession, stopSession, untilEnded } from '../support/service-client.ts';
import { SoftwarePasskey } from '../support/software-passkey.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const { describe, test } = needs('PostgreSQL');

/** Two `visavis serve` processes share one PostgreSQL and one folder of files: a change at one applies at the other. */
let postgres: TestPostgres;
const dataDir = useFolder();
const services: Service[] = [];
let first: Service;
let second: Service;
const ADMIN = 'admin-token-of-the-tests';
/** More than the tests themselves send in a minute. */
const LIMIT = 1500;

const settings = () => ({
  DATABASE_URL: postgres.url,
  VISAVIS_ADMIN_TOKEN: ADMIN,
  VISAVIS_WORKERS: '1',
  VISAVIS_PRIVATE_ADDRESSES: 'true',
  VISAVIS_LIMIT_REQUESTS_PER_MINUTE: String(LIMIT),
});

beforeAll(async () => {
  postgres = await startPostgres();
  // Both start at once on an empty database: migrations, the default organization and its key must be made only once.
  const starting = [0, 1].map(() => startService({ dataDir, env: settings() }));
  const started = await Promise.allSettled(starting);
  services.push(...started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])));
  [first, second] = (await Promise.all(starting)) as [Service, Service];
});
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()));
  await postgres?.stop();
});

interface Answer<T> {
  status: number;
  headers: Headers;
  body: T;
}

async function send<T>(
  service: Service,
  method: string,
  path: string,
  { key = TEST_API_KEY, headers = {}, body }: { key?: string; headers?: object; body?: object } = {},
): Promise<Answer<T>> {
  const response = await fetch(service.url + path, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as T };
}

/** Creates a separate organization, so that no other test uses up its limits. */
async function organization(limits: object = {}): Promise<{ id: string; key: string }> {
  const headers = { authorization: `Bearer ${ADMIN}` };
  const made = await send<{ id: string }>(first, 'POST', '/admin/organizations', {
    headers,
    body: { name: 'Other', limits },
  });
  const path = `/admin/organizations/${made.body.id}/keys`;
  const { body } = await send<{ key: string }>(second, 'POST', path, { headers, body: {} });
  return { id: made.body.id, key: body.key };
}

test('only one organization was created, and both processes know its key', async () => {
  const headers = { authorization: `Bearer ${ADMIN}` };
  const { body } = await send<{ organizations: { name: string }[] }>(second, 'GET', '/admin/organizations', {
    headers,
  });
  expect(body.organizations.map(({ name }) => name)).toEqual(['default']);
  for (const service of [first, second]) expect((await send(service, 'GET', '/v1/agents')).status).toBe(200);
});

test('a process with a different secret is refused, and told what to do', async () => {
  const other = await mkdtemp(join(tmpdir(), 'visavis-other-'));
  await expect(startService({ dataDir: other, env: settings() })).rejects.toThrow(
    /a different secret[\s\S]*VISAVIS_SECRET/,
  );
  await rm(other, { recursive: true });
});

describe('credentials', () => {
  test('a key that is revoked on one process is refused on the other within seconds', async () => {
    const { id, key } = await organization();
    const { body } = await send<{ apiKeys: { id: string }[] }>(first, 'GET', '/v3/api-keys', { key });
    expect((await send(second, 'GET', '/v1/agents', { key })).status).toBe(200);
    const headers = { authorization: `Bearer ${ADMIN}` };
    const made = await send<{ key: string }>(first, 'POST', `/admin/organizations/${id}/keys`, {
      headers,
      body: {},
    });
    await send(first, 'DELETE', `/v3/api-keys/${body.apiKeys[0]!.id}`, { key: made.body.key });
    expect((await send(first, 'GET', '/v1/agents', { key })).status).toBe(401);
    await expect.poll(async () => (await send(second, 'GET', '/v1/agents', { key })).status).toBe(401);
  });

  test('requests are counted across both processes', async () => {
    const { key } = await organization();
    const ask = (service: Service) => send(service, 'GET', '/v1/agents', { key });
    const secondsLeft = (answer: Awaited<ReturnType<typeof ask>>) =>
      Number(/t=(\d+)/.exec(answer.headers.get('ratelimit')!)![1]);
    let [passed, refused, left, isOver] = [0, 0, Number.POSITIVE_INFINITY, false];
    // Until both refuse every request.
    while (!isOver || refused < LIMIT / 2) {
      const batch = await Promise.all(
        Array.from({ length: 20 }, (_, at) => ask(at % 2 === 0 ? first : second)),
      );
      const now = Math.max(...batch.map(secondsLeft));
      // The limit restarts with each minute of the clock, and so do these counts, except for requests in flight.
      if (now > left) [passed, refused] = [0, 0];
      left = now;
      const answered = batch.filter(({ status }) => status === 200).length;
      passed += answered;
      refused += batch.length - answered;
      isOver = answered === 0;
    }
    // Each process may have missed 5% of the limit at the other, and requests that were in flight.
    expect(passed).toBeLessThanOrEqual(LIMIT * 1.1 + 20);
    expect(passed).toBeGreaterThan(LIMIT / 2);
  });

  test('an Idempotency-Key is valid on both', async () => {
    const headers = { 'idempotency-key': 'once-for-both' };
    const create = (service: Service) =>
      send<{ id: string }>(service, 'POST', '/v1/agents', {
        headers,
        body: { provider: 'gemini', name: 'One' },
      });
    const answers = await Promise.all([create(first), create(second)]);
    expect(answers.map(({ status }) => status)).toContain(201);
    const [one, other] = [await create(first), await create(second)];
    expect(one.body.id).toBe(other.body.id);
    expect(other.headers.get('idempotent-replayed')).toBe('true');
    const { body } = await send<{ agents: { name?: string }[] }>(first, 'GET', '/v1/agents');
    expect(body.agents.filter(({ name }) => name === 'One')).toHaveLength(1);
  });
});

describe('conversations', () => {
  const asked = (key: string) => ({
    key,
    body: {
      name: 'x',
      avatar: { identity: 'maya', name: 'Maya' },
      agent: { provider: 'gemini' },
      consumerIdentity: { identity: 'ada' },
    },
  });

  test('places are counted across both, and one process can stop a conversation of the other', async () => {
    const { key } = await organization({ concurrentSessions: 1 });
    const started = await send<{ session: Session }>(first, 'POST', '/v1/sessions', asked(key));
    expect(started.status, JSON.stringify(started.body)).toBe(201);
    const refused = await send<{ code: string }>(second, 'POST', '/v1/sessions', asked(key));
    expect(refused.body.code).toBe('concurrency_limit');
    const path = `/v1/sessions/${started.body.session.id}`;
    const stopped = await send<Session>(second, 'PATCH', `${path}/stop`, { key });
    expect(stopped.body).toMatchObject({ status: 'ended', endReason: 'stopped' });
    const again = await send<{ session: Session }>(second, 'POST', '/v1/sessions', asked(key));
    expect(again.status, JSON.stringify(again.body)).toBe(201);
    await send(second, 'PATCH', `/v1/sessions/${again.body.session.id}/stop`, { key });
  });

  test("the events of one process's worker can be followed on the other as they happen", async () => {
    const { session } = await startSession(first);
    const url = `${second.url}/v3/conversations/${session.id}/events`;
    const reader = await EventStreamReader.open(url, { 'x-api-key': TEST_API_KEY });
    const types = () => reader.events.map(({ data }) => data.type ?? data.status);
    await poll('the avatar, seen by the other process', types, (all) => all.includes('avatar_joined'));
    await stopSession(second, session.id);
    await reader.done;
    expect(types()).toContain('ended');
  });

  test('a webhook is called only once, by either process', async () => {
    const receiver = await startWebhookReceiver();
    try {
      const body = { url: receiver.url, eventTypes: ['conversation.started', 'conversation.ended'] };
      const webhook = (await send<Webhook>(first, 'POST', '/v3/webhooks', { body })).body;
      for (const service of [first, second, first, second]) {
        const { session } = await startSession(service);
        await stopSession(service === first ? second : first, session.id);
      }
      await expect.poll(() => receiver.received.length).toBeGreaterThanOrEqual(8);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(new Set(ids).size).toBe(8);
      const { body: log } = await send<{ deliveries: { attempts: object[] }[] }>(
        second,
        'GET',
        `/v3/webhooks/${webhook.id}/deliveries`,
      );
      expect(log.deliveries.every(({ attempts }) => attempts.length <= 1)).toBe(true);
      await send(first, 'DELETE', `/v3/webhooks/${webhook.id}`);
    } finally {
      await receiver.close();
    }
  });
});

describe('a member', () => {
  const pageOf = (service: Service) => service.url.replace('127.0.0.1', 'localhost');
  /** Sends a request as a page of the service does. */
  async function browse(service: Service, method: string, path: string, body?: object, cookie = '') {
    const origin = pageOf(service);
    const response = await fetch(origin + path, {
      method,
      headers: { origin, 'sec-fetch-site': 'same-origin', cookie, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: await response.json(),
      cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    };
  }

  test('is invited on one process, joins on the other, and is the same member on both', async () => {
    const { key } = await organization();
    const owner = { name: 'Ada', role: 'owner' };
    const invite = async (body: object) =>
      (await send<{ link: string }>(first, 'POST', '/v3/invitations', { key, body })).body.link.split('=')[1];
    const join = async (body: object) => {
      const secret = await invite(body);
      const passkey = new SoftwarePasskey(pageOf(second));
      const opened = await browse(second, 'POST', '/v3/sign-in/invitation', { secret });
      const answer = { secret, ...passkey.create(opened.body.creation) };
      const joined = await browse(second, 'POST', '/v3/sign-in/invitation/passkey', answer);
      expect(joined.status, JSON.stringify(joined.body)).toBe(201);
      return { passkey, cookie: joined.cookie, id: joined.body.member.id as string };
    };
    await join(owner);
    const { cookie, id, passkey } = await join({ name: 'Uma', role: 'viewer' });
    const make = (service: Service) =>
      browse(service, 'POST', '/v3/brains', { name: 'Guide', provider: 'openai' }, cookie);
    const statuses = async () => [(await make(first)).status, (await make(second)).status];
    expect(await statuses()).toEqual([403, 403]);
    await send(first, 'PATCH', `/v3/members/${id}`, { key, body: { role: 'editor' } });
    await expect.poll(async () => (await statuses()).includes(403)).toBe(false);
    const asked = await browse(first, 'POST', '/v3/sign-in/passkey-requests');
    const again = passkey.answer(asked.body);
    // The passkey answers for the page of the other process, whose origin differs by its port.
    expect((await browse(first, 'POST', '/v3/sign-in/passkey', again)).status).toBe(401);
    await send(first, 'DELETE', `/v3/members/${id}`, { key });
    await expect.poll(statuses).toEqual([401, 401]);
  });
});

test('a document uploaded on one process is indexed by either', async () => {
  for (const service of [first, second]) {
    const id = await createKnowledgeBase(service, 'Museum', 'The museum opens at nine.');
    const read = await send(service === first ? second : first, 'GET', `/v3/knowledge-bases/${id}`);
    expect(read.body).toMatchObject({ documents: [{ status: 'indexed' }] });
  }
});

/** The last test, because it kills the second process. */
test('a conversation of a killed process ends as crashed, and its place is freed', async () => {
  const { session } = await startSession(second);
  await second.stop('SIGKILL');
  const ended = await untilEnded(first, session.id);
  expect(ended).toMatchObject({ status: 'error', endReason: 'crashed' });
  // Conversations that other tests left running at that process end one heartbeat later.
  await expect
    .poll(async () => (await send(first, 'GET', '/v3/organizations/concurrency')).body)
    .toMatchObject({ active: 0 });
});
