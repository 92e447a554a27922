import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isRoomPath, proxyRequest, proxyUpgrade } from '@visavis/server/dist/room-server/room-proxy.js';
import {
  type RoomServer,
  type RoomServerOptions,
  startRoomServer,
} from '@visavis/server/dist/room-server/start-room-server.js';
import type { RoomTarget } from './room-target.ts';

const apiKey = 'testkey';
const apiSecret = 'a-secret-of-at-least-32-characters';

export interface EmbeddedRooms {
  readonly target: RoomTarget;
  readonly server: RoomServer;
  close(): Promise<void>;
}

/** The embedded room server behind a public port, as the service runs it. */
export async function startEmbeddedRooms(options: Partial<RoomServerOptions> = {}): Promise<EmbeddedRooms> {
  const server = await startRoomServer({ apiKey, apiSecret, logLevel: 'silent', ...options });
  const front = createServer((request, response) => {
    if (isRoomPath(request.url)) proxyRequest(request, response, server.port);
    else response.writeHead(404).end();
  });
  front.on('upgrade', (request, socket, head) => proxyUpgrade(request, socket, head, server.port));
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  return {
    target: { url: `ws://127.0.0.1:${port}`, apiKey, apiSecret },
    server,
    close: async () => {
      await server.close();
      front.closeAllConnections();
      await new Promise<void>((resolve) => front.close(() => resolve()));
    },
  };
}
