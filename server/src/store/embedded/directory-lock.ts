import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Thrown when another live process holds the directory. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
}

export interface DirectoryLock {
  release(): Promise<void>;
}

interface LockSocket {
  server: net.Server;
  /** Sent to every contender that connects: `held <pid>` if we hold the lock, `trying` before. */
  state: { held: boolean };
}

const PROBE_TIMEOUT_MS = 1_000;
const ATTEMPTS = 12;

/**
 * Takes an exclusive lock on a directory that ends with the process, however it ends: the lock is a listening socket,
 * which the kernel closes. Files with process ids would outlive a kill -9, and Node has no flock.
 *
 * On Windows it is a named pipe, of which only one can exist. Elsewhere every contender listens on a socket file of its
 * own inside the directory and then connects to all others that it finds. Names are never reused, so a socket that does
 * not answer is dead for good and can be removed without a race; of two contenders at least one sees the other and
 * withdraws. Unlike abstract sockets, this also works for two containers that share the directory.
 *
 * Throws `DirectoryInUseError`.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const real = await fs.realpath(directory);
  if (process.platform === 'win32') return lockByPipe(real);
  const folder = await openSocketFolder(real);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const name = `lock-${randomUUID().slice(0, 13)}.sock`;
      const own = await listen(path.join(folder.path, name));
      const holder = await findHolder(folder.path, name);
      if (holder === undefined) {
        own.state.held = true;
        return { release: () => release(own.server, folder) };
      }
      await closeServer(own.server);
      if (holder !== 'trying' || attempt === ATTEMPTS) {
        throw new DirectoryInUseError(
          `the data directory ${real} is in use by another process${holder === 'trying' ? '' : ` (${holder})`}`,
        );
      }
      // Both contenders withdrew: different waiting times let one of them succeed.
      await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 150));
    }
  } catch (error) {
    await folder.close();
    throw error;
  }
}

interface SocketFolder {
  /** A short path, because a socket's path may have only about 100 bytes. */
  path: string;
  close(): Promise<void>;
}

async function openSocketFolder(directory: string): Promise<SocketFolder> {
  if (process.platform === 'linux' && (await supportsSockets(directory))) {
    // The path through the file descriptor is short even if the directory is deeply nested.
    const handle = await fs.open(directory, 'r');
    return { path: `/proc/self/fd/${handle.fd}`, close: () => handle.close() };
  }
  const fits = Buffer.byteLength(path.join(directory, 'lock-00000000-0000.sock')) < 100;
  if (fits && (await supportsSockets(directory))) return { path: directory, close: async () => undefined };
  // For deep paths outside Linux, and file systems without sockets (shared folders of desktop virtual machines): the
  // processes of this machine still exclude each other.
  const digest = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  const folder = path.join(os.tmpdir(), `visavis-${digest}`);
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  return { path: folder, close: async () => undefined };
}

async function supportsSockets(directory: string): Promise<boolean> {
  const handle = process.platform === 'linux' ? await fs.open(directory, 'r') : undefined;
  const name = `probe-${randomUUID().slice(0, 13)}.sock`;
  try {
    const probe = await listen(path.join(handle ? `/proc/self/fd/${handle.fd}` : directory, name));
    await closeServer(probe.server);
    return true;
  } catch {
    return false;
  } finally {
    await handle?.close();
  }
}

function listen(socketPath: string): Promise<LockSocket> {
  const state = { held: false };
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(state.held ? `held ${process.pid}` : 'trying');
  });
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(socketPath, () => resolve({ server, state }));
  });
}

function closeServer(server: net.Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

async function release(server: net.Server, folder: SocketFolder): Promise<void> {
  await closeServer(server);
  await folder.close();
}

/** Returns `process <pid>` if another contender holds the lock, `trying` if one is about to, else undefined. */
async function findHolder(folder: string, ownName: string): Promise<string | undefined> {
  let other: string | undefined;
  for (const name of await fs.readdir(folder)) {
    if (!/^lock-.*\.sock$/.test(name) || name === ownName) continue;
    const answer = await askContender(path.join(folder, name));
    if (answer === undefined) await fs.rm(path.join(folder, name), { force: true });
    else if (answer.startsWith('held ')) return `process ${answer.slice(5)}`;
    else other = answer === 'trying' ? 'trying' : 'a process that does not answer';
  }
  return other;
}

/** Returns the listener's answer; '' if it lives but does not answer in time; undefined if nobody listens. */
function askContender(socketPath: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = net.connect(socketPath);
    let answer = '';
    socket.setEncoding('utf8').setTimeout(PROBE_TIMEOUT_MS);
    socket.on('data', (text) => {
      answer += String(text);
    });
    socket.once('timeout', () => {
      resolve('');
      socket.destroy();
    });
    socket.once('end', () => resolve(answer));
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // Only these two errors prove that nobody listens; after any other the lock counts as held.
      resolve(error.code === 'ECONNREFUSED' || error.code === 'ENOENT' ? undefined : '');
    });
  });
}

async function lockByPipe(directory: string): Promise<DirectoryLock> {
  const digest = createHash('sha256').update(directory.toLowerCase()).digest('hex').slice(0, 32);
  try {
    const { server, state } = await listen(`\\\\.\\pipe\\visavis-${digest}`);
    state.held = true;
    return { release: () => closeServer(server) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new DirectoryInUseError(`the data directory ${directory} is in use by another process`);
  }
}
