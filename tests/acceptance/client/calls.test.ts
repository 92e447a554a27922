import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createVisavisClient, VisavisApiError, VisavisConnectionError } from '@visavis/client';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { ADMIN_TOKEN, useApi } from '../../support/api-harness.ts';

let baseUrl: string;
let visavis: ReturnType<typeof createVisavisClient>;
const api = useApi();
beforeAll(async () => {
  baseUrl = await api.listen();
  visavis = createVisavisClient({ baseUrl, apiKey: api.key });
  await api.startDeletions();
});

/** Returns the error with which a call was refused. */
async function refusal(call: Promise<unknown>): Promise<VisavisApiError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(VisavisApiError);
  return error as VisavisApiError;
}

test('every method returns the body; values in paths and queries are escaped', async () => {
  const client = 'a&b=c/d?e#f ü';
  const agent = await visavis.post('/v1/agents', { body: { provider: 'gemini', name: 'Ada', client } });
  expect(agent).toMatchObject({ id: expect.stringMatching(/^agt_/), name: 'Ada', client });
  const path = { id: agent.id };
  expect(await visavis.get('/v1/agents/{id}', { path })).toEqual(agent);
  expect(await visavis.get('/v1/agents', { query: { client, take: 1 } })).toEqual({
    skip: 0,
    take: 1,
    total: 1,
    agents: [agent],
  });
  const replaced = await visavis.put('/v1/agents/{id}', { path, body: { provider: 'gemini' } });
  expect(replaced).not.toHaveProperty('name');
  expect(await visavis.delete('/v1/agents/{id}', { path })).toMatchObject(path);
  const brain = await visavis.post('/v3/brains', { body: { instructions: 'x' } });
  const changed = await visavis.patch('/v3/brains/{id}', {
    path: { id: brain.id },
    // A resource that was read can be changed and sent back as a whole.
    body: { ...brain, instructions: 'y' },
  });
  expect(changed.instructions).toBe('y');
  expect(await visavis.get('/v3/organizations/freemium-usage')).toBe(0);
  await expect(refusal(visavis.get('/v1/agents/{id}', { path: { id: '../agents' } }))).resolves.toMatchObject(
    { status: 404 },
  );
});

test('what the API refuses as unknown does not compile either', async () => {
  // @ts-expect-error The property is not known.
  const fault = await refusal(visavis.post('/v1/agents', { body: { provider: 'gemini', naem: 'x' } }));
  expect(fault.errors).toEqual([{ path: 'naem', message: expect.stringContaining('`name`') }]);
  // @ts-expect-error The body is required.
  expect((await refusal(visavis.post('/v1/agents'))).code).toBe('invalid_request');
  // @ts-expect-error The provider is not one of the enum.
  expect((await refusal(visavis.post('/v1/agents', { body: { provider: 'x' } }))).code).toBe(
    'invalid_request',
  );
  // @ts-expect-error There is no such path.
  expect((await refusal(visavis.get('/v1/agentz'))).code).toBe('not_found');
  // @ts-expect-error The path has no such method.
  expect((await refusal(visavis.put('/v1/agents'))).code).toBe('method_not_allowed');
  // @ts-expect-error `take` is a number.
  expect((await refusal(visavis.get('/v1/agents', { query: { take: 'x' } }))).errors[0]!.path).toBe(
    'query.take',
  );
  // @ts-expect-error The path parameter is missing.
  await expect(visavis.get('/v1/agents/{id}')).rejects.toThrow('/v1/agents/{id} needs a value for id');
  // @ts-expect-error A client has either an API key or a token.
  createVisavisClient({ baseUrl, apiKey: 'x', token: 'y' });
});

