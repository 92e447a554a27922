import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { silentLogger } from './lib/logger.ts';
import { useListening } from './lib/testing/use-servers.ts';
import { routeConnections } from './route-connections.ts';

const listen = useListening();

it('closes the connection of a request that makes the service fail, and serves others', async () => {
  const service = {
    app: {
      routing: (request: { url?: string }, response: { end(text: string): void }) => {
        if (request.url === '/fails') throw new Error('no such case');
        response.end('there');
      },
    },
    rooms: { embedded: undefined },
    workerEndpoint: {
      isFor: () => true,
      open: () => {
        throw new Error('no such case');
      },
    },
  };
  const server = createServer();
  routeConnections(server, service as never, silentLogger, () => false);
  const port = await listen(server);
  for (const head of [
    'GET /fails HTTP/1.1',
    'GET /workers HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket',
  ]) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`${head}\r\nHost: x\r\n\r\n`);
    await once(socket, 'close');
  }
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('there');
});

it('refuses a request, or a handshake, with several Host headers', async () => {
  const service = {
    app: { routing: (_: unknown, response: { end(text: string): void }) => response.end('there') },
    rooms: { embedded: undefined },
    workerEndpoint: undefined,
  };
  const server = createServer();
  routeConnections(server, service as never, silentLogger, () => false);
  const port = await listen(server);
  const ask = async (headers: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET / HTTP/1.1\r\n${headers}\r\n\r\n`);
    return text(socket);
  };
  const several = 'Host: a\r\nAccept: */*\r\nhost: b';
  for (const headers of [several, `${several}\r\nConnection: Upgrade\r\nUpgrade: websocket`]) {
    const answer = await ask(headers);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('several Host headers');
  }
  // The value of another header does not count.
  expect(await ask('Host: a\r\nx-name: host\r\nConnection: close')).toMatch(/^HTTP\/1\.1 200 /);
});
