import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { DOCUMENT_TYPES } from '@visavis/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { PNG } from '../support/api-harness.ts';
import { describeResource } from '../support/describe-resource.ts';
import { expectProblem } from '../support/expect-problem.ts';

const api = describeResource({
  path: '/v3/knowledge-bases',
  listName: 'items',
  prefix: 'kb',
  body: async () => ({ name: 'Manuals', description: 'All of them.' }),
  shows: { name: 'Manuals', description: 'All of them.', documents: [] },
  invalid: [
    ['no name', { description: 'x' }, 400, 'name'],
    ['an empty name', { name: '' }, 400, 'name'],
    ['NUL in the name', { name: 'a\0b' }, 400, 'name'],
    ['half a character in the name', { name: 'a\ud800' }, 400, 'name'],
  ],
  update: {
    method: 'PATCH',
    body: { name: 'Handbooks' },
    shows: { name: 'Handbooks', description: 'All of them.' },
  },
  emptied: ['description'],
});

beforeAll(() => api().startDeletions());

async function addDocument(fields: object = {}) {
  const { body: kb } = await api().call('POST', '/v3/knowledge-bases', { body: { name: 'k' } });
  const path = `/v3/knowledge-bases/${kb.id}/documents`;
  const body = { name: 'notes.txt', mimeType: 'text/plain', ...fields };
  const added = await api().call('POST', path, { body });
  const url = new URL(added.body.uploadUrl ?? 'http://none');
  const upload = (content: string, contentType = 'text/plain', query = url.search) =>
    api().call('PUT', url.pathname + query, {
      key: null,
      body: Buffer.from(content),
      headers: { 'content-type': contentType },
    });
  const documentPath = `${path}/${added.body.document?.id}`;
  const read = async () => (await api().call('GET', `/v3/knowledge-bases/${kb.id}`)).body.documents[0];
  return { kb, path, added, url, upload, documentPath, read };
}

/** Sends one of five announced bytes. */
function beginUpload(base: string, { pathname, search }: URL) {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  const headers = 'host: x\r\ncontent-type: text/plain\r\nconnection: close\r\ncontent-length: 5';
  socket.write(`PUT ${pathname}${search} HTTP/1.1\r\n${headers}\r\n\r\nx`);
  return { socket, answer: text(socket) };
}

describe('POST /v3/knowledge-bases/{id}/documents', () => {
  test('201 returns the document with its upload address and when that expires', async () => {
    const { added, kb, read } = await addDocument({ description: 'Mine.' });
    expect(added.status).toBe(201);
    expect(added.body.document).toMatchObject({
      id: expect.stringMatching(/^doc_/),
      knowledgeBaseId: kb.id,
      name: 'notes.txt',
      description: 'Mine.',
      mimeType: 'text/plain',
      size: 0,
      status: 'awaiting_upload',
    });
    const left = new Date(added.body.expireAt).getTime() - api().now().getTime();
    expect(left).toBeGreaterThan(14 * 60_000);
    expect(left).toBeLessThanOrEqual(15 * 60_000);
    expect(await read()).toEqual(added.body.document);
  });
  test('the timeline keeps only the newest 50 entries, however often a document is uploaded', async () => {
    const { upload, read } = await addDocument();
    for (let count = 1; count <= 60; count++) await upload('x'.repeat(count));
    const { timeline } = await read();
    expect(timeline).toHaveLength(50);
    expect(timeline.at(-1).content).toBe('60 bytes were uploaded.');
  });
  test.each(DOCUMENT_TYPES)('accepts %s', async (mimeType) => {
    expect((await addDocument({ mimeType })).added.status).toBe(201);
  });
  test('415 for another type, naming the accepted ones', async () => {
    const problem = expectProblem((await addDocument({ mimeType: 'video/mp4' })).added, 415);
    for (const type of DOCUMENT_TYPES) expect(problem.detail).toContain(type);
  });
  test('400 without a name or a type, 404 for an unknown knowledge base', async () => {
    const { path } = await addDocument();
    expectProblem(await api().call('POST', path, { body: { mimeType: 'text/plain' } }), 400, 'name');
    expectProblem(await api().call('POST', path, { body: { name: 'x' } }), 400, 'mimeType');
    const body = { name: 'x', mimeType: 'text/plain' };
    expectProblem(await api().call('POST', '/v3/knowledge-bases/kb_x/documents', { body }), 404);
  });
});

