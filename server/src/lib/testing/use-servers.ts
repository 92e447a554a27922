import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/** Lets servers listen, each at a port of its own, until the test ends. To be called where tests are declared. */
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

/** Starts servers that answer as their listeners say, each at an origin of its own, until the test ends. As `useListening`. */
export function useServers(): (answer: RequestListener) => Promise<string> {
  const listen = useListening();
  return async (answer) => `http://127.0.0.1:${await listen(createServer(answer))}`;
}
