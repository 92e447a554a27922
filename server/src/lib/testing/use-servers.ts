import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

/** Returns a function that starts a server on a free port until the test ends. Call it where tests are declared. */
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

/** Returns a function that starts a server at its own origin until the test ends. Call it like `useListening`. */
export function useServers(): (answer: RequestListener) => Promise<string> {
  const listen = useListening();
  return async (answer) => `http://127.0.0.1:${await listen(createServer(answer))}`;
}
