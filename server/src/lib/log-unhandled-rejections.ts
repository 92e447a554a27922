import type { Logger } from './logger.ts';

/** Logs unhandled rejections: they must not end a process that runs others' conversations. Call once per process. */
export function logUnhandledRejections(log: Logger): void {
  process.on('unhandledRejection', (error) =>
    log.error(
      { event: 'process.unhandled_rejection', err: error },
      'a promise was rejected and nothing handled it; please report this as a bug',
    ),
  );
}
