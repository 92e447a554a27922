import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The oldest Node that the service runs on, and the newest of 22 and 24, each with an npm of its time. */
export const PUBLISHED_NODES = [
  ['20.19.0', '10.8.2'],
  ['22.23.5', '10.9.9'],
  ['24.22.3', '11.21.2'],
] as const;

export interface PublishedNode {
  /** The program `node`. */
  program: string;
  /** The environment in which `node`, `npm` and `npx` are these. */
  env: NodeJS.ProcessEnv;
}

/** Installs Node and npm, from npm's registry, into a folder. */
export async function installNode(node: string, npm: string, folder: string): Promise<PublishedNode> {
  const binary = `node-${process.platform}-${process.arch}`;
  const asked = ['--no-audit', '--no-fund', '--prefix', folder, `${binary}@${node}`, `npm@${npm}`];
  await promisify(execFile)('npm', ['install', ...asked]);
  const modules = join(folder, 'node_modules');
  const program = join(modules, binary, 'bin/node');
  const path = [dirname(program), join(modules, '.bin'), process.env.PATH].join(':');
  return { program, env: { ...process.env, PATH: path } };
}
