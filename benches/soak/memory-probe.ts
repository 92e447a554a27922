/** Loaded into the processes of the service (`--import`): on SIGUSR2 reports what their memory consists of. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const folder = process.env.PROBE_FOLDER;
if (isMainThread && folder) {
  process.on('SIGUSR2', () => {
    // Collects garbage first, which is not memory that is kept.
    (globalThis as { gc?: () => void }).gc?.();
    writeFileSync(join(folder, String(process.pid)), JSON.stringify(process.memoryUsage()));
  });
}
