import { lstat, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

/** The prefix of socket folders, before their owner's process id. */
export const SOCKET_FOLDER = 'visavis-models-';
const NAME = new RegExp(`^${SOCKET_FOLDER}(\\d+)-\\w+$`);

/**
 * Removes the folders that killed services of this user left behind in `parent`: those whose process id is not in use
 * and whose socket does not answer. In another container, the id may belong to a process that is not visible here.
 */
export async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent).catch(() => [])) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (!pid || isRunning(pid)) continue;
    const folder = join(parent, name);
    const found = await lstat(folder).catch(() => undefined);
    if (!found?.isDirectory() || found.uid !== process.getuid?.()) continue;
    if (await answers(join(folder, 'socket'))) continue;
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const settle = (doesAnswer: boolean) => {
      socket.destroy();
      resolve(doesAnswer);
    };
    socket.on('connect', () => settle(true));
    socket.on('error', () => settle(false));
  });
}

/** Whether a process with this id runs on this machine, whoever owns it. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
