import type { WorkerChannel } from './run-worker.ts';

export function processChannel(): WorkerChannel {
  return {
    send: (report) => {
      // The service has just died: the message is lost, and the channel closes next.
      if (process.connected) process.send?.(report, undefined, undefined, () => undefined);
    },
    onMessage: (handler) => {
      process.on('message', handler);
      // A person who ends this process by a signal ends its conversations in order.
      process.on('SIGTERM', () => handler({ type: 'shutdown' }));
    },
    onClosed: (handler) => {
      // A service that died while this process loaded has been missed: the event comes once.
      if (process.connected) process.on('disconnect', handler);
      else queueMicrotask(handler);
    },
  };
}
