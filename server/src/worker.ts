/** Process entry of a conversation worker; the service forks it. */
import { composeWorker } from './compose-worker.ts';
import { readConfig } from './config.ts';
import { createLog } from './logging.ts';
import { processChannel } from './media/dispatch/process-channel.ts';
import { runWorker } from './media/dispatch/run-worker.ts';

const config = readConfig();
const log = createLog(config, 'worker');

// Ctrl-C reaches the whole process group; the service decides when a worker stops, and its death closes the IPC
// channel.
process.on('SIGINT', () => undefined);
process.on('unhandledRejection', (error) =>
  log.error({ err: error }, 'a promise was rejected and nothing handled it'),
);

const media = await composeWorker(config, log, process.argv[2]);
await runWorker(media, processChannel(), log);
process.exit(0);
