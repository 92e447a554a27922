import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { countAttempt, createRequestRates, MAX_ATTEMPTS } from '../domain/request-rates.ts';
import { readTrust } from '../lib/client-address.ts';
import { Deferred } from '../lib/deferred.ts';
import { silentLogger } from '../lib/logger.ts';
import { packageVersion } from '../lib/package-version.ts';
import { useListening } from '../lib/testing/use-servers.ts';
import { createWorkerEndpoint, type WorkerEndpointOptions } from './worker-endpoint.ts';
import type { WorkerLink } from './worker-link.ts';

const listen = useListening();

/** Opens an endpoint for workers. @returns its port */
async function openDoor(options: Partial<WorkerEndpointOptions>): Promise<number> {
  const door = createWorkerEndpoint({
    token: 'the-token',
    trust: () => false,
    version: packageVersion,
    engines: [],
    stopping: () => false,
    addRemoteWorker: () => undefined,
    countAttempt: () => Promise.resolve(undefined),
    log: silentLogger,
    ...options,
  });
  return listen(createServer().on('upgrade', (request, socket, head) => door.open(request, socket, head)));
}

async function knock(port: number, token: string, more: Record<string, string> = {}) {
  const authorization = `Bearer ${token}`;
  const headers = { connection: 'upgrade', upgrade: 'websocket', authorization, ...more };
  const [answer] = await once(get({ port, host: '127.0.0.1', path: '/workers', headers }), 'response');
  answer.resume();
  return [answer.statusCode, answer.headers['retry-after']];
}

/** Connects a worker that is accepted. Returns both ends of the connection. */
async function letIn(): Promise<{ worker: WebSocket; link: WorkerLink }> {
  const welcomed = new Deferred<WorkerLink>();
  const port = await openDoor({ addRemoteWorker: (link) => welcomed.resolve(link) });
  const query = new URLSearchParams({ version: packageVersion, name: 'one', capacity: '1' });
  const worker = new WebSocket(`ws://127.0.0.1:${port}/workers?${query.toString()}`, {
    headers: { authorization: 'Bearer the-token' },
  });
  const [link] = await Promise.all([welcomed.promise, once(worker, 'open')]);
  return { worker, link };
}

const goneOf = (link: WorkerLink) => new Promise<string>((resolve) => link.onGone(resolve));

test('wrong tokens from an address are refused, and not checked above a limit; a valid one is still accepted', async () => {
  const rates = createRequestRates(undefined, () => new Date(30_000), silentLogger);
  const told: object[] = [];
  const port = await openDoor({
    stopping: () => true,
    countAttempt: (address) => countAttempt(rates, address),
    log: { ...silentLogger, info: (fields: object) => void told.push(fields) } as never,
  });
  expect(await knock(port, 'wrong')).toEqual([401, undefined]);
  for (let at = 1; at < MAX_ATTEMPTS; at += 1) await countAttempt(rates, '127.0.0.1');
  expect(await knock(port, 'wrong')).toEqual([429, '30']);
  expect(await knock(port, 'the-token')).toEqual([503, undefined]);
  expect(told).toHaveLength(1);
});

test('wrong tokens count against the address behind a trusted proxy, and against no other claimed address', async () => {
  const counted: string[] = [];
  const countAttempts = (address: string) => {
    counted.push(address);
    return Promise.resolve(undefined);
  };
  for (const trust of ['127.0.0.1', false]) {
    const port = await openDoor({ trust: readTrust(trust), countAttempt: countAttempts });
    await knock(port, 'wrong', { 'x-forwarded-for': '203.0.113.7' });
  }
  expect(counted).toEqual(['203.0.113.7', '127.0.0.1']);
});

test('a worker that does not read its messages is disconnected', async () => {
  const { worker, link } = await letIn();
  worker.pause();
  const gone = goneOf(link);
  const plan = { persona: 'x'.repeat(2 ** 20) };
  // 200 MiB: more than the buffers of any network hold.
  for (let count = 0; count < 200; count++) link.send({ type: 'start', plan } as never);
  expect(worker.readyState).toBe(WebSocket.OPEN);
  expect(await gone).toBe('it does not read its messages');
  worker.terminate();
});

test('a worker that sends endless fragments, or only pings, is disconnected', async () => {
  const inPieces = await letIn();
  const first = goneOf(inPieces.link);
  for (let count = 0; count < 100; count++) inPieces.worker.send('', { fin: false });
  expect(await first).toBe('Too many message fragments');
  const pinging = await letIn();
  const second = goneOf(pinging.link);
  for (let count = 0; count < 100; count++) pinging.worker.ping();
  await second;
});
