import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { silentLogger } from '../../lib/logger.ts';
import { CallerRoomRelay } from './caller-room-relay.ts';

/** The name servers' answers to successive address queries. */
const answers: string[][] = [];
vi.mock('node:dns/promises', async (original) => ({
  ...(await original<typeof import('node:dns/promises')>()),
  Resolver: class {
    resolve4 = async () => answers.shift()!;
    resolve6 = async () => [];
    cancel = () => undefined;
  },
}));

let server: Server;
let relay: CallerRoomRelay;
afterEach(() => {
  relay.close();
  server.close();
});

test("a caller's room is not reached if its name resolves to a private address on connection", async () => {
  let met = 0;
  server = createServer().on('connection', () => met++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  relay = await CallerRoomRelay.open({
    serverUrl: `ws://rebind.test:${port}`,
    privateAddresses: false,
    log: silentLogger,
  });
  for (const found of [['127.0.0.1'], ['1.1.1.1', '127.0.0.1'], ['169.254.169.254']]) {
    answers.push(found);
    const socket = new WebSocket(`${relay.url}/rtc?access_token=t`);
    const status = await new Promise((resolve) => {
      socket.on('error', () => undefined);
      socket.once('unexpected-response', (_, { statusCode }) => resolve(statusCode));
      socket.once('open', () => resolve('open'));
    });
    expect(status).toBe(403);
  }
  expect(answers).toEqual([]);
  expect(met).toBe(0);
});
