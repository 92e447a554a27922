/** Process entry of a conversation worker; the service forks it. */
import { composeWorker } from './compose/worker-media.ts';
import { readConfig } from './config.ts';
import { processChannel } from './dispatch/process-channel.ts';
import { readyOrExit } from './dispatch/ready-or-exit.ts';
import { runWorker } from './dispatch/run-worker.ts';
import { logUnhandledRejections } from './lib/log-unhandled-rejections.ts';
import { createLog } from './logging.ts';
import { ignoreDisposedHandles } from './media/room/ignore-disposed-handles.ts';

const config = readConfig();
// The name that the service uses.
const log = createLog(config, 'worker').child({ worker: `process ${process.pid}` });

// Ctrl-C reaches the whole process group; the service decides when a worker stops, and its death closes the IPC
// channel.
process.on('SIGINT', () => undefined);
ignoreDisposedHandles(log);
logUnhandledRejections(log);

const media = await readyOrExit(composeWorker(config, log, process.argv[2], process.argv[3]), log);
await runWorker(media, processChannel(), log);
process.exit(0);