describe('PUT uploadUrl', () => {
  test('200 accepts the content; size is in bytes', async () => {
    const { upload, read } = await addDocument();
    expect(await upload('grüße')).toMatchObject({ status: 200, body: { status: 'uploaded', size: 7 } });
    expect(await read()).toMatchObject({ status: 'uploaded', size: 7 });
  });
  test('ignores parameters of the type, accepts content without a type; 415 for another type', async () => {
    const { upload } = await addDocument();
    expect((await upload('x', 'text/plain; charset=utf-8')).status).toBe(200);
    expect((await upload('x', 'application/octet-stream')).status).toBe(200);
    expectProblem(await upload('x', 'application/pdf'), 415);
  });
  test('keeps the character set with the content until new content is uploaded', async () => {
    const { upload, documentPath } = await addDocument();
    for (const [sent, kept] of [
      ['text/plain;Charset="windows-1251"', 'text/plain; charset=windows-1251'],
      ['application/octet-stream; charset=koi8-r', 'text/plain; charset=koi8-r'],
      ['text/plain', 'text/plain'],
    ] as const) {
      await upload('x', sent);
      await api().call('PATCH', `${documentPath}/index`);
      const job = api().indexJobs.at(-1)!;
      const { blobKey } = (await api().services.documents.findForRun(job))!;
      const blob = await api().blobs.get(blobKey!);
      blob!.stream.destroy();
      expect(blob!.contentType).toBe(kept);
      await api().services.documents.report(job, { type: 'indexed', content: 'Done.' });
    }
  });
  test('415 for compressed content, which would be stored as it is', async () => {
    const { url, upload, read } = await addDocument();
    const send = (encoding: string) =>
      api().call('PUT', url.pathname + url.search, {
        key: null,
        body: gzipSync('hello'),
        headers: { 'content-type': 'text/plain', 'content-encoding': encoding },
      });
    expectProblem(await send('gzip'), 415);
    expect((await read()).status).toBe('awaiting_upload');
    expect((await send('identity')).status).toBe(200);
    expect((await upload('hello')).status).toBe(200);
  });
  test('accepts JSON documents as bytes as well', async () => {
    const { upload } = await addDocument({ mimeType: 'application/json' });
    expect(await upload('{ not json', 'application/json')).toMatchObject({ status: 200, body: { size: 10 } });
  });
  test('403 when tampered with or expired, 400 without a signature', async () => {
    const { upload, url } = await addDocument();
    const other = new URLSearchParams(url.search);
    other.set('expires', String(Number(other.get('expires')) + 1000));
    expectProblem(await upload('x', 'text/plain', `?${other}`), 403);
    expectProblem(await upload('x', 'text/plain', ''), 400, 'query.signature');
    api().advance(15 * 60 + 1);
    expectProblem(await upload('x'), 403);
  });
  test("402 above the organization's total quota, with or without an announced size; deleting frees space", async () => {
    const { key } = await api().createOrganization({ limits: { storedBytes: 100 } });
    const { body: kb } = await api().call('POST', '/v3/knowledge-bases', { key, body: { name: 'k' } });
    const documents = `/v3/knowledge-bases/${kb.id}/documents`;
    const add = async () => {
      const body = { name: 'n', mimeType: 'text/plain' };
      const { body: added } = await api().call('POST', documents, { key, body });
      const { pathname, search } = new URL(added.uploadUrl);
      const headers = { 'content-type': 'text/plain' };
      return {
        path: pathname + search,
        id: added.document?.id ?? added.id,
        send: (size: number) =>
          api().call('PUT', pathname + search, { key: null, body: Buffer.alloc(size, 'x'), headers }),
      };
    };
    const [first, second] = [await add(), await add()];
    expect((await first.send(60)).status).toBe(200);
    const blobs = await api().countBlobs();
    const refused = expectProblem(await second.send(60), 402, undefined, 'quota_exceeded');
    expect(refused.detail).toMatch(/stores 60 bytes .* limit is 100/);
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(60));
        controller.close();
      },
    });
    const unannounced = await fetch((await api().listen()) + second.path, {
      method: 'PUT',
      body: stream,
      headers: { 'content-type': 'text/plain' },
      duplex: 'half',
    } as RequestInit);
    expect(unannounced.status).toBe(402);
    expect(await api().countBlobs()).toBe(blobs);
    const face = { refImage: PNG, identity: 'me' };
    expectProblem(await api().call('POST', '/v3/faces', { key, body: face }), 402);
    await api().call('DELETE', `${documents}/${first.id}`, { key });
    expect((await second.send(60)).status).toBe(200);
  });
  test('503 for the 17th simultaneous upload of an organization until one has ended; other organizations are not affected', async () => {
    const { upload } = await addDocument();
    const documents = await Promise.all(Array.from({ length: 9 }, () => addDocument()));
    const base = await api().listen();
    const unfinished = Array.from({ length: 17 }, (_, at) =>
      beginUpload(base, documents[Math.floor(at / 2)]!.url),
    );
    const first = await Promise.race(unfinished.map(({ answer }) => answer));
    expect(first).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: 5\r\n/i);
    expectProblem(await upload('x'), 503, undefined, 'capacity');
    const { key } = await api().createOrganization();
    const { body: kb } = await api().call('POST', '/v3/knowledge-bases', { key, body: { name: 'k' } });
    const body = { name: 'n', mimeType: 'text/plain' };
    const added = await api().call('POST', `/v3/knowledge-bases/${kb.id}/documents`, { key, body });
    const theirs = new URL(added.body.uploadUrl);
    const headers = { 'content-type': 'text/plain' };
    const sent = { key: null, body: Buffer.from('x'), headers };
    expect((await api().call('PUT', theirs.pathname + theirs.search, sent)).status).toBe(200);
    for (const { socket } of unfinished) if (!socket.destroyed) socket.write('1234');
    const answers = await Promise.all(unfinished.map(({ answer }) => answer));
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 '))).toHaveLength(16);
    expect((await upload('x')).status).toBe(200);
  });
  test('503 for the third simultaneous upload of a document; other documents of the organization are accepted', async () => {
    const { url, upload } = await addDocument();
    const base = await api().listen();
    const unfinished = Array.from({ length: 16 }, () => beginUpload(base, url));
    const first = await Promise.race(unfinished.map(({ answer }) => answer));
    expect(first).toMatch(/^HTTP\/1.1 503 /);
    expectProblem(await upload('x'), 503, undefined, 'capacity');
    expect((await (await addDocument()).upload('x')).status).toBe(200);
    for (const { socket } of unfinished) if (!socket.destroyed) socket.write('1234');
    const answers = await Promise.all(unfinished.map(({ answer }) => answer));
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200 '))).toHaveLength(2);
    expect((await upload('x')).status).toBe(200);
  });
  test('413 above the limit of the organization, with or without an announced size, and nothing is stored', async () => {
    const { key } = await api().createOrganization({ limits: { documentBytes: 100 } });
    const { body: kb } = await api().call('POST', '/v3/knowledge-bases', { key, body: { name: 'k' } });
    const body = { name: 'n', mimeType: 'text/plain' };
    const added = await api().call('POST', `/v3/knowledge-bases/${kb.id}/documents`, { key, body });
    const url = new URL(added.body.uploadUrl);
    const blobs = await api().countBlobs();
    const send = (size: number) =>
      api().call('PUT', url.pathname + url.search, {
        key: null,
        body: Buffer.alloc(size, 'x'),
        headers: { 'content-type': 'text/plain' },
      });
    expectProblem(await send(101), 413);
    const base = await api().listen();
    const chunks = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(60));
        if (++sent === 3) controller.close();
      },
    });
    let sent = 0;
    const streamed = await fetch(base + url.pathname + url.search, {
      method: 'PUT',
      headers: { 'content-type': 'text/plain' },
      body: chunks,
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).toBe(413);
    expect(await streamed.json()).toMatchObject({ code: 'payload_too_large' });
    expect(await api().countBlobs()).toBe(blobs);
    expect((await send(100)).status).toBe(200);
  });
  test('an upload that is interrupted leaves nothing behind, and may be retried', async () => {
    const { upload, url, read } = await addDocument();
    const base = new URL(await api().listen());
    const blobs = await api().countBlobs();
    const socket = connect(Number(base.port), base.hostname);
    const head = `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 1000\r\n\r\n`;
    socket.write(`${head}half`);
    // The upload must not break off before the file is opened.
    await expect.poll(() => api().countBlobs()).toBe(blobs + 1);
    socket.destroy();
    await expect.poll(() => api().countBlobs()).toBe(blobs);
    expect(await read()).toMatchObject({ status: 'awaiting_upload', size: 0 });
    // A client that disconnects is not an error of the service.
    expect(api().failures).toEqual([]);
    expect((await upload('whole')).status).toBe(200);
  });
  test('of simultaneous uploads the last to finish counts, and only its file is kept', async () => {
    const { url, read } = await addDocument();
    const base = await api().listen();
    const blobs = await api().countBlobs();
    const begin = () => {
      const { readable, writable } = new TextEncoderStream();
      const writer = writable.getWriter();
      void writer.write('begun, ');
      const headers = { 'content-type': 'text/plain' };
      const init = { method: 'PUT', headers, body: readable, duplex: 'half' } as RequestInit;
      const answer = fetch(base + url.pathname + url.search, init);
      return async (text: string) => {
        void writer.write(text);
        void writer.close();
        return (await answer).status;
      };
    };
    const [first, second] = [begin(), begin()];
    await expect.poll(() => api().countBlobs()).toBe(blobs + 2);
    expect(await second('the second')).toBe(200);
    expect(await first('the first one')).toBe(200);
    expect(await read()).toMatchObject({ status: 'uploaded', size: 'begun, the first one'.length });
    expect(await api().countBlobs()).toBe(blobs + 1);
  });
  test('a browser may upload from anywhere', async () => {
    const { url } = await addDocument();
    const answer = await api().call('OPTIONS', url.pathname + url.search, {
      key: null,
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'PUT' },
    });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('PUT'),
    });
  });
});

