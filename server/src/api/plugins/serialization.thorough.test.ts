import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dropUnread } from '../../lib/drop-unread.ts';
import { serialization } from './serialization.ts';

const Rows = Type.Object({ rows: Type.Array(Type.Object({ text: Type.String() })) });
/** 24 MB of JSON. */
const LARGE = { rows: Array.from({ length: 40 }, () => ({ text: '\u0001'.repeat(100_000) })) };
const LARGE_CHARACTERS = 40 * 100_000;

const MAX_MS = 2_000;

const ends: (() => unknown)[] = [];
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ends.splice(0)) await end();
});

async function start(options: { maxCharacters?: { ofOne: number; all: number } } = {}) {
  const logged: string[] = [];
  const app = Fastify({ logger: { level: 'error', stream: { write: (line) => void logged.push(line) } } });
  dropUnread(app.server, MAX_MS);
  app.setErrorHandler(({ code }: { code?: string }, _request, reply) =>
    reply.code(code === 'rate_limited' ? 429 : 500).send(),
  );
  await app.register(serialization, options);
  app.decorateRequest('organization', {
    getter() {
      return { id: String(this.headers.organization) } as never;
    },
  });
  const route = { config: { access: 'api_key' as const }, schema: { response: { 200: Rows } } };
  app.get('/large', route, async () => LARGE);
  app.post('/large', route, async () => LARGE);
  app.get('/broken', route, async () => ({ rows: [...LARGE.rows, {}] }));
  app.get('/small', route, async () => ({ rows: [{ text: 'x', secret: 'y' }] }));
  let round = 0;
  const count = () => {
    round++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const written = new Map<number, number>();
  const served: Socket[] = [];
  app.server.on('connection', (socket) => {
    served.push(socket);
    const write = socket._write.bind(socket);
    const note = (bytes: number) => written.set(round, (written.get(round) ?? 0) + bytes);
    socket._write = (chunk: string | Buffer, ...rest) => {
      note(Buffer.byteLength(chunk));
      write(chunk, ...rest);
    };
    const writev = socket._writev!.bind(socket);
    socket._writev = (chunks, ...rest) => {
      for (const { chunk } of chunks) note(Buffer.byteLength(chunk as string | Buffer));
      writev(chunks, ...rest);
    };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const sockets: Socket[] = [];
  ends.push(async () => {
    clearImmediate(counting);
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
  const ask = (organization: string, method = 'GET', url = '/large') => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').pause();
    sockets.push(socket);
    socket.write(
      `${method} ${url} HTTP/1.1\r\nhost: x\r\norganization: ${organization}\r\nconnection: close\r\n\r\n`,
    );
    return socket;
  };
  return { ask, logged, served, written, round: () => round };
}

async function read(socket: Socket): Promise<{ status: number; bytes: number }> {
  let bytes = 0;
  let head = '';
  socket.on('data', (chunk) => {
    bytes += chunk.length;
    if (head.length < 20) head += chunk.toString('latin1', 0, 20);
  });
  socket.resume();
  await once(socket, 'close');
  return { status: Number(head.slice(9, 12)), bytes };
}

test('about one piece of all large answers together is produced per turn of the event loop', async () => {
  const { ask, written } = await start();
  const answers = await Promise.all(['a', 'a', 'b', 'c'].map((organization) => read(ask(organization))));
  for (const { status, bytes } of answers) {
    expect(status).toBe(200);
    expect(bytes).toBeGreaterThan(24_000_000);
  }
  expect(written.size).toBeGreaterThan(100);
  expect(Math.max(...written.values())).toBeLessThan(2_000_000);
});

test('at most two pieces are held for a client that does not read', async () => {
  const { ask, served, written, round } = await start();
  ask('a');
  // During these rounds of the event loop the rest of the response could be produced.
  await expect
    .poll(() => served.some(({ writableLength }) => writableLength > 0), { interval: 1 })
    .toBe(true);
  const begun = round();
  await expect.poll(() => round() > begun + 1_000, { interval: 1 }).toBe(true);
  const held = served.reduce((all, { writableLength }) => all + writableLength, 0);
  expect(held).toBeLessThan(2_000_000);
  expect([...written.values()].reduce((all, bytes) => all + bytes)).toBeLessThan(12_000_000);
});

test('a client with too much unsent data gets no more, and others do', async () => {
  const { ask, served } = await start({
    maxCharacters: { ofOne: 1.5 * LARGE_CHARACTERS, all: 1.6 * LARGE_CHARACTERS },
  });
  const unread = ask('a');
  await expect
    .poll(() => served.some(({ writableLength }) => writableLength > 0), { interval: 1 })
    .toBe(true);
  expect((await read(ask('a'))).status).toBe(429);
  expect((await read(ask('a', 'GET', '/small'))).status).toBe(200);
  // The response to a change is sent anyway, because the change has been made.
  expect((await read(ask('a', 'POST'))).status).toBe(200);
  expect((await read(ask('b'))).status).toBe(200);
  await read(unread);
  expect((await read(ask('a'))).status).toBe(200);
});

test('a client that reads nothing of a large answer is disconnected, and no longer counts', async () => {
  const { ask, served } = await start({ maxCharacters: { ofOne: LARGE_CHARACTERS, all: LARGE_CHARACTERS } });
  ask('a');
  await expect
    .poll(() => served.some(({ writableLength }) => writableLength > 0), { interval: 1 })
    .toBe(true);
  expect((await read(ask('a'))).status).toBe(429);
  while (!served[0]!.destroyed) {
    vi.advanceTimersByTime(MAX_MS / 24);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await read(ask('a'))).status).toBe(200);
});

test('an answer with a row that violates its schema is cut off, and the log says so', async () => {
  const { ask, logged } = await start();
  const { bytes } = await read(ask('a', 'GET', '/broken'));
  expect(bytes).toBeGreaterThan(20_000_000);
  expect(logged.join('')).toContain('"event":"http.answer_cut_off"');
});
