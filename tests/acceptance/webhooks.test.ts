import { EVENT_TYPES, WEBHOOK_MESSAGES } from '@visavis/contracts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type ApiHarness, useApi } from '../support/api-harness.ts';
import { describeResource } from '../support/describe-resource.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { useStarted } from '../support/use-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const strict = describeResource({
  path: '/v3/webhooks',
  listName: 'webhooks',
  prefix: 'whk',
  body: async () => ({ url: 'https://hooks.example/visavis', eventTypes: ['conversation.ended'] }),
  shows: {
    url: 'https://hooks.example/visavis',
    eventTypes: ['conversation.ended'],
    enabled: true,
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
  },
  invalid: [
    ['no url', { eventTypes: ['conversation.ended'] }, 400, 'url'],
    ['no event', { url: 'https://a.example/', eventTypes: [] }, 400, 'eventTypes'],
    ['an unknown event', { url: 'https://a.example/', eventTypes: ['x'] }, 400, 'eventTypes.0'],
    ['plain http', { url: 'http://a.example/', eventTypes: ['document.failed'] }, 422, 'url'],
    ['a private address', { url: 'https://10.0.0.1/', eventTypes: ['document.failed'] }, 422, 'url'],
    ['a name of this machine', { url: 'https://a.localhost./', eventTypes: ['document.failed'] }, 422, 'url'],
    ['a password', { url: 'https://a:b@a.example/', eventTypes: ['document.failed'] }, 422, 'url'],
  ],
  update: {
    method: 'PATCH',
    body: { url: 'https://other.example/', eventTypes: ['usage.threshold'], enabled: false },
    shows: { url: 'https://other.example/', eventTypes: ['usage.threshold'], enabled: false },
  },
  shownOnce: ['secret'],
  unset: ['client', 'description'],
});

const api = useApi(() => ({ webhooksToPrivate: true, beside: strict() }));
const receiver = useStarted(startWebhookReceiver, (it) => it.close());
afterEach(async () => {
  // Deliveries that one test leaves pending must not arrive in the next.
  await api.database.kysely.deleteFrom('webhook_deliveries').where('status', '=', 'pending').execute();
  receiver.received.length = 0;
  receiver.answer = (response) => response.end();
});

async function organization(fields: object = {}) {
  const { id, key } = await api.createOrganization({ ...fields });
  const call = (method: string, url: string, body?: unknown) =>
    api.call(method, url, { key, ...(body !== undefined && { body }) });
  const avatar = (await call('GET', '/v1/avatars')).body.avatars[0];
  const start = async (more: object = {}): Promise<string> => {
    const body = { name: 'x', avatar: { id: avatar.id }, consumerIdentity: { identity: 'uma' }, ...more };
    return (await call('POST', '/v1/sessions', body)).body.session.id;
  };
  const listen = async (eventTypes: readonly string[] = EVENT_TYPES, more: object = {}) =>
    (await call('POST', '/v3/webhooks', { url: `${receiver.url}/hook`, eventTypes, ...more })).body;
  const log = async (webhook: { id: string }) =>
    (await call('GET', `/v3/webhooks/${webhook.id}/deliveries?take=50`)).body.deliveries;
  return { id, key, call, start, listen, log };
}

/** Makes the attempts that the queue would have made by now, by the test clock. Returns their number. */
async function deliverDue(): Promise<number> {
  const due = await api.database.kysely
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('status', '=', 'pending')
    .where('next_attempt_at', '<=', api.now())
    .orderBy('next_attempt_at')
    .execute();
  for (const { id } of due) await api.services.deliveries.attempt(id);
  return due.length;
}
const messages = () => receiver.received.map(({ body }) => JSON.parse(body));
const report = (id: string, event: object) =>
  api.report(id, { at: api.now().getTime(), ...event } as Parameters<ApiHarness['report']>[1]);