describe('PATCH …/documents/{doc}/index', () => {
  test('409 before the upload', async () => {
    const { documentPath } = await addDocument();
    expectProblem(await api().call('PATCH', `${documentPath}/index`), 409);
  });
  test('accepts an empty body of any type', async () => {
    const { upload, documentPath } = await addDocument();
    await upload('Hello.');
    const { hostname, port } = new URL(await api().listen());
    for (const [type, length, body] of [
      ['multipart/form-data', 'Content-Length: 0', ''],
      ['text/plain', 'Transfer-Encoding: chunked', '0\r\n\r\n'],
      ['nonsense', 'Content-Length: 0', ''],
    ] as const) {
      const head = [`PATCH ${documentPath}/index HTTP/1.1`, 'Host: x', 'Connection: close', length];
      const socket = connect(Number(port), hostname);
      socket.write([...head, `X-Api-Key: ${api().key}`, `Content-Type: ${type}`, '', body].join('\r\n'));
      expect(await text(socket)).toMatch(/^HTTP\/1.1 200 [\s\S]*"status":"indexing"/);
    }
  });
  test('returns the status indexing at once, then the result of the indexer; may be repeated', async () => {
    const { documentPath, upload, read } = await addDocument();
    await upload('hello');
    const index = () =>
      api().call('PATCH', `${documentPath}/index`, { headers: { 'content-type': 'application/json' } });
    expect(await index()).toMatchObject({ status: 200, body: { status: 'indexing' } });
    expect((await index()).body.status).toBe('indexing');
    const job = api().indexJobs.at(-1)!;
    expect(api().indexJobs.filter((one) => one.documentId === job.documentId)).toHaveLength(1);
    const { documents } = api().services;
    expect(await documents.findForRun(job)).toMatchObject({
      id: job.documentId,
      blobKey: expect.any(String),
    });
    expect(await documents.report(job, { type: 'progress', content: 'Half of it.' })).toBe(true);
    expect(await documents.report(job, { type: 'indexed', content: '1 passage.' })).toBe(true);
    const indexed = await read();
    expect(indexed.status).toBe('indexed');
    expect(indexed.timeline.map((entry: { type: string }) => entry.type)).toEqual([
      'created',
      'uploaded',
      'indexing',
      'progress',
      'indexed',
    ]);
    expect((await index()).body.status).toBe('indexing');
    const second = api().indexJobs.at(-1)!;
    expect(await documents.report(job, { type: 'indexed', content: 'too late' })).toBe(false);
    expect(await documents.report(second, { type: 'failed', reason: 'It is encrypted.' })).toBe(true);
    expect(await read()).toMatchObject({ status: 'failed', statusReason: 'It is encrypted.' });
    await index();
    expect(await read()).not.toHaveProperty('statusReason');
  });
  test('two simultaneous requests index it only once', async () => {
    const { documentPath, upload, added } = await addDocument();
    await upload('hello');
    const index = () => api().call('PATCH', `${documentPath}/index`);
    for (const { status, body } of await Promise.all([index(), index(), index()]))
      expect({ status, is: body.status }).toEqual({ status: 200, is: 'indexing' });
    const { id } = added.body.document;
    expect(api().indexJobs.filter(({ documentId }) => documentId === id)).toHaveLength(1);
  });
  test("404 for an unknown document and for another knowledge base's", async () => {
    const one = await addDocument();
    const two = await addDocument();
    expectProblem(await api().call('PATCH', `${one.path}/doc_x/index`), 404);
    const id = two.added.body.document.id;
    expectProblem(await api().call('PATCH', `${one.path}/${id}/index`), 404);
    expectProblem(await api().call('DELETE', `${one.path}/${id}`), 404);
  });
});

