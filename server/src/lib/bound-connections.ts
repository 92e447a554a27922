import type { Server, Socket } from 'node:net';
import { addressBlock } from './address-block.ts';

export interface ConnectionBounds {
  /** Maximum number of simultaneous connections. */
  total: number;
  /** Maximum from one address; `undefined` behind a proxy, whose address all clients share. */
  ofAddress: number | undefined;
}

/** Closes connections beyond the limits at once. `onRefused` is called with the address, at most once a minute. */
export function boundConnections(
  server: Server,
  { total, ofAddress }: ConnectionBounds,
  onRefused: (address: string) => void,
): void {
  server.maxConnections = total;
  const open = new Map<string, number>();
  let toldAt = Number.NEGATIVE_INFINITY;
  const refused = (address: string) => {
    if (performance.now() - toldAt < 60_000) return;
    toldAt = performance.now();
    onRefused(address);
  };
  server.on('drop', (data) => refused(data?.remoteAddress ?? 'unknown'));
  if (ofAddress === undefined) return;
  server.on('connection', (socket: Socket) => {
    const address = addressBlock(socket.remoteAddress ?? '');
    const count = (open.get(address) ?? 0) + 1;
    if (count > ofAddress) {
      refused(address);
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const left = open.get(address)! - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
