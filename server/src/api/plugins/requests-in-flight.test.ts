import { PassThrough } from 'node:stream';
import Fastify, { type FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { requestsInFlight } from './requests-in-flight.ts';

test('unread pictures delay requests of their own address only', async () => {
  const app = Fastify();
  await app.register(requestsInFlight);
  const begun: string[] = [];
  const release: (() => void)[] = [];
  app.get('/images', { config: { access: 'signed' } }, async ({ ip }) => {
    begun.push(ip);
    await new Promise<void>((resolve) => release.push(resolve));
    return '';
  });
  app.get('/other', { config: { access: 'public' } }, async () => '');
  const get = (remoteAddress: string, url = '/images') => app.inject({ url, remoteAddress });
  const held = Array.from({ length: 40 }, (_, at) => get(`2001:db8::${at}`));
  // When this request is answered, every earlier request has begun or is waiting.
  await get('2001:db8::1', '/other');
  expect(begun).toHaveLength(32);
  const another = get('192.0.2.7');
  const isNext = () => expect.poll(() => release.length, { interval: 1 });
  await isNext().toBe(33);
  expect(begun.at(-1)).toBe('192.0.2.7');
  for (let ended = 0; ended < 41; ended++) {
    await isNext().toBeGreaterThan(0);
    release.shift()!();
  }
  expect((await Promise.all([...held, another])).map(({ statusCode }) => statusCode)).toEqual(
    Array.from({ length: 41 }, () => 200),
  );
  await app.close();
});

async function startWithUsers(
  options: { maxBytes?: { ofOne: number; ofAddress: number; all: number } } = {},
) {
  const app = Fastify();
  app.decorateRequest('organization', {
    getter(this: FastifyRequest) {
      return { id: String(this.headers.organization) } as never;
    },
  });
  app.decorateRequest('grantIfAny', {
    getter(this: FastifyRequest) {
      return this.headers.user as never;
    },
  });
  await app.register(requestsInFlight, options);
  const begun: FastifyRequest[] = [];
  const ends: (() => void)[] = [];
  const handler = async (request: FastifyRequest) => {
    begun.push(request);
    await new Promise<void>((resolve) => ends.push(resolve));
    return '';
  };
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined);
  app.post('/', { config: { access: 'api_key_or_client_token' } }, handler);
  app.get('/other', { config: { access: 'public' } }, async () => '');
  const ask = (organization: string, user?: string, body?: string | PassThrough) =>
    app.inject({
      method: 'POST',
      url: '/',
      ...(user && { remoteAddress: `192.0.2.${user.replace(/\D/g, '') || 1}` }),
      headers: {
        organization,
        ...(user && { user }),
        ...(body && { 'content-type': 'text/plain' }),
        ...(body instanceof PassThrough && { 'content-length': '8' }),
      },
      ...(body && { payload: body }),
    });
  const begin = async (count: number) => {
    await expect.poll(() => begun.length, { interval: 1 }).toBe(count);
    // When this request is answered, every earlier request that is allowed to begin has begun.
    await app.inject('/other');
  };
  return { app, ask, begun, ends, begin };
}

test('however many end users an organization has, at most 64 of their requests are in progress, besides those of its key', async () => {
  const { app, ask, begun, ends, begin } = await startWithUsers();
  const answers = Array.from({ length: 160 }, (_, at) => ask('many', `user ${at % 40}`));
  await begin(64);
  expect(begun).toHaveLength(64);
  answers.push(ask('many'), ask('one', 'user 1'));
  await begin(66);
  for (const end of ends.splice(0)) end();
  await begin(130);
  for (const end of ends.splice(0)) end();
  await begin(162);
  for (const end of ends.splice(0)) end();
  expect(new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  await app.close();
});

test('a body waits if its organization has no space; if all space is used, it is refused, except for the first', async () => {
  const { app, ask, begun, ends, begin } = await startWithUsers({
    maxBytes: { ofOne: 8, ofAddress: 8, all: 12 },
  });
  app.setErrorHandler((error: { code?: string }, _request, reply) =>
    reply.code(error.code === 'capacity' ? 503 : 500).send(),
  );
  const body = '12345678';
  const answers = [ask('many', undefined, body), ask('many', undefined, 'x'), ask('one', undefined, '1')];
  await begin(2);
  expect(begun.map(({ headers }) => headers.organization)).toEqual(['many', 'one']);
  // The organization's end users have space of their own, and its next request has no body.
  answers.push(ask('many', 'its user', body), ask('many'));
  await begin(4);
  expect((await ask('one', undefined, '1')).statusCode).toBe(503);
  for (const end of ends.splice(0)) end();
  await begin(5);
  answers.push(ask('one', undefined, '1'));
  await begin(6);
  for (const end of ends.splice(0)) end();
  expect(new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  await app.close();
});

test('bodies that do not arrive block no end user, and no other organization', async () => {
  // The bodies of both organizations together exceed the total limit.
  const { app, ask, ends, begin } = await startWithUsers({
    maxBytes: { ofOne: 800, ofAddress: 400, all: 100 },
  });
  const silent = ['one', 'two'].flatMap((organization) =>
    Array.from({ length: 80 }, (_, at) => {
      const body = new PassThrough();
      return { body, answer: ask(organization, `user ${at % 8}`, body) };
    }),
  );
  await app.inject('/other');
  const others = [
    ask('one', 'user 1'),
    ask('one', 'user 99', '12345678'),
    ask('three', 'user 1', '12345678'),
  ];
  await begin(3);
  for (const end of ends.splice(0)) end();
  for (const [at, { body, answer }] of silent.entries()) {
    body.end('12345678');
    await begin(4 + at);
    ends.shift()!();
    others.push(answer);
    await answer;
  }
  expect(new Set((await Promise.all(others)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  await app.close();
});

test('announcing as many bytes as an address block may send blocks no other block', async () => {
  const { app, ask, begun, ends, begin } = await startWithUsers({
    maxBytes: { ofOne: 12, ofAddress: 8, all: 100 },
  });
  const body = new PassThrough();
  const answers = [
    ask('one', 'user 1', body),
    ask('one', 'user 1', '12345678'),
    ask('one', 'user 2', '1234'),
  ];
  await begin(1);
  expect(begun[0]!.headers.user).toBe('user 2');
  ends.shift()!();
  body.end('12345678');
  await begin(2);
  ends.shift()!();
  await begin(3);
  ends.shift()!();
  expect(new Set((await Promise.all(answers)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  await app.close();
});
