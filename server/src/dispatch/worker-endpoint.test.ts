import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { countAttempt, createRequestRates, MOST_ATTEMPTS } from '../domain/request-rates.ts';
import { silentLogger } from '../lib/logger.ts';
import { packageVersion } from '../lib/package-version.ts';
import { createWorkerEndpoint } from './worker-endpoint.ts';

test('wrong tokens of an address are refused, and from the limit on counted out; the right one is looked at', async () => {
  const rates = createRequestRates(undefined, () => new Date(30_000), silentLogger);
  const told: object[] = [];
  const door = createWorkerEndpoint({
    token: 'the-token',
    version: packageVersion,
    instance: 'instance-1',
    engines: [],
    stopping: () => true,
    welcome: () => undefined,
    countAttempt: (address) => countAttempt(rates, address),
    log: { ...silentLogger, info: (fields: object) => void told.push(fields) } as never,
  });
  const server = createServer().on('upgrade', (request, socket, head) => door.open(request, socket, head));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const knock = async (token: string) => {
    const headers = { connection: 'upgrade', upgrade: 'websocket', authorization: `Bearer ${token}` };
    const [answer] = await once(get({ port, host: '127.0.0.1', path: '/workers', headers }), 'response');
    answer.resume();
    return [answer.statusCode, answer.headers['retry-after']];
  };
  expect(await knock('wrong')).toEqual([401, undefined]);
  for (let at = 1; at < MOST_ATTEMPTS; at += 1) await countAttempt(rates, '127.0.0.1');
  expect(await knock('wrong')).toEqual([429, '30']);
  expect(await knock('the-token')).toEqual([503, undefined]);
  expect(told).toHaveLength(1);
  server.close();
});
