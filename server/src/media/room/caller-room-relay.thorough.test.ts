import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  DisconnectReason,
  JoinResponse,
  LeaveRequest,
  ParticipantInfo,
  Room,
  SessionDescription,
  SignalResponse,
} from '@livekit/protocol';
import { Room as NativeRoom } from '@livekit/rtc-node';
import { afterEach, describe, expect, test } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { Deferred } from '../../lib/deferred.ts';
import { silentLogger } from '../../lib/logger.ts';
import { CallerRoomRelay } from './caller-room-relay.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function listen<T extends Server | TcpServer>(server: T): Promise<T & { port: number }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
}

/** Starts a server that answers every upgrade and every request with `answer`. */
async function answering(answer: (socket: Duplex, request: IncomingMessage) => void) {
  const asked: string[] = [];
  const server = createServer();
  server.on('upgrade', (request, socket) => {
    socket.on('error', () => undefined);
    asked.push(request.url ?? '');
    answer(socket, request);
  });
  server.on('request', (request, response) => {
    asked.push(request.url ?? '');
    response.end('a plain answer');
  });
  return { port: (await listen(server)).port, asked };
}

async function relayTo(serverUrl: string, privateAddresses = true, connectTimeoutMs = 10_000) {
  const relay = await CallerRoomRelay.open({
    serverUrl,
    privateAddresses,
    connectTimeoutMs,
    log: silentLogger,
  });
  closing.push(() => relay.close());
  return relay;
}

/** Returns the error that the native client reports if it cannot join. */
async function failureThrough(relay: CallerRoomRelay): Promise<string> {
  const error: unknown = await new NativeRoom().connect(relay.url, 'a-token').then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return (error as Error).message;
}

const REACHED_NOTHING = 'the room server could not be reached, or its address is not public';

describe('a room server that is not one', () => {
  test.each([
    ['another status with a page', 'HTTP/1.1 418 No\r\nContent-Length: 11\r\n\r\nSECRET-PAGE'],
    ['no such path, with a page', 'HTTP/1.1 404 No\r\nContent-Length: 11\r\n\r\nSECRET-PAGE'],
    ['what is no HTTP', 'SSH-2.0-SECRET-PAGE\r\n'],
    [
      'an upgrade that is none',
      'HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nSECRET-PAGE',
    ],
  ])('%s: one error message, without anything that it says', async (_, answer) => {
    const { port } = await answering((socket) => socket.end(answer));
    const relay = await relayTo(`ws://127.0.0.1:${port}`);
    const told = await failureThrough(relay);
    expect(relay.failure).toBe(REACHED_NOTHING);
    expect(told).not.toContain('SECRET');
  });

  test('one that refuses, and one that is silent: the same error message', async () => {
    const gone = createTcpServer();
    const { port: closedPort } = await listen(gone);
    gone.close();
    const refusing = await relayTo(`ws://127.0.0.1:${closedPort}`);
    await failureThrough(refusing);

    const sockets: { destroy(): void }[] = [];
    const { port } = await listen(createTcpServer((socket) => void sockets.push(socket)));
    const silent = await relayTo(`ws://127.0.0.1:${port}`, true, 300);
    await failureThrough(silent);
    for (const socket of sockets) socket.destroy();
    expect([refusing.failure, silent.failure]).toEqual([REACHED_NOTHING, REACHED_NOTHING]);
  });

  test('one that sends an endless answer is disconnected', async () => {
    const gone = new Deferred();
    let sent = 0;
    const { port } = await answering((socket) => {
      socket.write('HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n');
      const page = `10000\r\n${'x'.repeat(0x1_0000)}\r\n`;
      const more = () => {
        while (!socket.destroyed && socket.write(page)) sent += page.length;
      };
      socket.on('drain', more);
      socket.on('close', () => gone.resolve());
      more();
    });
    await failureThrough(await relayTo(`ws://127.0.0.1:${port}`));
    await gone.promise;
    expect(sent).toBeLessThan(20_000_000);
  });

  test.each([
    [
      'informational responses without end',
      2 ** 30,
      (socket: Duplex) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(11)),
    ],
    [
      'a response that never begins, byte by byte',
      300,
      (socket: Duplex) => {
        const more = () => socket.destroyed || socket.write('\n', () => setImmediate(more));
        more();
      },
    ],
  ])('%s: the handshake ends', async (_, connectTimeoutMs, answer) => {
    const { port } = await answering(answer);
    const relay = await relayTo(`ws://127.0.0.1:${port}`, true, connectTimeoutMs);
    const client = new WebSocket(`${relay.url}/rtc`);
    const [, response] = (await once(client, 'unexpected-response')) as [unknown, IncomingMessage];
    expect(response.statusCode).toBe(403);
  });

  test('redirects are not followed, during or after the upgrade', async () => {
    const inside = await answering((socket) => socket.end());
    const { port } = await answering((socket) =>
      socket.end(
        `HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:${inside.port}/\r\nContent-Length: 0\r\n\r\n`,
      ),
    );
    await failureThrough(await relayTo(`ws://127.0.0.1:${port}`));
    expect(inside.asked).toEqual([]);
  });

  test('one that refuses the token may be reported as such', async () => {
    const { port } = await answering((socket) =>
      socket.end('HTTP/1.1 401 No\r\nContent-Length: 6\r\n\r\nSECRET'),
    );
    const relay = await relayTo(`ws://127.0.0.1:${port}`);
    await failureThrough(relay);
    expect(relay.failure).toBe('the room server refused the token');
  });
});

