import type { WebSocket } from 'ws';
import { readJsonFrame } from './read-json-frame.ts';
import { HEARTBEAT_MS, type WorkerLink } from './worker-link.ts';

/** A worker of another machine, connected by a WebSocket. */
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
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(command));
    },
    kill: () => socket.terminate(),
    onMessage: (handler) =>
      socket.on('message', (data, isBinary) => {
        const message = readJsonFrame(data, isBinary);
        if (message !== undefined) return handler(message);
        cause ??= 'it sent something that is no JSON';
        socket.terminate();
      }),
    onGone: (handler) =>
      socket.once('close', () => {
        clearInterval(beat);
        handler(cause ?? 'its connection has closed');
      }),
  };
}
