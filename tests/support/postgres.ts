import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { DEADLINE_MS } from './deadlines.ts';
import { freePort } from './free-ports.ts';

const run = promisify(execFile);

export interface TestPostgres {
  /** Connection URL of a superuser, database `postgres`. */
  url: string;
  stop(): Promise<void>;
  /** Stops it as a power cut would: it recovers at its next start. */
  crash(): Promise<void>;
  /** Starts it after a crash, on the same port with the same data. */
  start(): Promise<void>;
}

/** Returns the folder of the newest installed PostgreSQL server, or undefined. */
export function findPostgres(): string | undefined {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  return newest && path.join(folder, newest, 'bin');
}

/**
 * Starts a separate PostgreSQL in a temporary directory, on a free loopback port; without fsync unless `durable`.
 * PostgreSQL refuses to run as root; then it runs as the user `postgres`.
 */
export async function startPostgres(options: { durable?: boolean } = {}): Promise<TestPostgres> {
  const bin = findPostgres();
  if (!bin) throw new Error('no PostgreSQL server is installed');
  const owner = await findOwner();
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'visavis-postgres-'));
  if (owner) await fs.chown(root, owner.uid, owner.gid);
  const data = path.join(root, 'data');
  await run(
    path.join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    { ...owner, cwd: root },
  );
  const port = await freePort();
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: root,
    fsync: options.durable ? 'on' : 'off',
  };
  const args = [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  let server: ChildProcess;
  const start = async () => {
    server = spawn(path.join(bin, 'postgres'), args, { ...owner, cwd: root, stdio: 'ignore' });
    await waitUntilReady(bin, port, server);
  };
  const stop = async () => {
    await stopServer(server, 'SIGINT');
    await fs.rm(root, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await stop();
    throw error;
  }
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  return { url, stop, start, crash: () => stopServer(server, 'SIGQUIT') };
}

async function findOwner(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const { stdout } = await run('id', ['-u', 'postgres']);
  const { stdout: group } = await run('id', ['-g', 'postgres']);
  return { uid: Number(stdout), gid: Number(group) };
}

async function waitUntilReady(bin: string, port: number, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    const ready = await run(path.join(bin, 'pg_isready'), [
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-t',
      '5',
    ]).then(
      () => true,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('PostgreSQL did not start in time');
}

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT its immediate one, without a checkpoint. */
async function stopServer(server: ChildProcess, signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  server.kill(signal);
  await ended;
}
