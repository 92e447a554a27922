import type { WorkerChannel } from './run-worker.ts';

export function processChannel(): WorkerChannel {
  return {
    send: (report) => {
      // If the service has just died, the message is lost, and the channel closes next.
      if (process.connected) process.send?.(report, undefined, undefined, () => undefined);
    },
    onMessage: (handler) => {
      process.on('message', handler);
      // A signal from a person ends this process's conversations in order.
      process.on('SIGTERM', () => handler({ type: 'shutdown' }));
    },
    onClosed: (handler) => {
      // If the service died while this process loaded, the event was missed, because it is emitted only once.
      if (process.connected) process.on('disconnect', handler);
      else queueMicrotask(handler);
    },
  };
}
