import type { Logger } from '../../lib/logger.ts';

/**
 * Keeps this process, and with it all of its conversations, alive where rtc-node (0.13.35) drops an object that its native
 * part has dropped already: it throws while garbage is collected, from no code of anybody's. Nothing is lost by it. Any other error
 * that nothing has caught ends the process, as it would by itself.
 */
export function forgiveSpentHandles(log: Logger): void {
  let hasTold = false;
  process.on('uncaughtException', (error) => {
    if (error.message !== 'trying to drop an invalid handle') {
      log.error({ event: 'worker.uncaught_error', err: error }, 'the worker ends: nothing caught an error');
      process.exit(1);
    }
    if (!hasTold)
      log.warn(
        { event: 'worker.handle_disposed_twice', err: error },
        'rtc-node disposed the same native handle twice; ignored',
      );
    hasTold = true;
  });
}