test('DELETE …/documents/{doc}: 200 returns the document; its file is deleted', async () => {
  const { documentPath, upload, added, read } = await addDocument();
  await upload('hello');
  const blobs = await api().countBlobs();
  const answer = await api().call('DELETE', documentPath);
  expect(answer).toMatchObject({ status: 200, body: { id: added.body.document.id, status: 'uploaded' } });
  expect(await read()).toBeUndefined();
  await expect.poll(() => api().countBlobs()).toBe(blobs - 1);
  expectProblem(await api().call('DELETE', documentPath), 404);
  expectProblem(await upload('again'), 404);
});

test('deleting a knowledge base deletes its documents', async () => {
  const { kb, upload } = await addDocument();
  await upload('hello');
  const blobs = await api().countBlobs();
  expect((await api().call('DELETE', `/v3/knowledge-bases/${kb.id}`)).status).toBe(200);
  await expect.poll(() => api().countBlobs()).toBe(blobs - 1);
});

test('a knowledge base that an agent uses cannot be deleted', async () => {
  const { kb } = await addDocument();
  const body = { provider: 'gemini', knowledgeBaseId: kb.id };
  await api().call('POST', '/v1/agents', { body });
  expectProblem(await api().call('DELETE', `/v3/knowledge-bases/${kb.id}`), 409);
});

