import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { AddTrackRequest, SignalRequest } from '@livekit/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { defaultLimits } from '../limits.ts';
import { PING_INTERVAL_SECONDS, PING_TIMEOUT_SECONDS, SignalSocket } from './signal-socket.ts';

afterEach(() => {
  vi.useRealTimers();
});

const deadSeconds = PING_TIMEOUT_SECONDS + 2 * PING_INTERVAL_SECONDS;

async function connect(options: { autoPong: boolean }) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, options);
  const [accepted] = (await once(server, 'connection')) as [WebSocket];
  if (client.readyState !== client.OPEN) await once(client, 'open');
  const closed = vi.fn();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const pieces: (() => void)[] = [];
  const handled: (string | undefined)[] = [];
  const handlers = {
    admitBytes: () => true,
    schedule: (work: () => void) => void pieces.push(work),
    handleMessage: ({ case: kind }: SignalRequest['message']) => void handled.push(kind),
    handleTooManyItems: () => void handled.push('too much'),
    handleClose: closed,
  };
  const socket = new SignalSocket(accepted, defaultLimits, handlers);
  return { server, client, accepted, socket, closed, pieces, handled };
}

test('a client that answers only WebSocket pings stays connected (LiveKit’s Go SDK)', async () => {
  const { server, client, accepted, closed } = await connect({ autoPong: true });
  for (let seconds = 0; seconds < 2 * deadSeconds; seconds += PING_INTERVAL_SECONDS) {
    const answered = once(accepted, 'pong');
    vi.advanceTimersByTime(PING_INTERVAL_SECONDS * 1000);
    await answered;
  }
  expect(closed).not.toHaveBeenCalled();
  client.terminate();
  server.close();
});

test('a client that answers nothing is disconnected', async () => {
  const { server, client, accepted } = await connect({ autoPong: false });
  const cut = once(accepted, 'close');
  vi.advanceTimersByTime(deadSeconds * 1000);
  await cut;
  client.terminate();
  server.close();
});

test('pings are answered out of turn; an unsent answer pauses reading, and is sent before the end', async () => {
  const { server, client, accepted, closed, pieces, handled } = await connect({ autoPong: true });
  const send = (message: SignalRequest['message']) => client.send(new SignalRequest({ message }).toBinary());
  for (let count = 0; count < 100; count++)
    send({ case: 'addTrack', value: new AddTrackRequest({ name: 'x'.repeat(20_000) }) });
  send({ case: 'ping', value: 1n });
  await expect.poll(() => accepted.isPaused).toBe(true);
  expect(handled).toEqual([]);
  // Only a little was read before the pause.
  expect(pieces.length).toBeLessThan(30);
  client.close();
  while (!closed.mock.calls.length) {
    pieces.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(handled.filter((kind) => kind === 'addTrack')).toHaveLength(100);
  expect(handled).toContain('ping');
  server.close();
});

test('a ping is answered while other messages wait', async () => {
  const { server, client, handled, pieces } = await connect({ autoPong: true });
  const send = (message: SignalRequest['message']) => client.send(new SignalRequest({ message }).toBinary());
  send({ case: 'addTrack', value: new AddTrackRequest() });
  send({ case: 'ping', value: 1n });
  await expect.poll(() => handled).toEqual(['ping']);
  expect(pieces).toHaveLength(1);
  client.terminate();
  server.close();
});

test('a flooding client is told why it is removed, and what it still sends is not read', async () => {
  const { server, client, accepted, handled } = await connect({ autoPong: true });
  const ping = new SignalRequest({ message: { case: 'ping', value: 1n } }).toBinary();
  const told = once(client, 'close');
  for (let count = 0; count < 100_000; count++) client.send(ping);
  const [code] = (await told) as [number];
  expect(code).toBe(1008);
  expect(accepted.isPaused).toBe(true);
  expect(handled.length).toBeLessThan(10_000);
  server.close();
});

test.each(['ping', 'pong'] as const)('a flood of %s ends the connection', async (kind) => {
  const { server, client, accepted, closed } = await connect({ autoPong: true });
  const cut = once(accepted, 'close');
  for (let count = 0; count < 200; count++) client[kind]();
  await cut;
  expect(closed).toHaveBeenCalled();
  client.terminate();
  server.close();
});
