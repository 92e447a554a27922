import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Caller, findPython, run } from '@visavis/tests/dist/support/callers.js';

const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/versus-agents/', import.meta.url));
/** Compiled to `benches/dist`, while the agents are beside the sources. */
const SOURCES = fileURLToPath(new URL('../../versus-agents/', import.meta.url));

export interface Installed extends Caller {
  version: string;
}

/** Installs the newest version in the registry, or else keeps the present one. @throws Error if there is none */
async function bringNewest(isThere: boolean, isNewest: boolean, install: () => Promise<void>): Promise<void> {
  if (isThere && !isNewest) return;
  try {
    await install();
  } catch (error) {
    if (!isThere) throw error;
    console.error(`The registry gives nothing newer: ${(error as Error).message.split('\n').at(-1)}`);
  }
}

export async function installNode(isNewest: boolean): Promise<Installed> {
  const folder = join(FOLDER, 'node');
  const manifest = join(folder, 'node_modules/@livekit/agents/package.json');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  const packages = ['@livekit/agents@latest', '@livekit/agents-plugin-openai@latest'];
  // Install scripts of packages, which download more, are not needed.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await bringNewest(existsSync(manifest), isNewest, () =>
    run('npm', ['install', ...options, ...packages], folder),
  );
  const agent = join(folder, 'agent.mjs');
  await copyFile(join(SOURCES, 'agent.mjs'), agent);
  const { version } = JSON.parse(await readFile(manifest, 'utf8')) as { version: string };
  return { program: process.execPath, args: [agent], version };
}

export async function installPython(isNewest: boolean): Promise<Installed> {
  const folder = join(FOLDER, 'python');
  const program = join(folder, 'bin/python');
  const ask = async () => {
    const script = 'from importlib.metadata import version; print(version("livekit-agents"))';
    return (await promisify(execFile)(program, ['-c', script])).stdout.trim();
  };
  const isThere = await ask().then(Boolean, () => false);
  await bringNewest(isThere, isNewest, async () => {
    const python = findPython();
    if (python === undefined) throw new Error('no Python 3.10 with venv');
    await mkdir(FOLDER, { recursive: true });
    await run(python, ['-m', 'venv', folder], FOLDER);
    const packages = ['livekit-agents', 'livekit-plugins-openai'];
    await run(program, ['-m', 'pip', 'install', '--quiet', '--upgrade', ...packages], FOLDER);
  });
  return { program, args: [join(SOURCES, 'agent.py')], version: await ask() };
}
