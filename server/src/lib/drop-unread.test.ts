import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropUnread } from './drop-unread.ts';
import { useListening } from './testing/use-servers.ts';

/** More than the system's buffers hold. */
const ANSWER = Buffer.alloc(16 * 2 ** 20);
const MAX_MS = 2_000;

const listen = useListening();
let server: Server;
const sockets: Socket[] = [];

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function serve(): Promise<void> {
  server = createServer((_request, response) => response.end(ANSWER));
  dropUnread(server, MAX_MS);
  await listen(server);
}

function ask(): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  return socket;
}

test('a client that does not read its answer is disconnected', async () => {
  await serve();
  ask();
  const [connection] = (await once(server, 'connection')) as [Socket];
  let isClosed = false;
  connection.once('close', () => (isClosed = true));
  while (!isClosed) {
    vi.advanceTimersByTime(MAX_MS / 24);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(connection.destroyed).toBe(true);
});

test('a client that reads gets the whole answer, and its idle connection is kept', async () => {
  await serve();
  const socket = ask();
  const [connection] = (await once(server, 'connection')) as [Socket];
  let bytes = 0;
  await new Promise<void>((resolve) =>
    socket.on('data', (part) => {
      bytes += part.length;
      vi.advanceTimersByTime(1);
      if (bytes > ANSWER.length) resolve();
    }),
  );
  while (connection.writableLength > 0) await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(10 * MAX_MS);
  expect(connection.destroyed).toBe(false);
});
