import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiHarness, useApi } from '../support/api-harness.ts';
import { describeResource } from '../support/describe-resource.ts';
import { expectProblem } from '../support/expect-problem.ts';

const makeBase = async (of: ApiHarness, key = of.key): Promise<string> =>
  (await of.call('POST', '/v3/knowledge-bases', { key, body: { name: 'k' } })).body.id;

describeResource({
  path: '/v3/websites',
  listName: 'websites',
  prefix: 'site',
  body: async (harness, key) => ({
    knowledgeBaseId: await makeBase(harness, key),
    url: 'https://museum.example/#top',
  }),
  shows: {
    url: 'https://museum.example/',
    depth: 2,
    maxPages: 50,
    status: 'reading',
    pages: 0,
  },
  invalid: [
    ['no knowledge base', { url: 'https://a.example/' }, 400, 'knowledgeBaseId'],
    ['one that is not there', { knowledgeBaseId: 'kb_x', url: 'https://a.example/' }, 422, 'knowledgeBaseId'],
  ],
  update: {
    method: 'PATCH',
    body: { depth: 0, refreshHours: 24 },
    shows: { depth: 0, refreshHours: 24, status: 'reading' },
  },
  unset: ['client'],
});

const api = useApi();
let kb: string;
beforeAll(async () => {
  await api.startDeletions();
  kb = await makeBase(api);
});

const page = (path: string, text: string) => ({
  url: `https://museum.example${path}`,
  title: `The page ${path}`,
  mediaType: 'text/html; charset=utf-8',
  bytes: Buffer.from(`<p>${text}</p>`),
  hash: text,
});
let added = 0;
const add = async (fields: object = {}) => {
  const body = { knowledgeBaseId: kb, url: `https://museum.example/${++added}`, ...fields };
  return (await api.call('POST', '/v3/websites', { body })).body;
};
const documentsOf = async ({ id }: { id: string }) => {
  const { body } = await api.call('GET', `/v3/knowledge-bases/${kb}`);
  return body.documents.filter((document: { websiteId?: string }) => document.websiteId === id);
};
/** Begins the reading as the reader job does. */
const begin = async ({ id }: { id: string }) => {
  const job = api.websiteReadings.findLast(({ websiteId }) => websiteId === id)!;
  return { job, website: (await api.services.websites.begin(job))! };
};
const indexed = async () => {
  for (const job of api.indexJobs.splice(0))
    await api.services.documents.report(job, { type: 'indexed', content: '1 passage was indexed.' });
};
const present = (...paths: string[]) => new Set(paths.map((path) => `https://museum.example${path}`));

test.each([
  ['plain http', 'http://museum.example/'],
  ['a private address', 'https://10.0.0.1/'],
  ['a password', 'https://a:b@museum.example/'],
  ['no address', 'museum'],
])('%s is refused', async (_name, url) => {
  expectProblem(await api.call('POST', '/v3/websites', { body: { knowledgeBaseId: kb, url } }), 422, 'url');
});

test.each([
  ['depth', 6],
  ['maxPages', 0],
  ['maxPages', 301],
  ['refreshHours', 0],
])('%s %i is out of bounds', async (field, value) => {
  const body = { knowledgeBaseId: kb, url: 'https://museum.example/', [field]: value };
  expectProblem(await api.call('POST', '/v3/websites', { body }), 400, field);
});

test('a site can be added only once to a knowledge base', async () => {
  const { url } = await add();
  const body = { knowledgeBaseId: kb, url };
  expectProblem(await api.call('POST', '/v3/websites', { body }), 409);
  const other = { knowledgeBaseId: await makeBase(api), url };
  expect((await api.call('POST', '/v3/websites', { body: other })).status).toBe(201);
});

