import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { answerInTurn } from './answer-in-turn.ts';
import { useListening } from './testing/use-servers.ts';

const listen = useListening();
let server: Server;
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<void> {
  server = createServer();
  answerInTurn(server, answer, ({ url }) => url === '/ahead');
  await listen(server);
}

function ask(text: string): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  socket.write(text);
  return socket;
}

const get = (path: string | number) => `GET /${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const row = (count: number) => Array.from({ length: count }, (_, index) => get(index)).join('');

async function read(socket: Socket, until: (text: string) => boolean): Promise<string> {
  let text = '';
  for await (const part of socket) {
    text += part;
    if (until(text)) break;
  }
  return text;
}

test('requests on a connection are answered one at a time and in order, and other connections in between', async () => {
  let [running, most] = [0, 0];
  const order: string[] = [];
  await serve((request, response) => {
    most = Math.max(most, ++running);
    order.push(request.url!);
    setImmediate(() => {
      running--;
      response.end(request.url);
    });
  });
  const first = ask(row(50));
  await once(server, 'request');
  const other = ask(get('other'));
  await read(other, (text) => text.includes('/other'));
  const at = order.indexOf('/other');
  const text = await read(first, (all) => all.includes('/49'));
  expect([...text.matchAll(/\r\n\r\n\/(\d+)/g)].map(([, n]) => Number(n))).toEqual(
    Array.from({ length: 50 }, (_, n) => n),
  );
  expect(at).toBeLessThan(50);
  expect(most).toBeLessThanOrEqual(2);
});

test('a connection with more than a hundred waiting requests is closed, and none of them is started', async () => {
  const begun: ServerResponse[] = [];
  await serve((_request, response) => begun.push(response));
  const socket = ask(row(102));
  await once(socket, 'close');
  expect(begun).toHaveLength(1);
});

test('requests queued on a connection that closes are not processed', async () => {
  const begun: ServerResponse[] = [];
  await serve((_request, response) => begun.push(response));
  const socket = ask(row(10));
  await once(server, 'request');
  const closed = once(begun[0]!, 'close');
  socket.resetAndDestroy();
  await closed;
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(begun).toHaveLength(1);
});
