import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { OpenApi } from '@visavis/docs/dist/api/openapi.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiHarness, startApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

let api: ApiHarness;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

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
}, 60_000);

test('a page with a slash too many leads to the page, and one that is not there is a problem', async () => {
  const answer = await get('/docs/guides/web/');
  expect(answer).toMatchObject({ status: 308, headers: { location: '../web' } });
  expectProblem(await get('/docs/guides/nothing'), 404);
});

test('llms.txt leads programs to every page as Markdown', async () => {
  const { body } = await get('/llms.txt');
  const links = [...String(body).matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
  expect(links.length).toBeGreaterThan(50);
  for (const link of links)
    expect({ link, status: (await get(`/${link}`)).status }).toEqual({ link, status: 200 });
  expect((await get('/docs/quick-start.md')).body).toMatch(/^# Quick start/);
});

test('the pages about errors lead to it', async () => {
  const page = await get('/docs/errors/conflict');
  expect(page.body).toContain('<a href="../error-codes">All error codes</a>');
});

test('a linter finds nothing to complain about in the OpenAPI document', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'visavis-lint-'));
  try {
    const file = join(folder, 'openapi.json');
    const { body } = await api.call('GET', '/openapi.json', { key: null });
    await writeFile(file, JSON.stringify(body));
    const cli = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
    const lint = promisify(execFile)(process.execPath, [cli, 'lint', file, '--format', 'stylish'], {
      cwd: ROOT,
      env: {
        ...process.env,
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
        REDOCLY_TELEMETRY: 'off',
        CI: 'true',
      },
    });
    const said = await lint.then(
      ({ stdout, stderr }) => ({ failed: false, text: stdout + stderr }),
      (error: { stdout: string; stderr: string }) => ({ failed: true, text: error.stdout + error.stderr }),
    );
    expect(said.failed, said.text).toBe(false);
    expect(said.text).not.toMatch(/\d+ warnings?/);
    expect(said.text).toContain('Your API description is valid');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 60_000);
