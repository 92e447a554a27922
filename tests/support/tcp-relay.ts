import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP relay in front of a server, to cut a client's signalling without affecting its media. */
export interface TcpRelay {
  readonly port: number;
  /** Breaks all connections. New ones are relayed again at once. */
  readonly cut: () => void;
  /** Sets where new connections go from now on; without a port they are closed at once. */
  readonly turnTo: (port: number | undefined) => void;
  close(): Promise<void>;
}

export function openRelay(host: string, port: number): Promise<TcpRelay> {
  return openBalancer(host, [port]);
}

/** Opens a relay in front of several servers: each connection goes to the next one that accepts it. */
export async function openBalancer(host: string, servers: readonly number[]): Promise<TcpRelay> {
  let ports = servers;
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((client) => {
    const first = turn++;
    const join = (attempt: number) => {
      const upstream = connect({ host, port: ports[(first + attempt) % ports.length]! });
      let joined = false;
      upstream.once('connect', () => {
        joined = true;
        client.pipe(upstream);
        upstream.pipe(client);
      });
      sockets.add(upstream);
      upstream.on('error', () => upstream.destroy());
      upstream.on('close', () => {
        sockets.delete(upstream);
        if (!joined && attempt + 1 < ports.length && !client.destroyed) join(attempt + 1);
        else client.destroy();
      });
      client.once('close', () => upstream.destroy());
    };
    sockets.add(client);
    client.on('error', () => client.destroy());
    client.on('close', () => sockets.delete(client));
    if (ports.length > 0) join(0);
    else client.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    turnTo: (port) => {
      ports = port === undefined ? [] : [port];
    },
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
