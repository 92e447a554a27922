/** Preloaded into the processes of the service (`--import`): on SIGUSR2 it reports the composition of their memory. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const folder = process.env.PROBE_FOLDER;
if (isMainThread && folder) {
  process.on('SIGUSR2', () => {
    // Collects garbage first, because that is not retained memory.
    (globalThis as { gc?: () => void }).gc?.();
    writeFileSync(join(folder, String(process.pid)), JSON.stringify(process.memoryUsage()));
  });
}
