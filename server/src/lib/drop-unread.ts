import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

interface Outgoing {
  /** Bytes that the system has accepted; a write counts once it has been accepted completely. */
  taken: number;
  /** Since when data has been waiting without any being accepted. */
  since: number | undefined;
}

/**
 * Closes connections whose peer has read nothing for `mostMs` while data waits, because that data is held in memory.
 * One timer checks all connections, so that it adds no cost to a response.
 */
export function dropUnread(server: Server, mostMs: number): void {
  const open = new Map<Socket, Outgoing>();
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.set(socket, { taken: 0, since: undefined });
    socket.once('close', () => open.delete(socket));
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, outgoing] of open) {
      const waiting = socket.writableLength;
      const taken = socket.bytesWritten - waiting;
      if (waiting === 0 || taken !== outgoing.taken) outgoing.since = undefined;
      else outgoing.since ??= now;
      outgoing.taken = taken;
      if (outgoing.since !== undefined && now - outgoing.since >= mostMs) socket.destroy();
    }
  }, mostMs / 24).unref();
  server.once('close', () => clearInterval(look));
}
