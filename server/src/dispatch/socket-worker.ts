import type { WebSocket } from 'ws';
import { HEARTBEAT_MS, readJsonFrame, type WorkerLink } from './worker-link.ts';

/** Maximum buffered commands for a worker that does not read: two of the longest, a plan with a picture. */
const MAX_BACKLOG_BYTES = 64 * 2 ** 20;

/** Creates the link to a worker on another machine, connected by a WebSocket. */
export function socketWorker(socket: WebSocket, name: string): WorkerLink {
  let cause: string | undefined;
  // Either machine may fail without closing the connection, so both send a ping every few seconds.
  const beat = setInterval(() => socket.ping(), HEARTBEAT_MS);
  socket.on('error', (error) => {
    cause ??= error.message;
  });
  return {
    name,
    send: (command) => {
      if (socket.readyState !== socket.OPEN) return;
      socket.send(JSON.stringify(command));
      if (socket.bufferedAmount <= MAX_BACKLOG_BYTES) return;
      cause ??= 'it does not read its messages';
      socket.terminate();
    },
    kill: () => socket.terminate(),
    onMessage: (handler) =>
      socket.on('message', (data, isBinary) => {
        const message = readJsonFrame(data, isBinary);
        if (message !== undefined) return handler(message);
        cause ??= 'it sent a message that is not JSON';
        socket.terminate();
      }),
    onGone: (handler) =>
      socket.once('close', () => {
        clearInterval(beat);
        handler(cause ?? 'its connection was closed');
      }),
  };
}
