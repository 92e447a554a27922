import { once } from 'node:events';
import { connect } from 'node:net';
import { ERROR_CODES } from '@visavis/contracts';
import { describe, expect, test } from 'vitest';
import { ADMIN_TOKEN, startApi, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

const api = useApi({ corsOrigins: ['https://console.example'] });

const sendRaw = (text: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  api.call('POST', '/v3/voices', { body: text, headers });

describe('requests', () => {
  test('the request id is returned; a valid id from the caller is kept', async () => {
    const given = await api.call('GET', '/v3/health', { headers: { 'x-request-id': 'my-request.1' } });
    expect(given.headers['x-request-id']).toBe('my-request.1');
    const bad = await api.call('GET', '/v3/health', { headers: { 'x-request-id': 'a b' } });
    expect(bad.headers['x-request-id']).toMatch(/^req_/);
    const one = await api.call('GET', '/nowhere');
    expectProblem(one, 404);
    expect(one.headers['x-request-id']).not.toBe((await api.call('GET', '/nowhere')).headers['x-request-id']);
  });
  test('404 for an unknown path, 405 with Allow for an unknown method', async () => {
    expectProblem(await api.call('GET', '/v2/health'), 404);
    expectProblem(await api.call('GET', '/v3/voices/a/b'), 404);
    const answer = await api.call('PUT', '/v3/voices/x');
    expectProblem(answer, 405);
    expect(answer.headers.allow).toBe('DELETE, GET, HEAD, PATCH');
  });
  test('415 for another type, 413 above a mebibyte, 400 for invalid JSON', async () => {
    expectProblem(await sendRaw('a=1', { 'content-type': 'application/x-www-form-urlencoded' }), 415);
    expectProblem(await sendRaw('{}', { 'content-type': 'text/plain' }), 415);
    expectProblem(await sendRaw('', { 'content-type': 'text/plain' }), 400, 'body');
    expectProblem(await sendRaw(JSON.stringify({ instructions: 'x'.repeat(1 << 20) })), 413);
    for (const text of ['{', '{"a":1,}', 'nonsense', '{"__proto__":{"x":1}}', '"x"', '[]', 'null', '1'])
      expectProblem(await sendRaw(text), 400);
    expect(expectProblem(await sendRaw(''), 400, 'body').detail).toContain('a JSON object');
  });
  test('404 for a path with a trailing slash suggests the path without it', async () => {
    expect(expectProblem(await api.call('GET', '/v3/health/'), 404).detail).toContain('slash');
    expect(expectProblem(await api.call('GET', '/v3/wealth/'), 404).detail).not.toContain('slash');
  });
  test('400 for an unknown parameter of a list, because a misspelt filter would match everything', async () => {
    const lists = ['/v3/voices', '/v3/memories', '/v3/organizations/user-usage', '/v1/avatars'];
    for (const path of lists) {
      const problem = expectProblem(await api.call('GET', `${path}?cleint=a`), 400, 'query.cleint');
      expect(problem.detail).toContain('did you mean `client`?');
    }
  });
  test('a parser error does not quote the body', async () => {
    expect(expectProblem(await sendRaw('{"secret": hunter2'), 400).detail).not.toContain('hunter2');
  });
  test('deeply nested JSON is refused', async () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    expectProblem(await sendRaw(`{"instructions": ${deep}}`), 400);
  });
  test('JSON with too many values is refused, and at most twenty errors are reported', async () => {
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 1]));
    const wide = await api.call('POST', '/v3/brains', { body: names(6_000) });
    expect(expectProblem(wide, 400, 'body').detail).toContain('5,000 values');
    const many = await api.call('POST', '/v3/brains', { body: { ...names(4_000), instruction: 'x' } });
    expect(expectProblem(many, 400, 'k0').errors).toHaveLength(20);
  });
  test('413 names the limit of the operation', async () => {
    const send = (url: string) => api.call('POST', url, { body: { x: 'x'.repeat(2 ** 20) } });
    expect(expectProblem(await send('/v3/knowledge-bases'), 413).detail).toContain('131072 bytes');
    expect(expectProblem(await send('/v3/brains'), 413).detail).toContain('1048576 bytes');
    expectProblem(await send('/v3/faces'), 400, 'x');
  });
  test('values in bodies are not coerced, those in queries are', async () => {
    expectProblem(await api.call('POST', '/v3/voices', { body: { client: false } }), 400, 'client');
    expect((await api.call('GET', '/v3/voices?take=1&skip=0')).body).toMatchObject({ take: 1, skip: 0 });
  });
  test('a cursor continues after the previous page, whatever is added meanwhile; total counts the whole list', async () => {
    const add = async (n: number) => {
      const body = { client: 'walked', instructions: `Number ${n}.` };
      return (await api.call('POST', '/v3/brains', { body })).body.id as string;
    };
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift(await add(n));
    const first = (await api.call('GET', '/v3/brains?client=walked&take=2')).body;
    expect(first).toMatchObject({ skip: 0, take: 2, total: 5, nextCursor: expect.any(String) });
    await add(5);
    const seen: string[] = first.brains.map(({ id }: { id: string }) => id);
    for (let cursor = first.nextCursor; cursor !== undefined; ) {
      const { body } = await api.call('GET', `/v3/brains?client=walked&take=2&cursor=${cursor}`);
      expect(body).toMatchObject({ skip: 0, take: 2, total: 6 });
      seen.push(...body.brains.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(ids);
    const beside = await api.call('GET', `/v3/brains?skip=1&cursor=${first.nextCursor}`);
    expectProblem(beside, 400, 'query.cursor');
    for (const cursor of [
      'x',
      '',
      first.nextCursor.slice(4),
      Buffer.from('2026-99-99T00:00:00.000000Z x').toString('base64url'),
    ])
      expectProblem(await api.call('GET', `/v3/conversations?cursor=${cursor}`), 400, 'query.cursor');
    expectProblem(
      await api.call('GET', `/v3/organizations/user-usage?cursor=${first.nextCursor}`),
      400,
      'query.cursor',
    );
  });
  test('the words Infinity and 1e400 are accepted as text where text is expected', async () => {
    for (const word of ['Infinity', '1e400'])
      expect((await api.call('GET', `/v3/conversations?search=${word}`)).status).toBe(200);
  });
  test('an infinite number is refused where JSON would store it as null', async () => {
    const parameters = '{"type":"object","properties":{"a":{"type":"number","maximum":1e400}}}';
    const body = `{"name":"a","description":"b","url":"https://a.example/","parameters":${parameters}}`;
    const headers = { 'content-type': 'application/json' };
    expectProblem(
      await api.call('POST', '/v3/tools', { headers, body }),
      400,
      'parameters.properties.a.maximum',
    );
  });
  test('forged cursors and other values that clients send back never cause an error of the service', async () => {
    const places = ['0000-01-01T00:00', '2026-02-30T00:00', '2026-01-01T24:00', '2026-01-01T23:60'];
    const cursors = places
      .map((at) => `${at}:00.000000Z x`)
      .concat('2026-01-01T00:00:00.000000Z x y', '\u0000');
    const lists = ['/v1/agents', '/v3/conversations', '/v3/memories', '/v3/api-keys'];
    const admins = ['/admin/organizations', '/admin/audit-log'];
    for (const text of cursors) {
      const cursor = Buffer.from(text).toString('base64url');
      for (const list of lists)
        expectProblem(await api.call('GET', `${list}?cursor=${cursor}`), 400, 'query.cursor');
      for (const list of admins) {
        const answer = await api.call('GET', `${list}?cursor=${cursor}`, { bearer: ADMIN_TOKEN });
        expectProblem(answer, 400, 'query.cursor');
      }
    }
    const { id } = (await api.call('POST', '/v3/knowledge-bases', { body: { name: 'k' } })).body;
    const { document, uploadUrl } = (
      await api.call('POST', `/v3/knowledge-bases/${id}/documents`, {
        body: { name: 'd', mimeType: 'text/plain' },
      })
    ).body;
    const signature = new URL(uploadUrl).searchParams.get('signature');
    for (const expires of ['1e300', '-1', '9'.repeat(400), '1.5', '%00']) {
      const { status } = await api.call(
        'PUT',
        `/uploads/${document.id}?expires=${expires}&signature=${signature}`,
        { body: 'x', headers: { 'content-type': 'text/plain' } },
      );
      expect([400, 403], expires).toContain(status);
    }
    expectProblem(await api.call('GET', '/images/faces/x/thumbnail?signature=%F0%9F%98%80'), 403);
    for (const last of ['-1', '1e3', '9'.repeat(30), '0x1', 'Infinity'])
      expectProblem(
        await api.call('GET', '/v3/conversations/x/events', { headers: { 'last-event-id': last } }),
        400,
        'header.last-event-id',
      );
  });
  test('a time at the edge of the calendar causes no error of the service', async () => {
    const times = ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-10:00'];
    const [FIRST, LAST] = ['0002-01-01T00:00:00Z', '9999-12-31T23:59:59Z'];
    const lists = ['/v3/conversations', '/v3/organizations/user-usage', '/admin/audit-log'];
    for (const list of lists)
      for (const filter of list.endsWith('usage') ? ['from'] : ['from', 'until'])
        for (const time of times) {
          const bearer = list.startsWith('/admin') ? { bearer: ADMIN_TOKEN } : {};
          const url = `${list}?${filter}=${encodeURIComponent(time)}`;
          expectProblem(await api.call('GET', url, bearer), 400, `query.${filter}`);
          const known = url.replace(encodeURIComponent(time), time.startsWith('9') ? LAST : FIRST);
          expect((await api.call('GET', known, bearer)).status, known).toBe(200);
        }
  });
  test('all errors are reported at once, each with its path', async () => {
    const body = { provider: 'x', name: 'y'.repeat(65), serch: true };
    const problem = expectProblem(await api.call('POST', '/v1/agents', { body }), 400);
    expect(problem.errors).toEqual([
      { path: 'serch', message: 'is not a known property; did you mean `search`?' },
      { path: 'provider', message: 'must be one of openai, gemini, elevenlabs' },
      { path: 'name', message: 'must have at most 64 characters' },
    ]);
  });
  test.each([
    ['console.example', 'http://console.example'],
    ['console.example:8443', 'http://console.example:8443'],
    ['[::1]:8080', 'http://[::1]:8080'],
    ['evil.example/path', 'http://localhost'],
    ['user@evil.example', 'http://localhost'],
    ['evil.example"><script>', 'http://localhost'],
    ['a b', 'http://localhost'],
    ['evil.example:99999', 'http://localhost'],
    ['999.999.999.999', 'http://localhost'],
    ['[::::]', 'http://localhost'],
  ])('without a public address, answers use the requested Host if it is valid: %s', async (host, base) => {
    const problem = expectProblem(await api.call('GET', '/v3/nothing', { headers: { host } }), 404);
    expect(problem.type).toBe(`${base}/docs/errors/not_found`);
  });
  test('nothing that a stranger puts into a path or Host causes an error of the service', async () => {
    const open = api.routes
      .filter((route) => /^GET \/(?!v1|v3|admin)/.test(route))
      .map((route) => route.slice(4));
    const parts = ['a%0d%0aX: y', '%00', '..%2f..%2f', '%2f%2fevil.example', '%E2%80%AE', 'a%5c..%5c'];
    for (const route of open)
      for (const part of parts)
        for (const url of [route.replace(/[:*]\w*/g, part), `${route.replace(/[:*]\w*/g, part)}/`])
          expect((await api.call('GET', url, { key: null })).status, url).toBeLessThan(500);
    const redirected = await api.call('GET', '/docs/guides/a%0d%0aX%2fb/', { key: null });
    expect(redirected).toMatchObject({ status: 308, headers: { location: '../b' } });
    expect((await api.call('GET', '/docs/a%0d%0aX/')).headers.location).toBe('../a%0D%0AX');
    for (const host of ['evil.example:99999', '999.999.999.999', '%'])
      for (const url of [...open, '/v3/embeds/emb_x/look'])
        expect((await api.call('GET', url, { key: null, headers: { host } })).status, url).toBeLessThan(500);
  });
  test.each([
    ['ws://rooms.example:7880', 'http://rooms.example:7880 ws://rooms.example:7880'],
    ['wss://museum.livekit.cloud', 'https://*.livekit.cloud wss://*.livekit.cloud'],
    ['ws://[fd00::7]:7880', 'http: ws:'],
    [undefined, ''],
  ])('the pages connect only to the service and its rooms: %s', async (rooms, sources) => {
    const roomsUrl = rooms === undefined ? {} : { roomsUrl: () => rooms };
    const service = await startApi({ beside: api, publicUrl: 'https://avatars.example/', ...roomsUrl });
    const wanted = `'self' https://avatars.example wss://avatars.example ${sources}`.trim();
    for (const page of ['/console/', '/talk/']) {
      const { headers } = await service.call('GET', page, { key: null });
      expect(/connect-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]).toBe(wanted);
    }
    await service.close();
  });
  test('a malformed address gets a problem as well', async () => {
    expectProblem(await api.call('GET', '/v3/voices/%zz'), 400);
    expectProblem(await api.call('GET', `/v3/voices/${'x'.repeat(5000)}`), 400);
  });
  test('a client that pipelines many requests and disconnects occupies no slot', async () => {
    const port = Number(new URL(await api.listen()).port);
    const request = `GET /v3/voices HTTP/1.1\r\nHost: a\r\nx-api-key: ${api.key}\r\n\r\n`;
    for (let round = 0; round < 2; round++) {
      const socket = connect(port, '127.0.0.1');
      socket.write(request.repeat(60));
      await once(socket, 'data');
      const closed = once(socket, 'close');
      socket.destroy();
      await closed;
    }
    const answers = await Promise.all(Array.from({ length: 40 }, () => api.call('GET', '/v3/voices')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
  test('data that is not HTTP gets a problem as the answer', async () => {
    const port = Number(new URL(await api.listen()).port);
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nbroken header\r\n\r\n');
    let text = '';
    for await (const chunk of socket) text += chunk;
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('content-type: application/problem+json');
    expect(JSON.parse(text.split('\r\n\r\n')[1]!)).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});

describe('errors', () => {
  test('401 explains how to authenticate', async () => {
    const answer = await api.call('GET', '/v3/voices', { key: null });
    expectProblem(answer, 401);
    expect(answer.headers['www-authenticate']).toBe('ApiKey realm="visavis", header="x-api-key"');
    expectProblem(await api.call('GET', '/v3/voices', { key: 'vv_wrong' }), 401);
  });
  test.each(ERROR_CODES)('%s has a documentation page', async (code) => {
    const page = await api.call('GET', `/docs/errors/${code}`, { key: null });
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain(code);
  });
  test('there is no page for an unknown code', async () => {
    expectProblem(await api.call('GET', '/docs/errors/unheard_of', { key: null }), 404);
  });
});

test('scripts and styles of the console are sent in the smallest encoding that the client accepts', async () => {
  const address = await api.listen();
  const page = await (await fetch(`${address}/console/`)).text();
  for (const ending of ['js', 'css']) {
    const [, file] = new RegExp(`"\\./(assets/index-[^"]+\\.${ending})"`).exec(page)!;
    const get = async (encoding: string) => {
      const answer = await fetch(`${address}/console/${file}`, { headers: { 'accept-encoding': encoding } });
      const { headers } = answer;
      return { headers, length: Number(headers.get('content-length')), text: await answer.text() };
    };
    const plain = await get('identity');
    expect(plain.headers.get('content-encoding')).toBeNull();
    for (const encoding of ['gzip', 'br']) {
      const { headers, length, text } = await get(encoding);
      expect(headers.get('content-encoding')).toBe(encoding);
      expect(headers.get('cache-control')).toContain('immutable');
      expect(headers.get('vary')).toMatch(/accept-encoding/i);
      expect(headers.get('content-type')).toBe(plain.headers.get('content-type'));
      expect(length).toBeLessThan(plain.length / 2);
      expect(text).toBe(plain.text);
    }
  }
});

describe('a path that does not exist', () => {
  const path = '/nothing/<b>here';

  test('gets an HTML page with links, which does not echo the request', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const { status, headers, body } = await api.call('GET', path, { key: null, headers: { accept } });
    expect(status).toBe(404);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers.vary).toMatch(/accept/i);
    expect(body).toContain('/console/');
    expect(body).toContain(String(headers['x-request-id']));
    expect(body).not.toContain('<b>here');
  });

  test.each([undefined, 'application/json', '*/*'])(
    'gets a problem for programs (Accept: %s)',
    async (accept) => {
      const answer = await api.call('GET', path, {
        key: null,
        headers: accept === undefined ? {} : { accept },
      });
      expectProblem(answer, 404, undefined, 'not_found');
    },
  );
});

describe('browsers', () => {
  const preflight = (origin: string, url = '/v3/voices') =>
    api.call('OPTIONS', url, { key: null, headers: { origin, 'access-control-request-method': 'POST' } });

  test('configured origins may call, other origins may not', async () => {
    expect((await preflight('https://console.example')).headers).toMatchObject({
      'access-control-allow-origin': 'https://console.example',
    });
    expect((await preflight('https://other.example')).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
  });
  test('a page of any origin may renew the tokens of its conversation', async () => {
    const path = '/v3/conversations/conv_1/access-tokens';
    expect((await preflight('https://shop.example', path)).headers).toMatchObject({
      'access-control-allow-origin': '*',
    });
  });
  test('may read the response headers that are useful to them', async () => {
    const answer = await api.call('GET', '/v3/health', { headers: { origin: 'https://other.example' } });
    expect(answer.headers['access-control-expose-headers']).toContain('X-Request-Id');
  });
});

test('page files have the right type and are not sent again if the client has them; other paths are not found', async () => {
  for (const [path, type] of [
    ['/talk/', 'text/html; charset=utf-8'],
    ['/docs/', 'text/html; charset=utf-8'],
    ['/docs/quick-start.md', 'text/markdown; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
    ['/embed.js', 'text/javascript; charset=utf-8'],
  ] as const) {
    const { status, headers } = await api.call('GET', path, { key: null });
    expect({ path, status, type: headers['content-type'] }).toEqual({ path, status: 200, type });
    const again = await api.call('GET', path, {
      key: null,
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect({ path, status: again.status }).toEqual({ path, status: 304 });
  }
  for (const path of ['/docs/nothing', '/docs/guides', '/docs/constructor', '/talk/assets/nothing.js']) {
    const answer = await api.call('GET', path, { key: null });
    expectProblem(answer, 404);
    expect(String(answer.headers['cache-control'])).not.toContain('immutable');
  }
});
