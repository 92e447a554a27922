import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

// The test's server has no certificate and no public address; everything else of the request stays unchanged.
vi.mock('node:https', async (original) => {
  const { default: https } = await original<{ default: object }>();
  const request = (
    { port, pathname }: URL,
    options: http.RequestOptions,
    then: (response: http.IncomingMessage) => void,
  ) =>
    http.request(
      `http://127.0.0.1:${port}${pathname}`,
      { ...options, agent: undefined, lookup: undefined },
      then,
    );
  return { default: { ...https, request } };
});

let server: Server;
const stop = new AbortController();
afterEach(() => server.close());

async function serve(answer: (socket: Socket) => void): Promise<string> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => answer(socket));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `https://models.example:${(server.address() as AddressInfo).port}/`;
}

const fetchFrom = (url: string, init: RequestInit = {}) =>
  boundedFetch(url, { ...init, signal: stop.signal }, 'one');

test.each([600, 999, 0])('a status of %d is reported, without an uncaught error', async (status) => {
  const url = await serve((socket) =>
    socket.end(`HTTP/1.1 ${`${status}`.padStart(3, '0')} Odd\r\ncontent-length: 0\r\n\r\n`),
  );
  await expect(fetchFrom(url)).rejects.toThrow(`the server answered ${status}`);
});

test('switching protocols without a request is not an answer', async () => {
  const url = await serve((socket) => socket.end('HTTP/1.1 101 Switching\r\n\r\n'));
  await expect(fetchFrom(url)).rejects.toThrow('the server answered 101');
  const upgrades = 'Upgrade: websocket\r\nConnection: Upgrade\r\n';
  const other = await serve((socket) => socket.end(`HTTP/1.1 101 Switching\r\n${upgrades}\r\n`));
  await expect(fetchFrom(other)).rejects.toThrow('the server could not be reached');
});

test.each([204, 205, 304])('an answer of status %d has no body', async (status) => {
  const url = await serve((socket) => socket.end(`HTTP/1.1 ${status} Empty\r\ncontent-length: 0\r\n\r\n`));
  const answer = await fetchFrom(url);
  expect([answer.status, answer.body]).toEqual([status, null]);
});

test('a server that keeps sending informational responses is given up', async () => {
  const url = await serve((socket) => {
    socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(11));
  });
  await expect(fetchFrom(url)).rejects.toThrow('the server could not be reached');
});

test('a server whose chunks consist mostly of extensions is given up', async () => {
  const url = await serve((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    const more = () => {
      while (!socket.destroyed && socket.write(`1;${'x'.repeat(16_000)}\r\nx\r\n`));
    };
    socket.on('drain', more);
    more();
  });
  const answer = await fetchFrom(url);
  await expect(answer.text()).rejects.toThrow();
});

test('giving up a request whose whole answer has just arrived causes no uncaught error', async () => {
  const uncaught = vi.fn();
  process.on('uncaughtException', uncaught);
  const url = await serve((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ndone'));
  const closed = once(server, 'connection').then(([socket]) => once(socket, 'close'));
  const giveUp = new AbortController();
  await boundedFetch(url, { signal: giveUp.signal }, 'one');
  giveUp.abort();
  await closed;
  process.off('uncaughtException', uncaught);
  expect(uncaught).not.toHaveBeenCalled();
});

test('an answer in pieces of one byte arrives whole, and its connection is reused', async () => {
  const pieces = 30_000;
  let connections = 0;
  const url = await serve((socket) => {
    connections++;
    const answer = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(pieces)}0\r\n\r\n`;
    socket.write(answer);
    socket.on('data', () => socket.write(answer));
  });
  for (const _ of [1, 2]) expect(await (await fetchFrom(url)).text()).toBe('x'.repeat(pieces));
  expect(connections).toBe(1);
});

test('a server that has answered and stops reading gets no more of the request', async () => {
  const whole = 32 * 2 ** 20;
  const url = await serve((socket) => {
    socket.pause();
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nOK');
  });
  const connected = once(server, 'connection');
  const answer = await fetchFrom(url, { method: 'POST', body: new Uint8Array(whole) });
  expect(await answer.text()).toBe('OK');
  const [socket] = (await connected) as [Socket];
  let came = 0;
  const end = new Promise((resolve) => {
    socket.on('close', () => resolve('closed'));
    socket.on('data', (bytes) => {
      came += bytes.length;
      if (came >= whole) resolve('all of it came');
    });
  });
  socket.resume();
  expect(await end).toBe('closed');
});
