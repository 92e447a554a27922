import type { OpenApi } from '@visavis/docs/dist/api/openapi.js';
import { expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

const api = useApi();

const get = (path: string) => api.call('GET', path, { key: null });

test('every page of the documentation exists, loads only from this service, and has no broken link', async () => {
  expect(await get('/docs')).toMatchObject({ status: 308, headers: { location: 'docs/' } });
  const seen = new Map<string, string>();
  const queue = ['/docs/'];
  for (const path of queue) {
    const page = await get(path);
    expect(page.status, path).toBe(200);
    const isPage = String(page.headers['content-type']).startsWith('text/html');
    seen.set(path, isPage ? String(page.body) : '');
    if (!isPage || /^\/(console|talk)\//.test(path) || path.startsWith('/docs/errors/')) continue;
    expect(page.headers['content-security-policy']).toContain("script-src 'self'; style-src 'self';");
    expect(page.body).not.toMatch(/<(script|style|link)[^>]*(src|href)="(https?:)?\/\//);
    for (const [, address] of String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)) {
      const target = new URL(address!.replaceAll('&#38;', '&'), `http://here${path}`);
      if (target.host === 'here' && !queue.includes(target.pathname)) queue.push(target.pathname);
    }
  }
  const document = (await get('/openapi.json')).body as OpenApi;
  const ids = [...seen.values()].flatMap((html) =>
    [...html.matchAll(/<h3 id="([^"]+)"/g)].map(([, id]) => id),
  );
  for (const { operationId } of Object.values(document.paths).flatMap((methods) => Object.values(methods)))
    expect(ids).toContain(operationId.toLowerCase());
  expect(seen.size).toBeGreaterThan(50);
});

test('a page address with a trailing slash redirects to the page; a page that does not exist is a problem', async () => {
  const answer = await get('/docs/guides/web/');
  expect(answer).toMatchObject({ status: 308, headers: { location: '../web' } });
  expectProblem(await get('/docs/guides/nothing'), 404);
});

test('llms.txt links to every page as Markdown', async () => {
  const { body } = await get('/llms.txt');
  const links = [...String(body).matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(50);
  for (const link of links)
    expect({ link, status: (await get(`/${link}`)).status }).toEqual({ link, status: 200 });
  expect((await get('/docs/quick-start.md')).body).toMatch(/^# Quick start/);
});

test('the pages about errors link to the list of error codes', async () => {
  const page = await get('/docs/errors/conflict');
  expect(page.body).toContain('<a href="../error-codes">All error codes</a>');
});
