import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Website, WebsiteJob, WebsiteOutcome } from '../domain/knowledge-bases/website.ts';
import type { Websites } from '../domain/knowledge-bases/websites.ts';
import { Deferred } from '../lib/deferred.ts';
import { JobRunner } from '../store/jobs/job-runner.ts';
import { useTestDatabase } from '../store/testing/use-test-database.ts';
import { composeWebsites } from './websites.ts';

const database = useTestDatabase();

let server: Server;
let port: number;
/** Host and path of each request, in order of arrival. */
let asked: string[];
/** The front page of 127.0.0.1 is not sent before this resolves. */
let answers: Deferred<void>;
let ended: Map<string, WebsiteOutcome>;
let stop: () => Promise<void>;

beforeEach(async () => {
  asked = [];
  ended = new Map();
  answers = new Deferred();
  server = createServer(({ headers, url = '' }, response) => {
    const host = headers.host!.replace(/:\d+$/, '');
    asked.push(host + url);
    if (url === '/robots.txt') return response.writeHead(404).end();
    if (url === '/moved') return response.writeHead(301, { location: `http://127.0.0.1:${port}/` }).end();
    if (url === '/round')
      return response
        .writeHead(301, {
          location: `http://${host === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}/round`,
        })
        .end();
    if (url === '/away')
      return response.writeHead(302, { location: `http://localhost:${port}/elsewhere` }).end();
    const answer = () =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<a href="/away">${host}</a>`);
    if (host !== '127.0.0.1') return answer();
    void answers.promise.then(answer);
    return response;
  }).listen(0);
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  answers.resolve();
  await stop();
  server.closeAllConnections();
  server.close();
});

/** Reads several URLs, each for an organization of its own. */
async function read(...urls: string[]): Promise<void> {
  const sites = new Map(
    urls.map((url, index) => [
      url,
      { id: url, organizationId: `org_${index}`, url, depth: 1, maxPages: 9, attempt: 1 } as Website,
    ]),
  );
  const readings = composeWebsites({ database, allowPrivate: true });
  const websites: Partial<Websites> = {
    begin: async ({ websiteId }: WebsiteJob) => sites.get(websiteId),
    knownPages: async () => [],
    storePage: async () => undefined,
    recordProgress: async () => true,
    finish: async ({ websiteId }: WebsiteJob, outcome: WebsiteOutcome) => void ended.set(websiteId, outcome),
    resume: async () => undefined,
  };
  for (const site of sites.values()) await readings.queue.enqueue(site);
  const jobs = new JobRunner({ db: database });
  await readings.start(websites as Websites, jobs);
  await jobs.start();
  stop = () => jobs.stop();
}
const at = (host: string, path: string) => `http://${host}:${port}${path}`;
const outcome = (url: string) => expect.poll(() => ended.get(url), { timeout: 20_000 });

test('only one reading of a site runs at a time, whoever asks, and waiting ones do not delay other sites', async () => {
  const [first, second, other] = [
    at('127.0.0.1', '/'),
    at('127.0.0.1', '/?of=another'),
    at('localhost', '/'),
  ] as const;
  await read(first, second, other);
  await outcome(other).toMatchObject({ status: 'read' });
  expect(asked.filter((address) => address.startsWith('127'))).toEqual([
    '127.0.0.1/robots.txt',
    '127.0.0.1/',
  ]);
  answers.resolve();
  for (const url of [first, second]) await outcome(url).toMatchObject({ status: 'read' });
});

test('a website that moved waits for its turn at the new site; a page elsewhere is not requested', async () => {
  const [first, moved] = [at('127.0.0.1', '/'), at('localhost', '/moved')];
  await read(first, moved);
  await expect.poll(() => asked, { timeout: 20_000 }).toContain('localhost/moved');
  answers.resolve();
  for (const url of [first, moved]) await outcome(url).toMatchObject({ status: 'read' });
  expect(asked).not.toContain('localhost/elsewhere');
  // The second reading, which starts over, came after the whole first one.
  expect(asked.filter((address) => address.startsWith('127'))).toEqual(
    ['/robots.txt', '/', '/away', '/robots.txt', '/', '/away'].map((path) => `127.0.0.1${path}`),
  );
});

test('a website that redirects from site to site is given up', async () => {
  const url = at('localhost', '/round');
  await read(url);
  await outcome(url).toEqual({
    status: 'failed',
    reason: 'The website redirects repeatedly to other sites.',
  });
});
