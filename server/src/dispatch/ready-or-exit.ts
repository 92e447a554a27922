import type { Logger } from '../lib/logger.ts';

/**
 * Returns the parts of a worker process once they are ready. Where that fails (a thread stands still while it draws the first
 * frames, the model host ends), logs it and ends the process, with all that has begun; the service starts another.
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
