import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { needs } from '../support/needs.ts';
import { startPostgres } from '../support/postgres.ts';
import { useStarted } from '../support/use-service.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const postgres = useStarted(startPostgres, (it) => it.stop());

/** Runs suites on PostgreSQL. Each harness and store file creates its own database, see `createTestDatabase`. */
async function runSuites(
  folder: string,
  suites: string[],
  excluded: string[],
): Promise<{ code: unknown; output: string }> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'));
  const env = { ...Object.fromEntries(inherited), VISAVIS_TEST_DATABASE_URL: postgres.url, NO_COLOR: '1' };
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    folder,
    ...suites.map((name) => `--project=${name}`),
  ];
  for (const pattern of excluded) args.push('--exclude', pattern);
  const child = spawn(process.execPath, args, { cwd: root, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += String(text);
    });
  }
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return { code, output };
}

needs('PostgreSQL').test.each([
  {
    what: 'the store',
    folder: 'server/dist/store',
    suites: ['store', 'thorough'],
    excluded: ['**/store/embedded/**'],
  },
  { what: 'the API', folder: 'tests/dist/acceptance', suites: ['contract', 'native'], excluded: [] },
])(
  'passes the suites of $what on a real PostgreSQL',
  { timeout: 1_200_000 },
  async ({ folder, suites, excluded }) => {
    const { code, output } = await runSuites(folder, suites, excluded);
    expect(code, output).toBe(0);
    expect(output).toMatch(/Tests\s+[1-9]\d* passed/);
  },
);
