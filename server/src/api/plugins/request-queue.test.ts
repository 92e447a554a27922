import Fastify, { type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { jsonBodies } from './json-bodies.ts';
import { requestQueue } from './request-queue.ts';
import { requestsInFlight } from './requests-in-flight.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const settled = async () => {
  for (let round = 0; round < 20; round++) await new Promise(setImmediate);
};

async function start() {
  const app = Fastify();
  app.decorateRequest('organization', {
    getter(this: FastifyRequest) {
      return { id: String(this.headers.organization) } as never;
    },
  });
  await app.register(requestsInFlight, {});
  await app.register(requestQueue);
  await app.register(jsonBodies);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const handler = async (request: FastifyRequest) => {
    begun.push(String(request.headers.organization));
    await new Promise<void>((resolve) => ends.push(resolve));
    return '';
  };
  app.get('/light', { config: { access: 'api_key' } }, handler);
  app.post('/light', { config: { access: 'api_key' } }, handler);
  const record = { type: 'object', properties: { transcript: { type: 'array' } } };
  app.post('/record', { config: { access: 'api_key' }, schema: { response: { 201: record } } }, handler);
  app.get('/heavy', { config: { access: 'api_key', isHeavy: true } }, handler);
  app.get('/open', { config: { access: 'public' } }, handler);
  app.get('/sign-in', { config: { access: 'sign_in' } }, handler);
  app.get('/probe', { config: { access: 'public', skipsQueue: true } }, async () => 'well');
  const asked: Promise<{ statusCode: number }>[] = [];
  const ask = (organization: string, url = '/light', more: object = {}) => {
    const answer = app.inject({ url, headers: { organization }, ...more });
    asked.push(answer);
    return answer;
  };
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()!();
      await settled();
    }
    expect(new Set((await Promise.all(asked)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await app.close();
  };
  return { ask, begun, ends, endAll };
}

test('a request of another organization starts although one organization sends hundreds', async () => {
  const { ask, begun, endAll } = await start();
  for (let count = 0; count < 300; count++) void ask('many');
  void ask('one');
  await settled();
  expect(begun).toEqual([...Array.from({ length: 4 }, () => 'many'), 'one']);
  await endAll();
});

test.each([
  ['callers of public routes', '/open'],
  ['people who sign in', '/sign-in'],
])('%s are one owner, however many addresses they have, and its addresses take turns', async (_, path) => {
  const { ask, begun, endAll } = await start();
  for (let count = 0; count < 100; count++) void ask('many', path, { remoteAddress: '10.0.0.1' });
  for (let at = 0; at < 30; at++) void ask('crowd', path, { remoteAddress: `10.0.1.${at}` });
  void ask('one');
  await settled();
  expect(begun.toSorted()).toEqual(['crowd', 'crowd', 'crowd', 'many', 'one']);
  await endAll();
});

test('if all places are taken, each waiting organization gets the next one in turn', async () => {
  const { ask, begun, ends, endAll } = await start();
  for (const many of ['a', 'b', 'c', 'd']) for (let count = 0; count < 20; count++) void ask(many);
  void ask('one');
  void ask('other', '/light', { method: 'POST', payload: {} });
  await settled();
  expect(begun).toHaveLength(16);
  for (let turn = 0; turn < 3; turn++) {
    ends.shift()!();
    await settled();
  }
  expect(begun.slice(16).sort()).toEqual(['a', 'one', 'other']);
  expect((await ask('nobody', '/probe')).statusCode).toBe(200);
  await endAll();
});

test('a POST that answers a whole conversation counts as heavy', async () => {
  const { ask, begun, endAll } = await start();
  for (let count = 0; count < 10; count++) void ask('many', '/record', { method: 'POST', payload: {} });
  await settled();
  expect(begun).toHaveLength(1);
  await endAll();
});

test('one heavy request of an organization runs at a time, next to its light ones', async () => {
  const { ask, begun, endAll } = await start();
  for (let count = 0; count < 10; count++) void ask('many', '/heavy');
  await settled();
  expect(begun).toHaveLength(1);
  void ask('many');
  void ask('one', '/heavy');
  await settled();
  expect(begun).toHaveLength(3);
  await endAll();
});

test('a long request lets the next one have its turn', async () => {
  const { ask, begun, endAll } = await start();
  for (let count = 0; count < 6; count++) void ask('many');
  await settled();
  expect(begun).toHaveLength(4);
  vi.advanceTimersByTime(1_000);
  await settled();
  expect(begun).toHaveLength(6);
  await endAll();
});
