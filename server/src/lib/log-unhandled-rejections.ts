import type { Logger } from './logger.ts';

/** A promise whose rejection nothing handles ends no process: others' conversations run in it. For the whole process, once. */
export function logUnhandledRejections(log: Logger): void {
  process.on('unhandledRejection', (error) =>
    log.error(
      { event: 'process.unhandled_rejection', err: error },
      'nothing handled the rejection of a promise',
    ),
  );
}