test('webhooks report a conversation from its start to its transcript, signed, as the contract requires', async () => {
  const { start, listen, log } = await organization();
  const webhook = await listen();
  const id = await start();
  await report(id, { kind: 'joined' });
  await report(id, { kind: 'transcript', entryId: 'a', author: 'user', content: 'Hi.', final: true });
  await report(id, { kind: 'ended', reason: 'consumer_left' });
  await deliverDue();
  expect(messages().map(({ type }) => type)).toEqual([
    'conversation.started',
    'conversation.joined',
    'conversation.ended',
  ]);
  // The last words arrive after the end and are still part of the transcript.
  await report(id, { kind: 'transcript', entryId: 'b', author: 'character', content: 'Bye', final: true });
  api.advance(5);
  await deliverDue();
  const [started, joined, ended, transcript] = messages();
  expect(started.data).toMatchObject({ id, status: 'running', consumerIdentity: 'uma' });
  expect(joined.data).toMatchObject({ id, status: 'running', joinedAt: expect.any(String) });
  expect(ended.data).toMatchObject({ id, status: 'ended', endReason: 'consumer_left' });
  expect(transcript).toMatchObject({
    type: 'transcript.completed',
    data: { conversationId: id, entries: [{ content: 'Hi.' }, { content: 'Bye' }] },
  });
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const message of messages()) {
    const group = message.type.split('.')[0] as keyof typeof WEBHOOK_MESSAGES;
    expect(ajv.validate(WEBHOOK_MESSAGES[group], message), ajv.errorsText()).toBe(true);
    expect(JSON.stringify(message)).not.toContain('null');
  }
  const verifier = new Verifier(webhook.secret);
  const { headers, body } = receiver.received[0]!;
  const signedAt = Number(headers['webhook-timestamp']);
  expect(Math.abs(signedAt - api.now().getTime() / 1000)).toBeLessThan(60);
  const signed = headers as Record<string, string>;
  expect(verifier.verify(body, signed)).toEqual(started);
  expect(() => verifier.verify(body.replace('uma', 'eve'), signed)).toThrow();
  expect(new Set(receiver.received.map((one) => one.headers['webhook-id'])).size).toBe(4);
  expect(await log(webhook)).toMatchObject(
    Array.from({ length: 4 }, () => ({ status: 'succeeded', attempts: [{ status: 200 }] })),
  );
});

test('a failed conversation is reported; an empty transcript is not', async () => {
  const { start, listen, log } = await organization();
  const webhook = await listen(['conversation.failed', 'transcript.completed', 'conversation.ended']);
  const id = await start();
  await report(id, { kind: 'ended', reason: 'provider_error', detail: 'quota' });
  api.advance(10);
  await deliverDue();
  expect(messages()).toMatchObject([
    {
      type: 'conversation.failed',
      data: { status: 'error', endReason: 'provider_error', endDetail: 'quota' },
    },
  ]);
  expect((await log(webhook)).map(({ status }: { status: string }) => status).sort()).toEqual([
    'dropped',
    'succeeded',
  ]);
});

test('a start that fails triggers no webhook', async () => {
  const { listen, call, log } = await organization();
  const webhook = await listen();
  const avatar = (await call('GET', '/v1/avatars')).body.avatars[0];
  api.failNextDispatch(new Error('no worker'));
  const body = { name: 'x', avatar: { id: avatar.id }, consumerIdentity: { identity: 'uma' } };
  expect((await call('POST', '/v1/sessions', body)).status).toBe(500);
  expect(await log(webhook)).toEqual([]);
});

test('documents and usage', async () => {
  const { call, start, listen } = await organization({ limits: { monthlySeconds: 100 } });
  await listen(['document.indexed', 'document.failed', 'usage.threshold']);
  const kb = (await call('POST', '/v3/knowledge-bases', { name: 'k' })).body;
  const documents = `/v3/knowledge-bases/${kb.id}/documents`;
  const added = (await call('POST', documents, { name: 'd', mimeType: 'text/plain' })).body;
  const url = new URL(added.uploadUrl);
  const headers = { 'content-type': 'text/plain' };
  await api.call('PUT', url.pathname + url.search, { key: null, body: Buffer.from('x'), headers });
  for (const outcome of [
    { type: 'indexed', content: 'One passage.' },
    { type: 'failed', reason: 'It is encrypted.' },
  ] as const) {
    await call('PATCH', `${documents}/${added.document.id}/index`);
    await api.services.documents.report(api.indexJobs.at(-1)!, outcome);
  }
  const id = await start({ maxDuration: 500 });
  await report(id, { kind: 'joined' });
  for (const seconds of [50, 35, 1]) {
    api.advance(seconds);
    await api.services.reaper.touch([id]);
    await api.services.reaper.reap();
  }
  await deliverDue();
  expect(messages()).toMatchObject([
    { type: 'document.indexed', data: { id: added.document.id, status: 'indexed' } },
    { type: 'document.failed', data: { statusReason: 'It is encrypted.' } },
    { type: 'usage.threshold', data: { percent: 80, monthlySeconds: 100 } },
  ]);
});

