import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { FakeClock } from '../lib/testing/fake-clock.ts';
import type { ProviderError } from './provider-error.ts';
import { ProviderSocket } from './provider-socket.ts';

let server: WebSocketServer | undefined;
afterEach(() => {
  for (const client of server?.clients ?? []) client.terminate();
  server?.close();
  server = undefined;
});

/** Connects to a vendor that calls `speak` at once. */
async function connect(speak: (vendor: WebSocket) => void, onMessage: () => void = () => undefined) {
  const listening = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server = listening;
  await new Promise((resolve) => listening.once('listening', resolve));
  listening.on('connection', speak);
  const clock = new FakeClock();
  const provider = { name: 'Vendor', keySetting: 'VENDOR_API_KEY' };
  const url = `ws://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  let lose: (error: ProviderError) => void;
  const lost = new Promise<ProviderError>((resolve) => {
    lose = resolve;
  });
  const onClose = (error: ProviderError) => lose(error);
  await ProviderSocket.open({ provider, url, clock }, { onMessage, onMalformed: onMessage, onClose });
  return { clock, lost };
}

it('rejects if a message is not what its reader expects', async () => {
  const { lost } = await connect(
    (vendor) => vendor.send('{}'),
    () => {
      throw new RangeError('not a sample rate: 999');
    },
  );
  expect(await lost).toMatchObject({
    kind: 'rejected',
    message: 'Vendor rejected the request: a message could not be processed: not a sample rate: 999',
  });
});

it('reads a whole answer at once, and then as much as 200 messages a second', async () => {
  let count = 0;
  const { clock } = await connect(
    (vendor) => {
      for (let n = 0; n < 3000; n++) vendor.send(JSON.stringify({ n, text: 'x'.repeat(1000) }));
    },
    () => count++,
  );
  const startMs = clock.now();
  while (count < 400) await clock.advance(0);
  expect(clock.now()).toBe(startMs);
  while (count < 3000) await clock.advance(50);
  expect(clock.now() - startMs).toBeGreaterThan(10_000);
});

it.each([
  [
    'keeps sending informational responses in the handshake',
    'unreachable',
    (socket: Duplex) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(11)),
  ],
  [
    'refuses without end',
    'auth',
    (socket: Duplex) =>
      socket.write(
        `HTTP/1.1 401 Unauthorized\r\nTransfer-Encoding: chunked\r\n\r\n2000\r\n${'x'.repeat(8192)}`,
      ),
  ],
])('gives up a vendor that %s', async (_, kind, answer) => {
  const vendor = createServer().on('upgrade', (_request, socket) => {
    socket.on('error', () => undefined);
    answer(socket);
  });
  await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve));
  const url = `ws://127.0.0.1:${(vendor.address() as AddressInfo).port}`;
  const handlers = { onMessage: () => undefined, onMalformed: () => undefined, onClose: () => undefined };
  const provider = { name: 'Vendor', keySetting: 'VENDOR_API_KEY' };
  // The clock stands still, so that no timeout ends the handshake.
  await expect(
    ProviderSocket.open({ provider, url, clock: new FakeClock() }, handlers),
  ).rejects.toMatchObject({ kind });
  vendor.close();
});
