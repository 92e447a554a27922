/**
 * `npm run test:packed`: packs the packages, installs them into an empty folder as a user does, and runs the tests of
 * conversations and rooms, and the long ones, against what is installed: with each Node that users have.
 * `npm run test:packed -- 24 tests/live/room-media.test.ts`: with Node 24, and these files.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPackedRegistry } from '../support/packed-registry.ts';
import { installNode, PUBLISHED_NODES } from '../support/published-nodes.ts';
import { makeRepositoryOf } from './repository-of-installed.ts';

const given = process.argv.slice(2);
const majors = given.filter((word) => /^\d+$/.test(word));
const named = given.filter((word) => !majors.includes(word));
const files = named.length > 0 ? named : ['tests/live/', 'tests/long/'];

const registry = await startPackedRegistry();
const outcomes: string[] = [];
for (const [node, npm] of PUBLISHED_NODES) {
  if (majors.length > 0 && !majors.includes(node.split('.')[0]!)) continue;
  const startedAt = performance.now();
  const code = await runWith(node, npm);
  if (code !== 0) process.exitCode = 1;
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  outcomes.push(`Node ${node}: ${code === 0 ? 'passed' : 'FAILED'} in ${minutes} min`);
}
await registry.close();
process.stdout.write(`\n${outcomes.join('\n')}\n`);

/** @returns the exit code of the tests */
async function runWith(node: string, npm: string): Promise<number> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'visavis-packed-')));
  try {
    const { program, env } = await installNode(node, npm, join(folder, 'tools'));
    const user = join(folder, 'user');
    await mkdir(user);
    const packages = ['server', 'client', 'web', 'react'].map((name) => `@visavis/${name}`);
    const options = ['--no-audit', '--no-fund', `--@visavis:registry=${registry.url}`, '--prefix', user];
    const installed = await run('npm', ['install', ...options, ...packages], user, env);
    if (installed !== 0) return installed;
    const copy = join(folder, 'repository');
    makeRepositoryOf(user, copy);
    const tests = ['tests/dist/runner/run.js', 'test', ...files];
    return await run(program, tests, copy, { ...env, VISAVIS_TEST_PACKED: user });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(command, args, { cwd, env, stdio: 'inherit' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