describe('errors', () => {
  test('contain the problem', async () => {
    const error = await refusal(
      visavis.post('/v1/agents', {
        body: { provider: 'gemini', name: 'x'.repeat(65) },
        headers: { 'x-request-id': 'mine' },
      }),
    );
    expect(error).toMatchObject({
      name: 'VisavisApiError',
      status: 400,
      code: 'invalid_request',
      requestId: 'mine',
      errors: [{ path: 'name', message: expect.stringContaining('64') }],
      problem: { type: `${baseUrl}/docs/errors/invalid_request` },
      retryAfterSeconds: undefined,
    });
    expect(error.message).toBe(error.problem!.detail);
  });
  test('say if the answer does not come from the service, or if there is none', async () => {
    const proxy = createServer((_request, response) => {
      response
        .writeHead(502, { 'content-type': 'text/html', 'retry-after': '3' })
        .end('<h1>Bad gateway</h1>');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const client = createVisavisClient({ baseUrl: url });
    expect(await refusal(client.get('/v3/health'))).toMatchObject({
      status: 502,
      code: undefined,
      problem: undefined,
      retryAfterSeconds: 3,
      message: 'The service answered 502.',
    });
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
    const error: unknown = await client.get('/v3/health').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(VisavisConnectionError);
    expect((error as Error).message).toBe(`The service at ${url} cannot be reached. Is it running?`);
    expect((error as Error).cause).toBeInstanceOf(TypeError);
  });
  test('say if something else answers with a success status, for example a proxy with its login page', async () => {
    const html = { 'content-type': 'text/html' };
    const fetch = vi.fn(async () => new Response('<h1>Please sign in</h1>', { headers: html }));
    const client = createVisavisClient({ baseUrl, fetch, maxRetries: 2 });
    const message =
      'The answer (200, text/html) is not from the service. Check whether baseUrl leads to another server, such as the login page of a proxy.';
    const error = await refusal(client.get('/v3/health'));
    expect(error).toMatchObject({ status: 200, code: undefined, problem: undefined, message });
    expect(error.cause).toBeInstanceOf(SyntaxError);
    expect(await refusal(client.list('/v3/brains').next())).toMatchObject({ message });
    expect(await refusal(client.followConversation('conv_x').next())).toMatchObject({ message });
    const base = client.uploadDocument('kb_x', { name: 'x', mimeType: 'text/plain', content: 'x' });
    expect(await refusal(base)).toMatchObject({ message });
    expect(fetch).toHaveBeenCalledTimes(4);
  });
  test('an aborted call rejects with the reason of its signal', async () => {
    const reason = new Error('changed my mind');
    await expect(visavis.get('/v3/health', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('credentials', () => {
  test('an API key, a client token and the admin token each give access to their own operations', async () => {
    await expect(createVisavisClient({ baseUrl }).get('/v3/health')).resolves.toMatchObject({ status: 'ok' });
    expect(await refusal(createVisavisClient({ baseUrl }).get('/v1/agents'))).toMatchObject({
      status: 401,
      code: 'unauthenticated',
    });
    const [avatar] = (await visavis.get('/v1/avatars')).avatars;
    const { token } = await visavis.post('/v3/tokens', { body: { user: 'uma' } });
    const browser = createVisavisClient({ baseUrl, token });
    const { session } = await browser.post('/v1/session-passes', {
      body: {
        name: 'Talk',
        avatar: { id: avatar!.id },
        agent: { id: avatar!.agentId!.id },
        consumerIdentity: { identity: 'uma' },
      },
    });
    expect(await refusal(browser.get('/v1/sessions'))).toMatchObject({ status: 401 });
    const path = { id: session.id };
    expect(await browser.patch('/v1/session-passes/{id}/stop', { path })).toMatchObject({ status: 'ended' });
    const operator = createVisavisClient({ baseUrl: `${baseUrl}/`, adminToken: ADMIN_TOKEN });
    expect((await operator.get('/admin/organizations')).total).toBeGreaterThan(0);
    expect(await refusal(operator.get('/v1/agents'))).toMatchObject({ status: 401 });
  });
  test('a renewable credential is requested before every request', async () => {
    const keys = ['wrong', api.key];
    const client = createVisavisClient({ baseUrl, apiKey: async () => keys.shift()! });
    expect(await refusal(client.get('/v1/agents'))).toMatchObject({ status: 401 });
    expect(await client.get('/v1/agents')).toMatchObject({ skip: 0 });
  });
});

test('a request with an idempotency key may be sent again', async () => {
  const idempotencyKey = 'once';
  const send = (instructions: string) =>
    visavis.post('/v3/brains', { body: { instructions, client: 'once' }, idempotencyKey });
  const first = await send('Be kind.');
  expect(await send('Be kind.')).toEqual(first);
  expect((await visavis.get('/v3/brains', { query: { client: 'once' } })).total).toBe(1);
  expect(await refusal(send('Be cruel.'))).toMatchObject({ status: 422, code: 'unprocessable' });
});

test('a list is read to its end; rows added meanwhile cause no repetitions or gaps', async () => {
  const client = 'listed';
  const create = async (instructions: string) =>
    (await visavis.post('/v3/brains', { body: { instructions, client } })).instructions;
  for (const instructions of ['a', 'b', 'c', 'd', 'e']) await create(instructions);
  const read: string[] = [];
  for await (const brain of visavis.list('/v3/brains', { query: { client, take: 2 } })) {
    read.push(brain.instructions);
    if (read.length === 2) await create('f');
  }
  expect(read).toEqual(['e', 'd', 'c', 'b', 'a']);
  const behind: string[] = [];
  for await (const brain of visavis.list('/v3/brains', { query: { client, skip: 4 } }))
    behind.push(brain.instructions);
  expect(behind).toEqual(['b', 'a']);
});

describe('uploadDocument', () => {
  test.each([
    ['a text', 'grüße', 'text/plain', 7],
    ['bytes', new Uint8Array([1, 2, 3]), 'application/pdf', 3],
    [
      'a blob with a type of its own',
      new Blob(['# x'], { type: 'text/markdown;charset=utf-8' }),
      undefined,
      3,
    ],
  ] as const)('accepts %s', async (_what, content, mimeType, size) => {
    const { id } = await visavis.post('/v3/knowledge-bases', { body: { name: 'Base' } });
    const document = await visavis.uploadDocument(id, { name: 'x', content, ...(mimeType && { mimeType }) });
    expect(document).toMatchObject({ knowledgeBaseId: id, status: 'indexing', size });
    expect(document.mimeType).toBe(mimeType ?? 'text/markdown');
    expect(api.indexJobs.at(-1)).toMatchObject({ documentId: document.id });
  });
  test.each(['POST', 'PUT', 'PATCH'])('leaves nothing behind when it is cancelled at its %s', async (at) => {
    const { id } = await visavis.post('/v3/knowledge-bases', { body: { name: 'Base' } });
    const blobs = await api.countBlobs();
    const control = new AbortController();
    const client = createVisavisClient({
      baseUrl,
      apiKey: api.key,
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (init.method === at) control.abort();
        return answer;
      },
    });
    const document = { name: 'x', mimeType: 'text/plain', content: 'x', signal: control.signal };
    await expect(client.uploadDocument(id, document)).rejects.toThrow('abort');
    expect((await visavis.get('/v3/knowledge-bases/{id}', { path: { id } })).documents).toEqual([]);
    await expect.poll(() => api.countBlobs()).toBe(blobs);
  });
  test('rejects when the service refuses, and for documents without a type', async () => {
    const { id } = await visavis.post('/v3/knowledge-bases', { body: { name: 'Base' } });
    const film = { name: 'x', mimeType: 'video/mp4', content: 'x' };
    expect(await refusal(visavis.uploadDocument(id, film))).toMatchObject({ code: 'unsupported_media_type' });
    await expect(visavis.uploadDocument(id, { name: 'x', content: 'x' })).rejects.toThrow('needs a mimeType');
    expect((await visavis.get('/v3/knowledge-bases/{id}', { path: { id } })).documents).toEqual([]);
  });
});
