import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiHarness, startApi } from '../support/api-harness.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

let api: ApiHarness;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

test('the reference is a page that loads what it needs from here', async () => {
  const page = await api.call('GET', '/docs', { key: null });
  expect(page.status).toBe(200);
  expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
  const addresses = [...String(page.body).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address!);
  expect(addresses.length).toBeGreaterThan(4);
  for (const address of addresses) {
    expect(address).not.toMatch(/^(\w+:|\/)/);
    const loaded = await api.call('GET', `/${address}`, { key: null });
    expect({ address, status: loaded.status }).toEqual({ address, status: 200 });
  }
});

test('the pages about errors lead to it', async () => {
  const page = await api.call('GET', '/docs/errors/conflict', { key: null });
  expect(page.body).toContain('<a href="../../docs">API reference</a>');
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
