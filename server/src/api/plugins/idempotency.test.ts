import Fastify, { type FastifyRequest } from 'fastify';
import { expect, test, vi } from 'vitest';
import type { DomainError } from '../../domain/errors.ts';
import type { Idempotency } from '../../domain/idempotency.ts';
import { idempotency } from './idempotency.ts';

test('a limited number of answers per organization is kept; old ones expire, and other organizations have their own limit', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let kept = 0;
  const keys = {
    reserve: async () => undefined,
    complete: async (_scope: string, _key: string, { body }: { body: string }) => {
      kept += body.length;
    },
  } as unknown as Idempotency;
  const app = Fastify();
  app.setErrorHandler<DomainError>(({ code, retryAfterSeconds }, _request, reply) =>
    reply
      .code(code === 'rate_limited' ? 429 : 500)
      .header('retry-after', retryAfterSeconds)
      .send(),
  );
  app.decorateRequest('organization', {
    getter(this: FastifyRequest) {
      return { id: String(this.headers.organization) } as never;
    },
  });
  await app.register(idempotency, { idempotency: keys, storageLimit: { bytes: 1_000_000, seconds: 100 } });
  app.post('/', { config: { access: 'api_key' } }, async (_request, reply) =>
    reply.code(201).send('x'.repeat(99_000)),
  );
  const ask = async (organization: string) =>
    app.inject({ method: 'POST', url: '/', headers: { organization, 'idempotency-key': 'k' } });
  try {
    // Each key adds one kibibyte to the size of its response.
    for (let count = 0; count < 10; count++) expect((await ask('many')).statusCode).toBe(201);
    expect(await ask('many')).toMatchObject({ statusCode: 429, headers: { 'retry-after': '1' } });
    expect((await ask('one')).statusCode).toBe(201);
    expect(kept).toBe(11 * 99_000);
    vi.advanceTimersByTime(1_000);
    expect((await ask('many')).statusCode).toBe(201);
    expect(await ask('many')).toMatchObject({ statusCode: 429, headers: { 'retry-after': '10' } });
  } finally {
    vi.useRealTimers();
    await app.close();
  }
});

test('a key is separate for the organization and for each of its end users', async () => {
  const scopes: string[] = [];
  const keys = {
    reserve: async (scope: string) => {
      scopes.push(scope);
      return { status: 201, contentType: 'text/plain', body: 'the first answer' };
    },
  } as unknown as Idempotency;
  const app = Fastify();
  app.decorateRequest('organization', { getter: () => ({ id: 'org' }) as never });
  app.decorateRequest('grantIfAny', {
    getter(this: FastifyRequest) {
      const { user } = this.headers;
      return (user && { user, client: null, apiKeyId: 'key', character: null, embed: null }) as never;
    },
  });
  await app.register(idempotency, { idempotency: keys });
  app.post('/', { config: { access: 'api_key_or_client_token' } }, async () => 'another');
  for (const user of [undefined, 'ada']) {
    const headers = { 'idempotency-key': 'k', ...(user && { user }) };
    const answer = await app.inject({ method: 'POST', url: '/', headers });
    expect(answer.headers['idempotent-replayed']).toBe('true');
    expect(answer.body).toBe('the first answer');
  }
  expect(scopes).toEqual(['org', 'org/["ada",null,"key",null,null]']);
  await app.close();
});
