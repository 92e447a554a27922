import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/** Lets servers listen until the test ends, each on a port of its own. Call it where the tests are declared. */
export function useListening(): (server: Server) => Promise<number> {
  const servers: Server[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
  return async (server) => {
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };
}

/** Starts servers with these listeners, each at its own origin, until the test ends. Call it like `useListening`. */
export function useServers(): (answer: RequestListener) => Promise<string> {
  const listen = useListening();
  return async (answer) => `http://127.0.0.1:${await listen(createServer(answer))}`;
}