test('the operations exist below /v1 as well, for the same knowledge bases', async () => {
  const call = (...sent: Parameters<ReturnType<typeof api>['call']>) => api().call(...sent);
  const { status, body: kb } = await call('POST', '/v1/knowledge-bases', {
    body: { name: 'alias', client: 'v1' },
  });
  expect({ status, kb }).toMatchObject({
    status: 201,
    kb: { name: 'alias', description: '', documents: [] },
  });
  const path = `/v1/knowledge-bases/${kb.id}`;
  const added = await call('POST', `${path}/documents`, { body: { name: 'a', mimeType: 'text/plain' } });
  expect(added).toMatchObject({ status: 201, body: { document: { description: '' } } });
  const documentPath = `${path}/documents/${added.body.document.id}`;
  expectProblem(await call('PATCH', `${documentPath}/index`), 409);
  const read = await call('GET', `/v3/knowledge-bases/${kb.id}`);
  expect(await call('GET', path)).toMatchObject({ status: 200, body: read.body });
  expect((await call('GET', '/v1/knowledge-bases?client=v1')).body.items).toEqual([read.body]);
  expect((await call('DELETE', documentPath)).status).toBe(200);
  expect((await call('DELETE', path)).status).toBe(200);
  expectProblem(await call('GET', `/v3/knowledge-bases/${kb.id}`), 404);
});

