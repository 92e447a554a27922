import { expect, test, vi } from 'vitest';
import { PNG, startApi, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { noCapacity } from '../support/inside.ts';

const api = useApi();

let keys = 0;
const newKey = () => `request-${++keys}`;
const post = (idempotencyKey: string, body: object, url = '/v3/voices', key = api.key) =>
  api.call('POST', url, { key, body, headers: { 'idempotency-key': idempotencyKey } });
const total = async (path = '/v3/voices') => (await api.call('GET', path)).body.total;

test('the same request again gets the first answer, and changes nothing', async () => {
  const key = newKey();
  const before = await total();
  const first = await post(key, { instructions: 'a' });
  const second = await post(key, { instructions: 'a' });
  expect(first.status).toBe(201);
  expect(first.headers).not.toHaveProperty('idempotent-replayed');
  expect(second).toMatchObject({ status: 201, body: first.body, headers: { 'idempotent-replayed': 'true' } });
  expect(second.headers['content-type']).toBe(first.headers['content-type']);
  expect(await total()).toBe(before + 1);
});

test('a repeated request returns the secret again, although it cannot be read in the store', async () => {
  const key = newKey();
  const first = await post(key, { name: 'k' }, '/v3/api-keys');
  expect((await post(key, { name: 'k' }, '/v3/api-keys')).body.key).toBe(first.body.key);
  const sealed = await api.database.kysely.selectFrom('idempotency_keys').selectAll().execute();
  expect(sealed.length).toBeGreaterThan(0);
  expect(JSON.stringify(sealed)).not.toContain(first.body.key);
});

test('422 for another body or another path under the same key', async () => {
  const key = newKey();
  await post(key, { instructions: 'a' });
  expectProblem(await post(key, { instructions: 'b' }), 422, 'header.idempotency-key');
  expectProblem(await post(key, { instructions: 'a' }, '/v3/brains'), 422);
});

test('409 while the first request is in progress; of several at once, only one is executed', async () => {
  const key = newKey();
  const before = await total();
  const answers = await Promise.all([1, 2, 3, 4].map(() => post(key, { instructions: 'a' })));
  expect(await total()).toBe(before + 1);
  const done = answers.filter((answer) => answer.status === 201);
  expect(done.length).toBeGreaterThan(0);
  expect(new Set(done.map((answer) => answer.body.id)).size).toBe(1);
  for (const answer of answers.filter((one) => one.status !== 201)) expectProblem(answer, 409);
});

test('409 as long as the first request is in progress, however long it takes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  /** The picture fetches in progress; calling an entry completes that fetch. */
  const fetches: (() => void)[] = [];
  let begun: () => void = () => undefined;
  const whenFetching = (count: number) =>
    new Promise<string>((resolve) => {
      begun = () => fetches.length >= count && resolve(`${count} are carried out`);
      begun();
    });
  const slow = await startApi({
    wrapPorts: (ports) => ({
      ...ports,
      imageFetcher: {
        async fetchImage() {
          await new Promise<void>((resolve) => {
            fetches.push(resolve);
            begun();
          });
          return Buffer.from(PNG.split(',')[1]!, 'base64');
        },
      },
    }),
  });
  try {
    const body = { refImage: 'https://pictures.example/portrait.png' };
    const upload = () => slow.call('POST', '/v3/faces', { body, headers: { 'idempotency-key': 'one' } });
    const first = upload();
    await whenFetching(1);
    for (let seconds = 0; seconds < 180; seconds += 20) {
      slow.advance(20);
      await vi.advanceTimersByTimeAsync(20_000);
      // The store handles calls in order, so when this one is answered, the work that the timer started is done.
      await slow.call('GET', '/v3/faces');
    }
    expect(await Promise.race([upload(), whenFetching(2)])).toMatchObject({ status: 409 });
    fetches[0]!();
    expect((await first).status).toBe(201);
    expect(await upload()).toMatchObject({ status: 201, headers: { 'idempotent-replayed': 'true' } });
  } finally {
    for (const end of fetches) end();
    vi.useRealTimers();
    await slow.close();
  }
});

test('a refusal is repeated as well; a request that failed with a 5xx may be retried', async () => {
  const refused = newKey();
  const body = { provider: 'gemini', brainId: 'brn_x' };
  const first = await post(refused, body, '/v1/agents');
  expectProblem(first, 422, 'brainId');
  expect(await post(refused, body, '/v1/agents')).toMatchObject({
    status: 422,
    headers: {
      'idempotent-replayed': 'true',
      'content-type': expect.stringContaining('application/problem+json'),
    },
  });
  const busy = newKey();
  const avatar = (await api.call('GET', '/v1/avatars')).body.avatars[0];
  const session = { name: 'x', avatar: { id: avatar.id }, consumerIdentity: { identity: 'u' } };
  api.failNextDispatch(noCapacity('Busy.'));
  expectProblem(await post(busy, session, '/v1/sessions'), 503);
  const started = await post(busy, session, '/v1/sessions');
  expect(started.status).toBe(201);
  expect((await post(busy, session, '/v1/sessions')).body).toEqual(started.body);
});

test('an invalid request does not use up its key', async () => {
  const key = newKey();
  expectProblem(await post(key, { identity: 'x' }), 400);
  expect((await post(key, { identity: 'Kore' })).status).toBe(201);
});

test('an answer of more than half a mebibyte is not stored: a repeated request is told so, and does nothing', async () => {
  const key = newKey();
  const before = await total('/v3/brains');
  const body = { instructions: '\u0001'.repeat(90_000) };
  expect((await post(key, body, '/v3/brains')).status).toBe(201);
  const again = expectProblem(await post(key, body, '/v3/brains'), 409, undefined, 'conflict');
  expect(again.detail).toContain('was executed with status 201');
  // Long after a lock that is not renewed would have expired.
  api.advance(3600);
  expectProblem(await post(key, body, '/v3/brains'), 409);
  expect(await total('/v3/brains')).toBe(before + 1);
});

test('each organization has its own keys, which expire after a day', async () => {
  const key = newKey();
  const other = await api.createOrganization();
  const mine = await post(key, {});
  const theirs = await post(key, {}, '/v3/voices', other.key);
  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(mine.body.id);
  api.advance(24 * 3600 + 1);
  const later = await post(key, {});
  expect(later.headers).not.toHaveProperty('idempotent-replayed');
  expect(later.body.id).not.toBe(mine.body.id);
});

test('400 for an invalid key; other methods ignore the header', async () => {
  expectProblem(await post('x'.repeat(256), {}), 400, 'header.idempotency-key');
  const answer = await api.call('GET', '/v3/voices', { headers: { 'idempotency-key': 'x'.repeat(256) } });
  expect(answer.status).toBe(200);
});