test('an enabled webhook gets only its own event types, client and organization', async () => {
  const one = await organization();
  const two = await organization();
  const acme = await one.listen(['conversation.started'], { client: 'acme' });
  const all = await one.listen(['conversation.started']);
  const deaf = await one.listen(['conversation.started']);
  await one.call('PATCH', `/v3/webhooks/${deaf.id}`, { enabled: false });
  const foreign = await two.listen();
  await one.start({ client: 'acme' });
  await one.start();
  expect(await one.log(acme)).toHaveLength(1);
  expect(await one.log(all)).toHaveLength(2);
  expect(await one.log(deaf)).toEqual([]);
  expect(await two.log(foreign)).toEqual([]);
  expectProblem(await two.call('GET', `/v3/webhooks/${all.id}/deliveries`), 404);
  expectProblem(await two.call('POST', `/v3/webhooks/${all.id}/test`), 404);
  expectProblem(await two.call('POST', `/v3/webhooks/${all.id}/rotate`), 404);
});

describe('faults of the receiver', () => {
  const failed = async (answer: WebhookReceiver['answer']) => {
    const { start, listen, log, call } = await organization();
    const webhook = await listen(['conversation.started']);
    receiver.answer = answer;
    await start();
    await deliverDue();
    const [delivery] = await log(webhook);
    return { webhook, delivery, call, log: () => log(webhook), start };
  };

  test('500: the same message is sent ten times within three days, with growing pauses, and then given up', async () => {
    const { log } = await failed((response) => response.writeHead(500).end());
    const begun = api.now().getTime();
    for (;;) {
      const [delivery] = await log();
      if (delivery.status !== 'pending') break;
      const due = Date.parse(delivery.nextAttemptAt);
      const before = receiver.received.length;
      const left = (due - api.now().getTime()) / 1000;
      // The test clock also runs on its own, so only a long pause is sure to have time left.
      if (left > 60) {
        api.advance(left - 30);
        await deliverDue();
        expect(receiver.received.length).toBe(before);
      }
      api.advance(left > 60 ? 31 : left + 1);
      await deliverDue();
    }
    const [delivery] = await log();
    expect(delivery).toMatchObject({ status: 'failed', attempts: { length: 10 } });
    expect(delivery.attempts[0]).toMatchObject({ status: 500, error: 'it answered 500' });
    expect(delivery).not.toHaveProperty('nextAttemptAt');
    const hours = (api.now().getTime() - begun) / 3_600_000;
    expect(hours).toBeGreaterThan(56);
    expect(hours).toBeLessThan(72);
    const times = delivery.attempts.map(({ at }: { at: string }) => Date.parse(at));
    const pauses = times.slice(1).map((time: number, n: number) => time - times[n]);
    // Each pause is shortened by a random amount of up to a fifth, so that receivers are not called simultaneously.
    for (const [n, pause] of pauses.slice(1).entries()) expect(pause).toBeGreaterThan(0.8 * pauses[n]);
    expect(pauses.at(-1)).toBeGreaterThan(1000 * pauses[0]);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });
  test('a delivery succeeds once a temporary failure has passed', async () => {
    const { log } = await failed((response) => response.writeHead(503).end());
    receiver.answer = (response) => response.writeHead(204).end();
    api.advance(6);
    await deliverDue();
    expect((await log())[0]).toMatchObject({
      status: 'succeeded',
      attempts: [{ status: 503 }, { status: 204 }],
    });
  });
  test('Retry-After is respected', async () => {
    const { delivery } = await failed((response) => response.writeHead(429, { 'retry-after': '600' }).end());
    const pause = Date.parse(delivery.nextAttemptAt) - Date.parse(delivery.updatedAt);
    expect(pause / 1000).toBeCloseTo(600, 0);
  });
  test('410 disables the webhook; enabling it clears the reason', async () => {
    const { webhook, delivery, call, start, log } = await failed((response) => response.writeHead(410).end());
    expect(delivery).toMatchObject({ status: 'failed', attempts: [{ status: 410 }] });
    const path = `/v3/webhooks/${webhook.id}`;
    expect((await call('GET', path)).body).toMatchObject({
      enabled: false,
      disabledReason: expect.stringContaining('410'),
    });
    await start();
    expect(await log()).toHaveLength(1);
    const enabled = (await call('PATCH', path, { enabled: true })).body;
    expect(enabled.enabled).toBe(true);
    expect(enabled).not.toHaveProperty('disabledReason');
  });
  test('a redirect is not followed', async () => {
    const { delivery } = await failed((response) =>
      response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end(),
    );
    expect(delivery.attempts[0]).toMatchObject({ status: 302, error: 'redirects are not followed' });
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook']);
  });
  test('a broken connection and an endless answer count as failures', async () => {
    const { delivery } = await failed((response) => response.destroy());
    expect(delivery.attempts[0].error).toBe('the server could not be reached');
    // The rest of a large answer is not read; its status decides.
    const large = await failed((response) => response.end(Buffer.alloc(1_000_000)));
    expect(large.delivery.status).toBe('succeeded');
  });
  test('a receiver that answers too late or too slowly is given up', async () => {
    // The clock of `AbortSignal.timeout` cannot be faked, so the test only checks that it is set to 15 s.
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const patience = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(300));
    const { delivery } = await failed((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 50);
      response.once('close', () => clearInterval(drip));
    });
    expect(delivery.attempts[0].error).toBe('it took too long');
    expect(patience).toHaveBeenCalledExactlyOnceWith(15_000);
    patience.mockRestore();
  });
});

