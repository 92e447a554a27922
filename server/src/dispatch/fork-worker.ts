import { fork } from 'node:child_process';
import type { Logger } from '../lib/logger.ts';
import type { WorkerLink } from './worker-link.ts';

export interface ForkOptions {
  /** The worker program; the product's own by default. */
  entry?: URL;
  /** Arguments of its command line; none by default. */
  args?: readonly string[];
  /** Its environment; this process's by default. */
  env?: NodeJS.ProcessEnv;
}

export function forkWorker({ entry, args = [], env }: ForkOptions, log: Logger): WorkerLink {
  const child = fork(entry ?? new URL('../worker.js', import.meta.url), [...args], {
    ...(env && { env }),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.on('error', (error) =>
    log.error(
      { event: 'worker.not_reached', err: error, worker: `process ${child.pid}` },
      'the service cannot start, reach or kill a worker',
    ),
  );
  return {
    name: `process ${child.pid}`,
    pid: child.pid,
    send: (command) => {
      if (child.connected) child.send(command);
    },
    kill: () => child.kill('SIGKILL'),
    onMessage: (handler) => child.on('message', handler),
    onGone: (handler) => {
      child.once('exit', (code, signal) =>
        handler(signal ? `it was ended by ${signal}` : `it exited with ${code}`),
      );
      // One that could not be started never exits.
      child.once('error', ({ message }) => {
        if (child.pid === undefined) handler(`it could not be started: ${message}`);
      });
    },
  };
}
