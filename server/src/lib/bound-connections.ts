import type { Server, Socket } from 'node:net';
import { addressBlock } from './address-block.ts';
import { Budget } from './budget.ts';

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
  let toldAt = Number.NEGATIVE_INFINITY;
  const refused = (address: string) => {
    if (performance.now() - toldAt < 60_000) return;
    toldAt = performance.now();
    onRefused(address);
  };
  server.on('drop', (data) => refused(data?.remoteAddress ?? 'unknown'));
  if (ofAddress === undefined) return;
  const open = new Budget({ ofOne: ofAddress, all: total, isHard: true });
  server.on('connection', (socket: Socket) => {
    const address = addressBlock(socket.remoteAddress ?? '');
    if (open.isExceededBy(address)) {
      refused(address);
      socket.destroy();
      return;
    }
    open.take(address);
    socket.once('close', () => open.release(address));
  });
}