describe('where private addresses are not allowed', () => {
  test.each(['127.0.0.1', '[::ffff:127.0.0.1]', '0x7f.1', 'localhost.'])(
    'nothing is sent to %s',
    async (host) => {
      let connections = 0;
      const { port } = await listen(
        createTcpServer((socket) => {
          connections++;
          socket.destroy();
        }),
      );
      const relay = await relayTo(`ws://${host}:${port}`, false);
      await failureThrough(relay);
      expect([connections, relay.failure]).toEqual([0, REACHED_NOTHING]);
    },
  );
});

describe('a room server', () => {
  async function startHost(onConnection: (socket: WebSocket, request: IncomingMessage) => void) {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await new Promise((resolve) => server.once('listening', resolve));
    closing.push(() => {
      for (const client of server.clients) client.terminate();
      server.close();
    });
    server.on('connection', onConnection);
    return (server.address() as AddressInfo).port;
  }
  const join = () =>
    Buffer.from(
      new SignalResponse({
        message: {
          case: 'join',
          value: new JoinResponse({
            serverVersion: '9.9.9',
            room: new Room({ sid: 'RM_1' }),
            participant: new ParticipantInfo({ sid: 'PA_1', identity: 'avatar' }),
            pingInterval: 5,
            pingTimeout: 15,
          }),
        },
      }).toBinary(),
    );

  test('gets its own path, query and the token, and exchanges messages both ways', async () => {
    let asked: IncomingMessage | undefined;
    const port = await startHost((socket, request) => {
      asked = request;
      socket.send(join());
      socket.on('message', (data, binary) => socket.send(data, { binary }));
    });
    const relay = await relayTo(`http://127.0.0.1:${port}/base/`);
    const client = new WebSocket(`${relay.url}/rtc/v1?a=b`, { headers: { authorization: 'Bearer x' } });
    const first = await new Promise<Buffer>((resolve) => client.once('message', resolve));
    expect(SignalResponse.fromBinary(first).message).toMatchObject({ value: { serverVersion: '9.9.9' } });
    expect(asked).toMatchObject({ url: '/base/rtc/v1?a=b', headers: { authorization: 'Bearer x' } });
    client.send(join());
    const back = await new Promise<Buffer>((resolve) => client.once('message', resolve));
    expect(back.equals(first)).toBe(true);
    const gone = new Promise((resolve) => client.once('close', resolve));
    relay.close();
    await gone;
  });

  test('that sends an oversized or invalid message is disconnected', async () => {
    for (const message of [Buffer.alloc(5 * 2 ** 20), Buffer.from('\xff\xff', 'latin1')]) {
      const port = await startHost((socket) => socket.send(message));
      const relay = await relayTo(`ws://127.0.0.1:${port}`);
      const client = new WebSocket(`${relay.url}/rtc`);
      client.on('error', () => undefined);
      const got: unknown[] = [];
      client.on('message', (data) => got.push(data));
      await new Promise((resolve) => client.once('close', resolve));
      expect(got).toEqual([]);
    }
  });

  test('that sends what would crash the native client is disconnected for good, with an explanation for the caller', async () => {
    let connections = 0;
    const answer = new SessionDescription({ type: 'answer', sdp: 'x' });
    const port = await startHost((socket) => {
      connections++;
      socket.send(join());
      socket.send(new SignalResponse({ message: { case: 'answer', value: answer } }).toBinary());
    });
    const relay = await relayTo(`ws://127.0.0.1:${port}`);
    const entering = new NativeRoom().connect(relay.url, 'a-token').catch(() => undefined);
    const said = 'the room server sent an invalid session description';
    expect(await relay.broken).toBe(said);
    const again = new WebSocket(`${relay.url}/rtc`);
    again.on('error', () => undefined);
    const [, answered] = (await once(again, 'unexpected-response')) as [unknown, IncomingMessage];
    expect([answered.statusCode, relay.failure, connections]).toEqual([403, said, 1]);
    await entering;
  });

  test('that removes the avatar does not end the native client, which may be publishing', async () => {
    const value = new LeaveRequest({ reason: DisconnectReason.ROOM_DELETED });
    const port = await startHost((socket) => {
      socket.send(join());
      socket.send(new SignalResponse({ message: { case: 'leave', value } }).toBinary());
      socket.close();
    });
    const relay = await relayTo(`ws://127.0.0.1:${port}`);
    const client = new WebSocket(`${relay.url}/rtc`);
    const left = new Promise((resolve) => {
      client.on('message', (data: Buffer) => {
        if (SignalResponse.fromBinary(data).message.case === 'leave') resolve('told to leave');
      });
      client.on('close', () => resolve('closed'));
    });
    expect(await Promise.race([relay.broken, left])).toBe('ROOM_DELETED');
    expect(relay.failure).toBe('the room server removed the avatar: ROOM_DELETED');
    relay.close();
    expect(await left).toBe('closed');
  });

  test('that sends messages without end is left', async () => {
    const pong = new SignalResponse({ message: { case: 'pong', value: 1n } }).toBinary();
    const port = await startHost((socket) => {
      socket.send(join());
      for (let n = 0; n < 20_000; n++) socket.send(pong);
    });
    const relay = await relayTo(`ws://127.0.0.1:${port}`);
    const client = new WebSocket(`${relay.url}/rtc`);
    client.on('error', () => undefined);
    expect(await relay.broken).toBe('the room server sent more than 500 messages per second');
  });

  test('cannot be reached through the relay by others on this machine', async () => {
    let connections = 0;
    const port = await startHost(() => void connections++);
    const { origin } = new URL((await relayTo(`ws://127.0.0.1:${port}`)).url);
    const stranger = new WebSocket(`${origin}/rtc`);
    await new Promise((resolve) => stranger.once('error', resolve));
    expect(connections).toBe(0);
  });
});
