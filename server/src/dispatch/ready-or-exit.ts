import type { Logger } from '../lib/logger.ts';

/**
 * Returns the parts of a worker process once they are ready. If that fails (a thread hangs while rendering the first
 * frames, or the model host ends), logs it and exits the process, with everything started; the service starts another.
 */
export function readyOrExit<T>(
  composed: Promise<T>,
  log: Logger,
  exit: (code: number) => never = (code) => process.exit(code),
): Promise<T> {
  return composed.catch((err: unknown) => {
    log.error(
      { event: 'worker.not_ready', err },
      'the worker exits, because it could not be prepared for conversations',
    );
    return exit(1);
  });
}
