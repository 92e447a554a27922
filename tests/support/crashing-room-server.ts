import { existsSync, readFileSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { isMainThread, workerData } from 'node:worker_threads';

const CRASH_FILE = 'TEST_ROOM_SERVER_CRASH_FILE';
const LOOK_MS = 50;

/**
 * Returns the environment of a service whose room server throws as soon as `file` exists; the test must remove the
 * file. If the file contains `hang`, the room server removes it and hangs.
 */
export function crashingRoomServer(file: string): Record<string, string> {
  const preload = pathToFileURL(import.meta.filename).href;
  return { [CRASH_FILE]: file, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${preload}` };
}

const file = process.env[CRASH_FILE];
const isRoomServer =
  !isMainThread && typeof workerData === 'object' && workerData && 'admitted' in workerData;
if (file !== undefined && isRoomServer) {
  setInterval(() => {
    if (!existsSync(file)) return;
    if (readFileSync(file, 'utf8') === 'hang') {
      rmSync(file);
      for (;;);
    }
    throw new Error('the test lets the room server crash');
  }, LOOK_MS).unref();
}
