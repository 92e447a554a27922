import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPostgres, type TestPostgres } from '../support/postgres.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

it('passes the suites of the store on a real PostgreSQL', { timeout: 300_000 }, async () => {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const env = { ...Object.fromEntries(inherited), VISAVIS_TEST_DATABASE_URL: postgres.url, NO_COLOR: '1' };
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    'server/dist/store',
    '--exclude',
    '**/store/embedded/**',
  ];
  const suites = spawn(process.execPath, args, { cwd: root, env });
  let output = '';
  suites.stdout.on('data', (text) => {
    output += String(text);
  });
  suites.stderr.on('data', (text) => {
    output += String(text);
  });
  const code = await new Promise((resolve) => suites.once('exit', resolve));
  expect(code, output).toBe(0);
  expect(output).toMatch(/Tests\s+[1-9]\d* passed/);
});
