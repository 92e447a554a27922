import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { Scope } from '../support/scope.ts';

/** A relay between clients and the service that breaks and delays connections. */
export interface ChaosRelay {
  url: string;
  /** Delay of the bytes that arrive from now on. */
  delayMs: number;
  /** Resets some of the open connections, and returns how many. */
  drop(isChosen: () => boolean): number;
}

export async function openChaosRelay(scope: Scope, targetPort: number): Promise<ChaosRelay> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ host: '127.0.0.1', port: targetPort });
    carry(client, upstream);
    carry(upstream, client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const relay: ChaosRelay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delayMs: 0,
    drop: (isChosen) => {
      const chosen = [...sockets].filter(isChosen);
      for (const socket of chosen) socket.resetAndDestroy();
      return chosen.length;
    },
  };
  scope.later(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return relay;

  /** Forwards bytes in order in one direction. */
  function carry(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('error', () => from.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on('data', (bytes) => {
      // Paused until they are sent, so that nothing overtakes them.
      from.pause();
      const send = () => {
        if (to.destroyed || to.write(bytes)) from.resume();
        else to.once('drain', () => from.resume());
      };
      if (relay.delayMs === 0) send();
      else setTimeout(send, relay.delayMs);
    });
    from.on('end', () => to.end());
  }
}
