import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchPublic } from './public-fetch.ts';
import { postPublic } from './public-post.ts';

/** The name servers' answers to successive address queries. */
const answers: string[][] = [];
vi.mock('node:dns/promises', async (original) => ({
  ...(await original<typeof import('node:dns/promises')>()),
  Resolver: class {
    resolve4 = async () => answers.shift() ?? Promise.reject(new Error('it was asked once more'));
    resolve6 = async () => [];
    cancel = () => undefined;
  },
}));

/** Stands for a public address; on Linux all of 127.0.0.0/8 is local. */
const PUBLIC = '127.0.0.2';
const INSIDE = '127.0.0.1';
const isAllowed = (address: string) => address === PUBLIC;

let server: http.Server;
let port: number;
/** The local address of each connection that arrived. */
let met: (string | undefined)[] = [];

beforeEach(async () => {
  met = [];
  server = http.createServer((_request, response) => response.end('answered'));
  server.on('connection', (socket) => met.push(socket.localAddress));
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  answers.length = 0;
  server.closeAllConnections();
  server.close();
});

const ways: [string, () => Promise<unknown>][] = [
  [
    'a webhook',
    () =>
      postPublic(`http://rebind.test:${port}/`, '{}', {
        owner: 'one',
        headers: {},
        signal: AbortSignal.timeout(5_000),
        protocols: ['http:'],
        isAllowed,
      }),
  ],
  [
    'a picture',
    () => fetchPublic(`http://rebind.test:${port}/`, 1000, { owner: 'one', protocols: ['http:'], isAllowed }),
  ],
];

test.each(ways)(
  '%s at a name that resolves first to a public and then to a private address: the private one gets no connection',
  async (_, ask) => {
    answers.push([PUBLIC], [INSIDE]);
    await ask();
    await expect(ask()).rejects.toThrow('the host name has no public address');
    expect(met).toEqual([PUBLIC]);
  },
);

test.each(ways)('%s connects to exactly the address that was checked', async (_, ask) => {
  // A second query for the same connection would get an error.
  answers.push([PUBLIC]);
  await ask();
  expect(met).toEqual([PUBLIC]);
});

test.each(ways)('%s at a name with public and private addresses is refused', async (_, ask) => {
  answers.push([PUBLIC, INSIDE]);
  await expect(ask()).rejects.toThrow('the host name has no public address');
  expect(met).toEqual([]);
});

test.each(ways)('%s gets the same error for a private name as for an unknown one', async (_, ask) => {
  answers.push([INSIDE]);
  await expect(ask()).rejects.toThrow('the host name has no public address');
  await expect(ask()).rejects.toThrow('the host name has no public address');
  expect(met).toEqual([]);
});