describe('a reading', () => {
  test('makes an indexed document of each page, and reports how many', async () => {
    const site = await add();
    const { job, website } = await begin(site);
    await api.services.websites.storePage(website, page('/', 'Welcome'));
    expect(await api.services.websites.recordProgress(job, 1)).toBe(true);
    expect((await api.call('GET', `/v3/websites/${site.id}`)).body).toMatchObject({
      status: 'reading',
      pages: 1,
    });
    expect(await documentsOf(site)).toMatchObject([
      {
        name: 'The page /',
        url: 'https://museum.example/',
        status: 'indexing',
        mimeType: 'text/html',
        size: 14,
      },
    ]);
    await api.services.websites.finish(job, { status: 'read', reason: null, present: present('/') });
    const { body } = await api.call('GET', `/v3/websites/${site.id}`);
    expect(body).toMatchObject({ status: 'read', pages: 1, readAt: expect.any(String) });
    expect(body).not.toHaveProperty('nextReadAt');
  });

  test('that is repeated replaces what changed, leaves what did not, and removes what is gone', async () => {
    const site = await add({ refreshHours: 24 });
    const { websites } = api.services;
    const first = await begin(site);
    for (const path of ['/same', '/changed', '/gone'])
      await websites.storePage(first.website, page(path, path));
    await websites.finish(first.job, {
      status: 'read',
      reason: null,
      present: present('/same', '/changed', '/gone'),
    });
    await indexed();
    const { body } = await api.call('GET', `/v3/websites/${site.id}`);
    expect(new Date(body.nextReadAt).getTime() - new Date(body.readAt).getTime()).toBe(24 * 3_600_000);

    const second = await begin(site);
    expect(second.job.attempt).toBeGreaterThan(first.job.attempt);
    await websites.storePage(second.website, page('/same', '/same'));
    await websites.storePage(second.website, { ...page('/changed', 'Something else'), title: 'Another' });
    await websites.finish(second.job, {
      status: 'read',
      reason: null,
      present: present('/same', '/changed'),
    });
    const documents = await documentsOf(site);
    expect(documents).toMatchObject([
      { name: 'The page /same', status: 'indexed' },
      { name: 'Another', status: 'indexing' },
    ]);
  });

  test('continues if somebody deletes a page meanwhile', async () => {
    const site = await add();
    const { websites } = api.services;
    const { website } = await begin(site);
    await websites.storePage(website, page('/a', 'a'));
    await indexed();
    const [{ id }] = await documentsOf(site);
    const keeping = websites.storePage(website, page('/a', 'changed'));
    await api.call('DELETE', `/v3/knowledge-bases/${kb}/documents/${id}`);
    await keeping;
    await websites.storePage(website, page('/b', 'b'));
    expect((await documentsOf(site)).map(({ url }: { url: string }) => url)).toContain(
      'https://museum.example/b',
    );
  });

  test('knows the pages of the previous one, unless the fields of the website have changed', async () => {
    const site = await add();
    const { websites } = api.services;
    const first = await begin(site);
    expect(await websites.knownPages(first.website)).toEqual([]);
    await websites.storePage(first.website, page('/a', 'a'));
    await websites.finish(first.job, { status: 'read', reason: null, present: present('/a') });
    await api.call('POST', `/v3/websites/${site.id}/read`);
    expect(await websites.knownPages((await begin(site)).website)).toEqual(['https://museum.example/a']);
    await api.call('PATCH', `/v3/websites/${site.id}`, { body: { depth: 0 } });
    expect(await websites.knownPages((await begin(site)).website)).toEqual([]);
  });

  test('that did not look for all pages, or failed, removes none', async () => {
    const site = await add();
    const { websites } = api.services;
    const first = await begin(site);
    await websites.storePage(first.website, page('/a', 'a'));
    await websites.finish(first.job, { status: 'read', reason: 'It took too long.' });
    expect(await documentsOf(site)).toHaveLength(1);
    await api.call('POST', `/v3/websites/${site.id}/read`);
    await websites.finish((await begin(site)).job, { status: 'failed', reason: 'The site is away.' });
    expect(await documentsOf(site)).toHaveLength(1);
    expect((await api.call('GET', `/v3/websites/${site.id}`)).body).toMatchObject({
      status: 'failed',
      statusReason: 'The site is away.',
    });
  });

  test('that is requested again cancels the previous one', async () => {
    const site = await add();
    const { websites } = api.services;
    const first = await begin(site);
    const again = await api.call('POST', `/v3/websites/${site.id}/read`);
    expect(again).toMatchObject({ status: 201, body: { status: 'reading', pages: 0 } });
    expect(await websites.recordProgress(first.job, 5)).toBe(false);
    await websites.finish(first.job, { status: 'failed', reason: 'Late.', present: new Set() });
    expect((await api.call('GET', `/v3/websites/${site.id}`)).body).toMatchObject({
      status: 'reading',
      pages: 0,
    });
    expect(await websites.begin(first.job)).toBeUndefined();
  });

  test('reports why it fails if the knowledge base is full or the quota is exceeded', async () => {
    const { key } = await api.createOrganization({ limits: { storedBytes: 19 } });
    const knowledgeBaseId = await makeBase(api, key);
    const body = { knowledgeBaseId, url: 'https://museum.example/' };
    const site = (await api.call('POST', '/v3/websites', { key, body })).body;
    const { website } = await begin(site);
    await api.services.websites.storePage(website, page('/', 'ok'));
    await expect(api.services.websites.storePage(website, page('/a', 'more'))).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
  });
});

test('deleting a website deletes its pages and their files, even if a page was deleted before', async () => {
  const site = await add();
  const { website } = await begin(site);
  const before = await api.countBlobs();
  for (const path of ['/a', '/b']) await api.services.websites.storePage(website, page(path, path));
  await indexed();
  const [{ id }] = await documentsOf(site);
  await api.call('DELETE', `/v3/knowledge-bases/${kb}/documents/${id}`);
  expect((await api.call('DELETE', `/v3/websites/${site.id}`)).status).toBe(200);
  expect(await documentsOf(site)).toEqual([]);
  await expect.poll(() => api.countBlobs()).toBe(before);
});

test('a website is deleted with its knowledge base', async () => {
  const knowledgeBaseId = await makeBase(api);
  const site = await add({ knowledgeBaseId });
  const { job } = await begin(site);
  await api.call('DELETE', `/v3/knowledge-bases/${knowledgeBaseId}`);
  expectProblem(await api.call('GET', `/v3/websites/${site.id}`), 404);
  expect(await api.services.websites.recordProgress(job, 1)).toBe(false);
});

test('after a restart, interrupted readings start at once and others when they are due', async () => {
  const running = await add();
  const due = await add({ refreshHours: 1 });
  await api.services.websites.finish((await begin(due)).job, { status: 'read', reason: null });
  const done = await add();
  await api.services.websites.finish((await begin(done)).job, { status: 'read', reason: null });
  api.websiteReadings.length = 0;
  await api.services.websites.resume();
  const ids = api.websiteReadings.map(({ websiteId }) => websiteId);
  expect(ids).toEqual(expect.arrayContaining([running.id, due.id]));
  expect(ids).not.toContain(done.id);
});

test('a website of another organization is not found', async () => {
  const { id } = await add();
  const { key } = await api.createOrganization({});
  expectProblem(await api.call('POST', `/v3/websites/${id}/read`, { key }), 404);
  const body = { knowledgeBaseId: kb, url: 'https://museum.example/' };
  expectProblem(await api.call('POST', '/v3/websites', { key, body }), 422, 'knowledgeBaseId');
});
