import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { PipelineServer } from './providers/pipeline-server.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
export const AGENTS_PLUGIN = join(ROOT, 'agents-plugin');

/** How to start a caller: an agent that uses the published LiveKit Agents. */
export interface Caller {
  program: string;
  args: string[];
}

/** Builds `agents-plugin` with LiveKit's packages, which nothing else in this repository needs. */
export async function installNodeAgents(): Promise<void> {
  const lock = join(AGENTS_PLUGIN, 'package-lock.json');
  const installed = join(AGENTS_PLUGIN, 'node_modules/.package-lock.json');
  if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs)
    await run('npm', ['ci', '--no-audit', '--no-fund'], AGENTS_PLUGIN);
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-b', 'agents-plugin'], ROOT);
}

export async function nodeCaller(): Promise<Caller> {
  await installNodeAgents();
  return { program: process.execPath, args: [join(AGENTS_PLUGIN, 'dist/callers/caller.js')] };
}

/** Starts the models for LiveKit Agents, whose messages have another order than those of our engines. */
export const startModelsOfAgents = async (): Promise<PipelineServer> =>
  Object.assign(await new PipelineServer('sk-local').listen(), { strictTurns: false });

/** Returns a Python interpreter for which LiveKit Agents can be installed: PYTHON, otherwise `python3`. */
export function findPython(): string | undefined {
  const program = process.env.PYTHON ?? 'python3';
  const check = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
  return spawnSync(program, ['-c', check]).status === 0 ? program : undefined;
}

export const installPythonAgents = () =>
  installPythonPackages('livekit-agents', join(AGENTS_PLUGIN, 'callers/requirements.txt'));

/** Returns the interpreter of a virtual environment with the pinned packages, which is kept for later runs. */
export async function installPythonPackages(name: string, requirements: string): Promise<string> {
  const python = findPython();
  if (python === undefined) throw new Error('no Python 3.10 with venv');
  const version = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12);
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'visavis', `${name}-${version}`);
  const interpreter = join(folder, 'bin/python');
  const complete = join(folder, 'complete');
  if (!existsSync(complete)) {
    rmSync(folder, { recursive: true, force: true });
    await run(python, ['-m', 'venv', folder], ROOT);
    await run(
      interpreter,
      ['-m', 'pip', 'install', '--quiet', '--require-hashes', '--requirement', requirements],
      ROOT,
    );
    writeFileSync(complete, '');
  }
  return interpreter;
}

export async function pythonCaller(): Promise<Caller> {
  return { program: await installPythonAgents(), args: [join(AGENTS_PLUGIN, 'callers/caller.py')] };
}

export async function run(program: string, args: string[], cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<number | null>((resolve, reject) => {
    child.once('exit', resolve);
    child.once('error', reject);
  });
  const [code, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`);
}