test('an address that resolves to a private one is not connected to', async () => {
  const { body: webhook } = await strict().call('POST', '/v3/webhooks', {
    body: { url: 'https://localhost.localdomain/', eventTypes: ['conversation.started'] },
  });
  // Behaves like a host name that resolved to a public address when the webhook was created.
  const url = receiver.url.replace('http:', 'https:');
  await strict().database.kysely.updateTable('webhooks').set({ url }).where('id', '=', webhook.id).execute();
  const { body: sent } = await strict().call('POST', `/v3/webhooks/${webhook.id}/test`);
  await strict().services.deliveries.attempt(sent.id);
  const { body } = await strict().call('GET', `/v3/webhooks/${webhook.id}/deliveries`);
  expect(body.deliveries[0]).toMatchObject({
    status: 'failed',
    attempts: [{ error: 'the address is not public' }],
  });
});

test('after a rotation both secrets verify for a day, then the new one alone', async () => {
  const { call, listen } = await organization();
  const webhook = await listen(['usage.threshold']);
  const path = `/v3/webhooks/${webhook.id}`;
  const rotated = await call('POST', `${path}/rotate`);
  expect(rotated).toMatchObject({ status: 201, body: { secret: expect.stringMatching(/^whsec_/) } });
  expect(rotated.body.secret).not.toBe(webhook.secret);
  const verifies = (secret: string) => {
    const { headers, body } = receiver.received.at(-1)!;
    // The verifier requires a timestamp near its own clock, but the message is signed by the test clock.
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const expected = new Verifier(secret).sign(String(headers['webhook-id']), at, body);
    return String(headers['webhook-signature']).split(' ').includes(expected);
  };
  await call('POST', `${path}/test`);
  await deliverDue();
  expect([verifies(webhook.secret), verifies(rotated.body.secret)]).toEqual([true, true]);
  expect((await call('GET', path)).body.previousSecretExpiresAt).toBeDefined();
  expect((await call('GET', path)).body).not.toHaveProperty('secret');
  api.advance(24 * 3600 + 1);
  await call('POST', `${path}/test`);
  await deliverDue();
  expect([verifies(webhook.secret), verifies(rotated.body.secret)]).toEqual([false, true]);
  expect((await call('GET', path)).body).not.toHaveProperty('previousSecretExpiresAt');
});

test('every event has an example that matches the contract and is sent once', async () => {
  const { call, listen, log } = await organization();
  const webhook = await listen();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  receiver.answer = (response) => response.writeHead(500).end();
  for (const eventType of EVENT_TYPES) {
    const sent = await call('POST', `/v3/webhooks/${webhook.id}/test`, { eventType });
    expect(sent).toMatchObject({ status: 201, body: { eventType, status: 'pending' } });
  }
  await deliverDue();
  for (const message of messages()) {
    expect(message.test).toBe(true);
    const group = message.type.split('.')[0] as keyof typeof WEBHOOK_MESSAGES;
    expect(ajv.validate(WEBHOOK_MESSAGES[group], message), ajv.errorsText()).toBe(true);
  }
  expect(messages()).toHaveLength(EVENT_TYPES.length);
  expect(new Set(messages().map(({ type }) => type))).toEqual(new Set(EVENT_TYPES));
  for (const delivery of await log(webhook)) expect(delivery.status).toBe('failed');
});

