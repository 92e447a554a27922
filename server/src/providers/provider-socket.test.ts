import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { FakeClock } from '../lib/testing/fake-clock.ts';
import type { ProviderError } from './provider-error.ts';
import { ProviderSocket } from './provider-socket.ts';

let server: WebSocketServer;
afterEach(() => {
  for (const client of server.clients) client.terminate();
  server.close();
});

/** Connects to a vendor that calls `speak` at once. */
async function connect(speak: (vendor: WebSocket) => void, onMessage: () => void = () => undefined) {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', speak);
  const clock = new FakeClock();
  const provider = { name: 'Vendor', keySetting: 'VENDOR_API_KEY' };
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
