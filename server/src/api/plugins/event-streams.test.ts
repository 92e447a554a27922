import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { eventStreams, type StreamedEvent } from './event-streams.ts';

/** More than all the buffers on the way hold. */
const EVENTS = 200;
const DATA = 'x'.repeat(200_000);

async function startSlowly(stallMs: number) {
  const app = Fastify();
  await app.register(eventStreams, { limits: { stallMs, perOrganization: 1 } });
  let made = 0;
  let over: () => void;
  const ended = new Promise<void>((resolve) => {
    over = resolve;
  });
  async function* events(): AsyncGenerator<StreamedEvent[]> {
    try {
      while (made < EVENTS) {
        made += 1;
        yield [{ id: made, event: 'timeline', data: { text: DATA } }];
      }
    } finally {
      over();
    }
  }
  app.get('/events', (_request, reply) => app.openEventStream('org', reply).send(events()));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write('GET /events HTTP/1.1\r\nhost: x\r\n\r\n');
  return { app, socket, ended, made: () => made };
}

async function readAll(socket: Socket): Promise<string> {
  let received = '';
  socket.on('data', (bytes) => {
    received = (received + bytes.toString()).slice(-2_000);
  });
  socket.resume();
  await once(socket, 'close');
  return received;
}

test('a reader that does not read is dropped: no more is made for it, and it can read why', async () => {
  // So long that the reader below wakes up before the connection is cut.
  const { app, socket, ended, made } = await startSlowly(2_000);
  await ended;
  expect(made()).toBeLessThan(EVENTS);
  expect(await readAll(socket)).toContain('event: dropped\ndata: {"reason":"slow_reader"');
  await app.close();
}, 30_000);

test('one that never wakes up is cut off, and its place is free again', async () => {
  const { app, socket, ended } = await startSlowly(100);
  await ended;
  const open = () => {
    try {
      app.openEventStream('org', undefined as never).discard();
      return true;
    } catch {
      return false;
    }
  };
  await expect.poll(open, { timeout: 10_000 }).toBe(true);
  // Nothing keeps the service from closing, though the socket has never read.
  await app.close();
  socket.destroy();
}, 30_000);
