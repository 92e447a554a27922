import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEADLINE_MS } from '../../support/deadlines.ts';
import { useService } from '../../support/use-service.ts';

const service = useService(() => ({ env: { VISAVIS_PRIVATE_ADDRESSES: 'true' } }));
let server: Server;
let url: string;
/** The HTML of each page, by path. */
const site: Record<string, string> = {
  '/robots.txt': 'User-agent: *\nDisallow: /staff',
  '/': '<title>The museum</title><a href="/hours">Hours</a> <a href="/staff">Staff</a> <p>Welcome to the museum.</p>',
  '/hours': '<title>Hours</title><p>The museum opens at nine.</p>',
  '/staff': '<p>The code of the door is 1234.</p>',
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const page = site[request.url!];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

test('a website is read, its words are found, and it is read again after it has changed', {
  timeout: DEADLINE_MS,
}, async () => {
  const { client } = service;
  const { id: knowledgeBaseId } = await client.post('/v3/knowledge-bases', { body: { name: 'Museum' } });
  const path = { id: (await client.post('/v3/websites', { body: { knowledgeBaseId, url } })).id };
  const read = () => client.get('/v3/websites/{id}', { path });
  const documents = async () =>
    (await client.get('/v3/knowledge-bases/{id}', { path: { id: knowledgeBaseId } })).documents.map(
      ({ name, status }) => `${name}: ${status}`,
    );
  const answer = async (query: string) =>
    (
      await client.get('/v3/knowledge-bases/{id}/passages', {
        path: { id: knowledgeBaseId },
        query: { query },
      })
    ).passages[0]?.text;
  const waiting = { timeout: DEADLINE_MS, interval: 200 };

  await expect.poll(read, waiting).toMatchObject({ status: 'read', pages: 2 });
  await expect.poll(documents, waiting).toEqual(['The museum: indexed', 'Hours: indexed']);
  expect(await answer('When does it open?')).toContain('opens at nine');
  expect((await answer('What is the code of the door?')) ?? '').not.toContain('1234');

  site['/hours'] = '<title>Hours</title><p>The museum opens at ten.</p>';
  await client.post('/v3/websites/{id}/read', { path });
  await expect.poll(read, waiting).toMatchObject({ status: 'read', pages: 2 });
  await expect.poll(() => answer('When does it open?'), waiting).toContain('opens at ten');

  delete site['/hours'];
  await client.post('/v3/websites/{id}/read', { path });
  await expect.poll(read, waiting).toMatchObject({ status: 'read', pages: 1 });
  expect(await documents()).toEqual([expect.stringContaining('The museum')]);

  await client.delete('/v3/websites/{id}', { path });
  expect(await documents()).toEqual([]);
});
