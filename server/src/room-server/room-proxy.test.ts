import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import Fastify from 'fastify';
import { AccessToken } from 'livekit-server-sdk';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { addressBlock } from '../lib/address-block.ts';
import { readTrust } from '../lib/client-address.ts';
import { useListening } from '../lib/testing/use-servers.ts';
import { RequestFilter } from './request-filter.ts';
import { CLIENT_HEADER } from './request-token.ts';
import { proxyRequest, proxyUpgrade, type RoomUpstream } from './room-proxy.ts';

const listen = useListening();
afterEach(() => void vi.useRealTimers());

const OPEN: RoomUpstream['filter'] = { refusal: () => undefined };

async function front(
  upstream: number,
  trustProxy: boolean | string = false,
  filter: RoomUpstream['filter'] = OPEN,
): Promise<number> {
  const trust = readTrust(trustProxy);
  const target = { port: upstream, filter };
  const server = createServer((request, response) => proxyRequest(request, response, target, trust));
  server.on('upgrade', (request, socket, head) => proxyUpgrade(request, socket, head, target, trust));
  return listen(server);
}

test('sockets are piped both ways, also for refused upgrades; a slow reader slows the writer', async () => {
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
  // Until the buffer no longer drains, although the proxy keeps serving another connection.
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

test('the room server learns the requester from the proxy, whatever a client says', async () => {
  const upstream = createServer((request, response) => response.end(String(request.headers[CLIENT_HEADER])));
  const sockets = new WebSocketServer({ server: upstream });
  const port = await front(await listen(upstream));
  const headers = { [CLIENT_HEADER]: '192.0.2.1', 'X-Visavis-Client': '192.0.2.2' };
  const answer = await fetch(`http://127.0.0.1:${port}/rtc/validate`, { headers });
  expect(await answer.text()).toBe('127.0.0.1');
  const client = new WebSocket(`ws://127.0.0.1:${port}/rtc`, { headers });
  client.on('error', () => undefined);
  const [, request] = (await once(sockets, 'connection')) as [WebSocket, IncomingMessage];
  expect(request.headers[CLIENT_HEADER]).toBe('127.0.0.1');
  client.terminate();
});

test.each([
  ['127.0.0.0/8', '203.0.113.5, 198.51.100.9', '198.51.100.9'],
  ['loopback,198.51.100.0/24', '203.0.113.5, 198.51.100.9', '203.0.113.5'],
  // The connecting proxy has added the last address; the first may be forged.
  [true, '203.0.113.5, 198.51.100.9', '198.51.100.9'],
  ['127.0.0.1', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['127.0.0.1', '', '127.0.0.1'],
  ['10.0.0.0/8', '203.0.113.5', '127.0.0.1'],
  [false, '203.0.113.5', '127.0.0.1'],
])(
  'trusting %j, for a request with %j the room server and the API see %j',
  async (trust, forwarded, client) => {
    const upstream = createServer((request, response) =>
      response.end(String(request.headers[CLIENT_HEADER])),
    );
    const sockets = new WebSocketServer({ server: upstream });
    const port = await front(await listen(upstream), trust);
    const headers = { 'x-forwarded-for': forwarded, [CLIENT_HEADER]: '192.0.2.1' };
    expect(await (await fetch(`http://127.0.0.1:${port}/rtc/validate`, { headers })).text()).toBe(client);
    const socket = new WebSocket(`ws://127.0.0.1:${port}/rtc`, { headers });
    socket.on('error', () => undefined);
    const [, request] = (await once(sockets, 'connection')) as [WebSocket, IncomingMessage];
    expect(request.headers[CLIENT_HEADER]).toBe(client);
    socket.terminate();
    const api = Fastify({ trustProxy: readTrust(trust) });
    api.get('/', ({ ip }) => addressBlock(ip));
    expect((await api.inject({ url: '/', headers })).body).toBe(client);
  },
);

test('a body of unknown length is not taken for the next request on a shared connection', async () => {
  const asked: string[] = [];
  const upstream = createServer((request, response) => {
    asked.push(request.url!);
    request.resume();
    response.end();
  });
  const port = await front(await listen(upstream));
  const inner = 'GET /rtc/swallowed HTTP/1.1\r\nHost: x\r\nx-swallow: ';
  const socket = connect(port, '127.0.0.1');
  // Node hides the content length behind its limit on the number of headers.
  socket.write(
    `GET /rtc/first HTTP/1.1\r\nHost: x\r\n${'a:\r\n'.repeat(2_005)}Content-Length: ${inner.length}\r\n\r\n${inner}`,
  );
  const [answer] = await once(socket, 'data');
  // A newer Node refuses such a header block itself.
  const first = String(answer).startsWith('HTTP/1.1 431 ') ? [] : ['/rtc/first'];
  await (await fetch(`http://127.0.0.1:${port}/rtc/second`)).text();
  expect(asked).toEqual([...first, '/rtc/second']);
  const posted = await fetch(`http://127.0.0.1:${port}/twirp/third`, { method: 'POST', body: 'a body' });
  expect(posted.status).toBe(200);
  socket.destroy();
});

test('an upgrade whose client hangs up before it is forwarded affects nothing else', async () => {
  const upstream = createServer((_, response) => response.end('there'));
  const port = await listen(upstream);
  const target = { port, filter: OPEN };
  const server = createServer((request, response) => proxyRequest(request, response, target, () => false));
  const over = new Promise<unknown>((resolve) => {
    server.on('upgrade', (request, socket, head) => {
      socket.destroy();
      // As late as the connection to the room server, when Node has forgotten the address.
      setImmediate(() => {
        expect(request.socket.remoteAddress).toBeUndefined();
        proxyUpgrade(request, socket, head, target, () => false);
        upstream.once('connection', (connection) => connection.once('close', resolve));
      });
    });
  });
  const front = await listen(server);
  const socket = connect(front, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET /rtc HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await over;
  expect(await (await fetch(`http://127.0.0.1:${front}/rtc/validate`)).text()).toBe('there');
});

test.each(['Trailer: x', 'Expect: 100-continue', 'TE: trailers', 'Keep-Alive: x', 'Connection: close, x'])(
  'a request with %j is forwarded, with and without a body',
  async (header) => {
    const upstream = createServer((request, response) => void request.pipe(response));
    const port = await front(await listen(upstream));
    for (const body of [
      '',
      'Content-Length: 5\r\n\r\nhello',
      'Transfer-Encoding: chunked\r\n\r\n1\r\nh\r\n0\r\nx: y\r\n\r\n',
    ]) {
      const socket = connect(port, '127.0.0.1');
      socket.write(`POST /rtc HTTP/1.1\r\nHost: x\r\n${header}\r\n${body || '\r\n'}`);
      let answer = '';
      socket.on('data', (data) => (answer += data));
      const isThere = () => answer.includes('HTTP/1.1 200');
      while (!isThere()) await once(socket, 'data');
      socket.destroy();
    }
  },
);

test('a room server that is down gives 502', async () => {
  const closed = createServer();
  const gone = await listen(closed);
  await new Promise<void>((resolve) => closed.close(() => resolve()));
  const port = await front(gone);
  expect((await fetch(`http://127.0.0.1:${port}/rtc/validate`)).status).toBe(502);
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /rtc HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toContain('502');
  socket.destroy();
});

test('requests without a valid token, and too many requests, open no connection to the room server', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  let connections = 0;
  const upstream = createServer((_, response) => response.end('there'));
  upstream.on('upgrade', (_request, socket) =>
    socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'),
  );
  upstream.on('connection', () => connections++);
  const secret = 'a-secret-of-at-least-32-characters';
  const filter = new RequestFilter(secret, { joinsPerSecondPerPerson: 1, joinsAtOncePerPerson: 3 });
  const port = await front(await listen(upstream), false, filter);
  const tokenOf = (identity: string, key = secret) => {
    const token = new AccessToken('key', key, { identity });
    token.addGrant({ roomJoin: true, room: 'talk' });
    return token.toJwt();
  };
  const ask = async (path: string, token: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}?access_token=${token}`, { method: 'POST', body: '{}' }))
      .status;
  const join = (token: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/rtc`, {
      headers: { authorization: `Bearer ${token}` },
    });
    socket.on('error', () => undefined);
    return once(socket, 'unexpected-response').then(([, answer]) => (answer as IncomingMessage).statusCode);
  };
  const wrong = ['', 'x', 'x.y.z', await tokenOf('ada', `another-${secret}`), `${await tokenOf('ada')}x`];
  for (const token of wrong) {
    for (const path of ['/rtc/validate', '/twirp/livekit.RoomService/ListRooms', '/agent'])
      expect(await ask(path, token)).toBe(401);
    expect(await join(token)).toBe(401);
  }
  expect(connections).toBe(0);
  const guess = { url: '/rtc', headers: {} } as IncomingMessage;
  while (filter.refusal(guess, '127.0.0.1')?.status === 401);
  expect(await ask('/rtc/validate', 'x')).toBe(429);
  expect(await join('x')).toBe(429);
  expect(connections).toBe(0);

  const ada = await tokenOf('ada');
  expect([await ask('/rtc/validate', ada), await ask('/rtc/validate', ada), await join(ada)]).toEqual([
    200, 200, 404,
  ]);
  expect([await ask('/rtc/validate', ada), await join(await tokenOf('ada'))]).toEqual([503, 503]);
  expect(connections).toBe(3);
  expect(await join(await tokenOf('bob'))).toBe(404);
  vi.advanceTimersByTime(1_000);
  expect([await ask('/rtc/validate', ada), await ask('/rtc/validate', ada)]).toEqual([200, 503]);
});
