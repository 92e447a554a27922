import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventStreams, type StreamedEvent } from './event-streams.ts';

/** More than all buffers along the way can hold. */
const EVENTS = 200;
const DATA = 'x'.repeat(200_000);
const authenticate = () => Promise.resolve();

/** Abort to end a reader's time limit, one for each wait in order. */
let timeouts: AbortController[];
beforeEach(() => {
  timeouts = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const timeout = new AbortController();
    timeouts.push(timeout);
    return timeout.signal;
  });
});
afterEach(() => vi.restoreAllMocks());

const waitsFor = (isSo: () => boolean) => expect.poll(isSo, { interval: 5 }).toBe(true);

async function startSlowly() {
  const app = Fastify();
  await app.register(eventStreams, { limits: { perOrganization: 1 } });
  let made = 0;
  let isOver = false;
  async function* events(): AsyncGenerator<StreamedEvent[]> {
    try {
      while (made < EVENTS) {
        made += 1;
        yield [{ id: made, event: 'timeline', data: { text: DATA } }];
      }
    } finally {
      isOver = true;
    }
  }
  app.get('/events', (_request, reply) =>
    app.openEventStream({ organizationId: 'org', authenticate }, reply).send(events()),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write('GET /events HTTP/1.1\r\nhost: x\r\n\r\n');
  return { app, socket, isOver: () => isOver, made: () => made };
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

test('a reader that does not read is dropped: nothing more is produced for it, and it can read the reason', async () => {
  const { app, socket, isOver, made } = await startSlowly();
  await waitsFor(() => {
    if (!isOver()) timeouts.at(-1)?.abort();
    return isOver();
  });
  expect(made()).toBeLessThan(EVENTS);
  expect(await readAll(socket)).toContain('event: dropped\ndata: {"reason":"slow_reader"');
  await app.close();
});

test('a reader that never continues is disconnected, and its place is freed', async () => {
  const { app, socket } = await startSlowly();
  const open = () => {
    for (const timeout of timeouts) timeout.abort();
    try {
      app.openEventStream({ organizationId: 'org', authenticate }, undefined as never).discard();
      return true;
    } catch {
      return false;
    }
  };
  await waitsFor(open);
  // The service can close although the socket has never read.
  await app.close();
  socket.destroy();
});

test('a member uses up no streams of other members, and members none of those of programs', async () => {
  const app = Fastify();
  await app.register(eventStreams, { limits: { perOrganization: 2, perMember: 1 } });
  await app.ready();
  const open = (member?: string) => {
    const reader = { organizationId: 'org', authenticate, ...(member && { member }) };
    return app.openEventStream(reader, undefined as never);
  };
  open('mbr_a');
  expect(() => open('mbr_a')).toThrow('The limit of 1 event streams for a member is reached');
  open('mbr_b');
  expect(() => open('mbr_c')).toThrow('The limit of 2 event streams for the members of an organization');
  open();
  open();
  expect(() => open()).toThrow('The limit of 2 event streams for the API keys of an organization');
  await app.close();
});