test('a replay sends the same message as a new delivery', async () => {
  const { start, call, listen, log } = await organization();
  const webhook = await listen(['conversation.started']);
  await start();
  await deliverDue();
  const [first] = await log(webhook);
  const path = `/v3/webhooks/${webhook.id}/deliveries`;
  const replayed = await call('POST', `${path}/${first.id}/replay`);
  expect(replayed).toMatchObject({ status: 201, body: { status: 'pending', eventId: first.eventId } });
  expect(replayed.body.id).not.toBe(first.id);
  await deliverDue();
  const [one, two] = receiver.received;
  expect(two!.body).toBe(one!.body);
  expect(two!.headers['webhook-id']).toBe(one!.headers['webhook-id']);
  expect(await log(webhook)).toHaveLength(2);
  expectProblem(await call('POST', `${path}/dlv_x/replay`), 404);
});

test('replays share one copy of the payload, which is deleted with the last delivery', async () => {
  const { start, call, listen, log } = await organization();
  const webhook = await listen(['conversation.started']);
  const name = 'Told once, however often it is sent';
  const conversation = await start({ name });
  await deliverDue();
  const kept = async () => {
    const { rows: tables } = await api.database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables
       where table_schema = current_schema() and table_name like 'webhook%'`,
    );
    const counts = tables.map((table) =>
      api.database.pool.query(`select 1 from ${table.name} t where t::text like $1`, [`%${name}%`]),
    );
    return (await Promise.all(counts)).reduce((sum, { rows }) => sum + rows.length, 0);
  };
  expect(await kept()).toBe(1);
  const [first] = await log(webhook);
  for (let n = 0; n < 3; n++) {
    const { status, body } = await call('POST', `/v3/webhooks/${webhook.id}/deliveries/${first.id}/replay`);
    expect({ status, payload: body.payload }).toEqual({ status: 201, payload: first.payload });
  }
  await deliverDue();
  expect(receiver.received.map(({ body }) => body)).toEqual(Array(4).fill(first.payload));
  expect(await kept()).toBe(1);
  await report(conversation, { kind: 'ended', reason: 'consumer_left' });
  expect((await call('DELETE', `/v3/conversations/${conversation}`)).body.webhookDeliveries).toBe(4);
  expect(await kept()).toBe(0);
});

test('a payload of more than 64 KiB is sent whole, but neither the log nor a replay shows it', async () => {
  const { call, listen, log } = await organization();
  const webhook = await listen(['usage.threshold']);
  const path = `/v3/webhooks/${webhook.id}`;
  const { id, eventId } = (await call('POST', `${path}/test`)).body;
  const long = JSON.stringify({ text: 'x'.repeat(66_000) });
  const keep = (payload: string) =>
    api.database.pool.query('update webhook_events set payload = $2 where id = $1', [eventId, payload]);
  await keep(long);
  const replayed = await call('POST', `${path}/deliveries/${id}/replay`);
  expect({ status: replayed.status, payload: replayed.body.payload }).toEqual({ status: 201 });
  expect((await log(webhook)).map(({ payload }: { payload?: string }) => payload)).toEqual([
    undefined,
    undefined,
  ]);
  await deliverDue();
  expect(receiver.received.map(({ body }) => body)).toEqual([long, long]);
  const short = long.slice(500, 32_000);
  await keep(short);
  expect((await log(webhook))[0].payload).toBe(short);
});

test('the log has a maximum size', async () => {
  const { call, listen } = await organization();
  const webhook = await listen(['usage.threshold']);
  await call('POST', `/v3/webhooks/${webhook.id}/test`);
  await deliverDue();
  const { kysely } = api.database;
  const { id: _id, ...row } = await kysely
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhook.id)
    .executeTakeFirstOrThrow();
  const old = Array.from({ length: 250 }, (_, n) => ({ ...row, id: `dlv_${n}`, attempts: '[]' }));
  await kysely
    .insertInto('webhook_deliveries')
    .values(old as never)
    .execute();
  await call('POST', `/v3/webhooks/${webhook.id}/test`);
  await deliverDue();
  expect((await call('GET', `/v3/webhooks/${webhook.id}/deliveries`)).body.total).toBe(200);
});

// Must be the last test: from here on, time passes by itself.
test('the queue sends and retries by itself, and each message has one job', async () => {
  const { kysely } = api.database;
  const { start, listen } = await organization();
  await listen(['conversation.started']);
  // Deletes the jobs that other tests have queued.
  await kysely.deleteFrom('jobs').execute();
  await api.startEvents();
  receiver.answer = (response) => {
    receiver.answer = (next) => next.end();
    response.writeHead(500).end();
  };
  await start();
  await expect.poll(() => receiver.received.length).toBe(2);
  const [first, second] = receiver.received;
  expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  const jobs = () => kysely.selectFrom('jobs').select('state').execute();
  await expect.poll(jobs).toEqual([{ state: 'succeeded' }, { state: 'succeeded' }]);
});
