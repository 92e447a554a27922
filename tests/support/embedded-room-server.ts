import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Worker } from 'node:worker_threads';
import {
  isRoomPath,
  proxyRequest,
  proxyUpgrade,
  type RoomServer,
  type RoomServerOptions,
  startRoomServer,
} from './inside/rooms.ts';
import type { RoomTarget } from './room-target.ts';

const API_KEY = 'testkey';
const API_SECRET = 'a-secret-of-at-least-32-characters';

export interface EmbeddedRooms {
  readonly target: RoomTarget;
  readonly server: RoomServer;
  /** Ends the thread of the room server as an uncaught exception would. Can be called once. */
  crash(): Promise<void>;
  close(): Promise<void>;
}

export interface EmbeddedRoomsOptions extends Partial<RoomServerOptions> {
  /** Hides `/rtc/v1`: clients then use two connections, as older ones always do. */
  readonly twoConnections?: boolean;
}

/** Starts the embedded room server behind a public port, as the service does. */
export async function startEmbeddedRooms({
  twoConnections = false,
  ...options
}: EmbeddedRoomsOptions = {}): Promise<EmbeddedRooms> {
  const trust = () => false;
  const served = (url: string | undefined) =>
    isRoomPath(url) && !(twoConnections && /^\/rtc\/v1\b/.test(url ?? ''));
  // Node emits an event for every new thread; the room server does not expose its own.
  const thread = new Promise<Worker>((resolve) => process.once('worker', resolve));
  const server = await startRoomServer({
    apiKey: API_KEY,
    apiSecret: API_SECRET,
    logLevel: 'silent',
    ...options,
  });
  const front = createServer((request, response) => {
    if (served(request.url)) proxyRequest(request, response, server, trust);
    else response.writeHead(404, { 'access-control-allow-origin': '*' }).end();
  });
  front.on('upgrade', (request, socket, head) => {
    if (served(request.url)) proxyUpgrade(request, socket, head, server, trust);
    else socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  return {
    target: { url: `ws://127.0.0.1:${port}`, apiKey: API_KEY, apiSecret: API_SECRET },
    server,
    crash: async () => {
      await (await thread).terminate();
    },
    close: async () => {
      await server.close();
      front.closeAllConnections();
      await new Promise<void>((resolve) => front.close(() => resolve()));
    },
  };
}
