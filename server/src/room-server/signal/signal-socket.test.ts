import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
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
  const handlers = { handleMessage: () => undefined, handleClose: closed };
  const socket = new SignalSocket(accepted, defaultLimits, handlers);
  return { server, client, accepted, socket, closed };
}

test('a client that answers pings of the protocol alone stays connected (LiveKit’s Go SDK)', async () => {
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

test('a client that answers nothing is cut', async () => {
  const { server, client, accepted } = await connect({ autoPong: false });
  const cut = once(accepted, 'close');
  vi.advanceTimersByTime(deadSeconds * 1000);
  await cut;
  client.terminate();
  server.close();
});