describe('passages', () => {
  const read = (path: string) => api().call('GET', path);

  test('of a document are its text in order, once it is indexed', async () => {
    const { kb, documentPath, upload, added } = await addDocument();
    expect(await read(`${documentPath}/passages`)).toMatchObject({ status: 200, body: { passages: [] } });
    await upload('whatever');
    await api().call('PATCH', `${documentPath}/index`);
    await api().index(kb.id, [
      { title: 'Opening hours', text: 'Open from ten to six.' },
      { text: 'A ticket costs 12 crowns.' },
      { text: 'Dogs may come along.' },
    ]);
    const { body } = await read(`${documentPath}/passages?skip=1&take=1`);
    expect(body).toEqual({
      skip: 1,
      take: 1,
      total: 3,
      passages: [
        {
          documentId: added.body.document.id,
          documentName: 'notes.txt',
          place: 1,
          text: 'A ticket costs 12 crowns.',
        },
      ],
    });
    await api().call('PATCH', `${documentPath}/index`);
    expect((await read(`${documentPath}/passages`)).body).toMatchObject({ total: 0, passages: [] });
  });

  test('found for a question are sorted best first, with scores', async () => {
    const { kb, documentPath, upload } = await addDocument();
    await upload('whatever');
    await api().call('PATCH', `${documentPath}/index`);
    await api().index(kb.id, [
      { text: 'A ticket for the lighthouse costs 12 crowns.' },
      { title: 'Lighthouse', text: 'The lighthouse was built in 1880.' },
      { text: 'Dogs may come along.' },
    ]);
    const search = (query: string) => read(`/v3/knowledge-bases/${kb.id}/passages?${query}`);
    const { passages } = (await search('query=When+was+the+lighthouse+built')).body;
    expect(passages[0]).toMatchObject({ headings: 'Lighthouse', place: 1, coverage: 1 });
    expect(passages[0].score).toBeGreaterThan(passages[1].score);
    expect(passages).toHaveLength(2);
    expect((await search('query=lighthouse&take=1')).body.passages).toHaveLength(1);
    expect((await search('query=parachute')).body).toEqual({ passages: [] });
    for (const wrong of ['', 'query=', `query=${'a'.repeat(1_001)}`, 'query=a&take=51', 'query=a&takes=1'])
      expectProblem(await search(wrong), 400);
  });

  test('are only visible to their own organization', async () => {
    const { kb, documentPath } = await addDocument();
    const other = await api().createOrganization();
    for (const path of [`${documentPath}/passages`, `/v3/knowledge-bases/${kb.id}/passages?query=a`])
      expectProblem(await api().call('GET', path, { key: other.key }), 404);
    expectProblem(await read(`/v3/knowledge-bases/${kb.id}/documents/doc_x/passages`), 404);
  });
});
