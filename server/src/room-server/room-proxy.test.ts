import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { proxyRequest, proxyUpgrade } from './room-proxy.ts';

const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function front(upstream: number): Promise<number> {
  const server = createServer((request, response) => proxyRequest(request, response, upstream));
  server.on('upgrade', (request, socket, head) => proxyUpgrade(request, socket, head, upstream));
  return listen(server);
}

test('sockets are piped both ways, also refused upgrades; a slow reader holds the writer back', async () => {
  const sockets = new WebSocketServer({ noServer: true });
  const upstream = createServer();
  upstream.on('upgrade', (request, socket, head) => {
    if (request.url !== '/rtc') socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n');
    else sockets.handleUpgrade(request, socket, head, (webSocket) => sockets.emit('connection', webSocket));
  });
  const port = await front(await listen(upstream));
  const accepted = once(sockets, 'connection') as Promise<[WebSocket]>;
  const client = new WebSocket(`ws://127.0.0.1:${port}/rtc`);
  const [server] = await accepted;
  server.on('message', (data) => server.send(data));
  if (client.readyState !== client.OPEN) await once(client, 'open');
  client.send('hello');
  const [echo] = (await once(client, 'message')) as [Buffer];
  expect(echo.toString()).toBe('hello');

  const other = new WebSocket(`ws://127.0.0.1:${port}/rtc`);
  const [otherServer] = (await once(sockets, 'connection')) as [WebSocket];
  otherServer.on('message', (data) => otherServer.send(data));
  if (other.readyState !== other.OPEN) await once(other, 'open');
  client.pause();
  const block = Buffer.alloc(1024 * 1024);
  for (let count = 0; count < 64; count++) server.send(block);
  // Until nothing moves any more, however often the same proxy serves another connection.
  for (let before = -1, still = 0; still < 20; still = server.bufferedAmount === before ? still + 1 : 0) {
    before = server.bufferedAmount;
    other.send('go on');
    await once(other, 'message');
  }
  other.terminate();
  expect(server.bufferedAmount).toBeGreaterThan(32 * 1024 * 1024);
  client.terminate();
  await once(server, 'close');

  const refused = new WebSocket(`ws://127.0.0.1:${port}/rtc/other`);
  const [error] = (await once(refused, 'error')) as [Error];
  expect(error.message).toContain('401');
});

test('a room server that is down gives 502', async () => {
  const closed = createServer();
  const gone = await listen(closed);
  await new Promise<void>((resolve) => closed.close(() => resolve()));
  servers.pop();
  const port = await front(gone);
  expect((await fetch(`http://127.0.0.1:${port}/rtc/validate`)).status).toBe(502);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /rtc HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('502');
  socket.destroy();
});
