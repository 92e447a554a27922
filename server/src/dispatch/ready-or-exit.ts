import type { Logger } from '../lib/logger.ts';

/**
 * What a worker process is made of, once it is there. Where that fails (a thread stands still while it draws the first
 * pictures, the model host ends), the process says so and ends, with all that has begun; the service starts another.
 */
export function readyOrExit<T>(
  composed: Promise<T>,
  log: Logger,
  exit: (code: number) => never = (code) => process.exit(code),
): Promise<T> {
  return composed.catch((err: unknown) => {
    log.error({ event: 'worker.not_ready', err }, 'the worker ends: it could not be made ready');
    return exit(1);
  });
}
