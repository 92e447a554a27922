import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { silentLogger } from '../lib/logger.ts';
import { useServers } from '../lib/testing/use-servers.ts';
import type { Database } from '../store/open-database.ts';
import { composeEvents } from './events.ts';

const serve = useServers();

test('a compressed answer to a message is neither requested nor unpacked, nor named by its unpacked type', async () => {
  const asked: unknown[] = [];
  const url = await serve((request, response) => {
    asked.push(request.headers['accept-encoding']);
    request.resume();
    const head = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    response.writeHead(200, head).end(gzipSync(JSON.stringify('x'.repeat(2 ** 20))));
  });
  const { postMessage } = composeEvents({ database: {} as Database, allowPrivate: true, log: silentLogger });
  const answer = await postMessage('org_1', url, '{}', {}, new AbortController().signal);
  expect(asked).toEqual(['identity']);
  expect(answer).toMatchObject({ status: 200, contentType: 'application/gzip', isComplete: true });
  expect(answer.body.length).toBeLessThan(2_000);
});
