/**
 * Tests the OpenAPI document and the samples of the API reference; the Python ones: `tests/cluster/reference-python`.
 */
import { execFile, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'rolldown/utils';
import { afterEach, expect, test } from 'vitest';
import { startApi } from '../support/api-harness.ts';
import { ROOT } from '../support/guide.ts';
import { type ReadySample, runSamples } from '../support/reference-samples.ts';

const execute = promisify(execFile);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function makeFolder(made: Promise<string>): Promise<string> {
  const folder = await made;
  ends.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

test("every curl sample runs as printed, with the reader's ids", async () => {
  const cwd = await makeFolder(mkdtemp(join(tmpdir(), 'visavis-samples-')));
  // Runs curl and appends the status to its output, because curl prints an error like any other response.
  const withStatus = `curl() { command curl --write-out '\\n%{http_code}' "$@"; }`;
  const run = async ({ code, env, files }: ReadySample): Promise<unknown> => {
    await writeFiles(cwd, files);
    const { stdout } = await execute('bash', ['-euo', 'pipefail', '-c', `${withStatus}\n${code}`], {
      cwd,
      env: { ...process.env, ...env },
      maxBuffer: 16 * 1024 * 1024,
    });
    const end = stdout.lastIndexOf('\n');
    const [body, status] = [stdout.slice(0, end), stdout.slice(end + 1)];
    if (!status.startsWith('2')) throw new Error(`${status} ${body}`);
    return body.startsWith('{') ? JSON.parse(body) : body;
  };
  const { ran, all } = await runSamples('curl', run);
  expect([...ran].sort()).toEqual([...all].sort());
});

test("every TypeScript sample compiles and runs as printed, with the reader's ids", async () => {
  // In this folder package names resolve as they do for users.
  const folder = join(ROOT, 'tests', 'dist', `samples-${randomUUID()}`);
  await makeFolder(mkdir(folder).then(() => folder));
  const child = fork(join(ROOT, 'tests/dist/support/sample-process.js'), { cwd: folder });
  ends.push(async () => {
    const exited = once(child, 'exit');
    child.kill();
    await exited;
  });
  const run = async ({ operationId, code, env, files }: ReadySample): Promise<unknown> => {
    await writeFiles(folder, { ...files, [`${operationId}.ts`]: code });
    const file = join(folder, `${operationId}-${randomUUID()}.mjs`);
    await writeFile(file, (await transform('code.ts', code)).code);
    child.send({ file, env });
    const [{ problem, printed }] = (await once(child, 'message')) as [Printed];
    if (problem !== undefined) throw new Error(problem);
    return printed[0];
  };
  const { ran, all } = await runSamples('TypeScript', run);
  expect([...ran].sort()).toEqual([...all].sort());

  await writeFiles(folder, {
    'tsconfig.json': JSON.stringify({
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: { noEmit: true, composite: false, incremental: false, types: ['node'] },
      include: ['*.ts'],
    }),
  });
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const said = await execute(process.execPath, [compiler, '-p', folder]).catch((error) => error);
  expect(said.stdout).toBe('');
});

test('a linter reports nothing for the OpenAPI document', async () => {
  const folder = await makeFolder(mkdtemp(join(tmpdir(), 'visavis-lint-')));
  const api = await startApi();
  ends.push(() => api.close());
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify((await api.call('GET', '/openapi.json', { key: null })).body));
  const cli = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
  const env = { REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off', CI: 'true' };
  const { stdout, stderr } = await execute(process.execPath, [cli, 'lint', file, '--format', 'stylish'], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  }).catch((error: { stdout: string; stderr: string }) => error);
  expect(stdout + stderr).not.toMatch(/\d+ warnings?/);
  expect(stdout + stderr).toContain('Your API description is valid');
});

interface Printed {
  problem: string | undefined;
  printed: unknown[];
}
