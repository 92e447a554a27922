import type { Logger } from '../../lib/logger.ts';

/**
 * Keeps this process and all of its conversations alive if rtc-node (0.13.35) drops an object that its native part has
 * dropped already: it throws during garbage collection, outside any call. Nothing is lost by ignoring that. Any other
 * uncaught error ends the process, as it would by default.
 */
export function ignoreDisposedHandles(log: Logger): void {
  let hasLogged = false;
  process.on('uncaughtException', (error) => {
    if (error.message !== 'trying to drop an invalid handle') {
      log.error({ event: 'worker.uncaught_error', err: error }, 'an error was not caught; the worker exits');
      process.exit(1);
    }
    if (!hasLogged)
      log.warn(
        { event: 'worker.handle_disposed_twice', err: error },
        'rtc-node disposed a native handle twice; nothing needs to be done',
      );
    hasLogged = true;
  });
}
