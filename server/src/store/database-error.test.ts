import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { toDatabaseError } from './database-error.ts';

test('a server that disconnects while the driver waits counts as unavailable, although the driver gives no code', async () => {
  const server = createServer((socket) => socket.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'nobody', password: 'none' });
  const error = (await client.connect().catch((reason: unknown) => reason)) as Error & { code?: string };
  server.close();
  expect(error.message).toBe('Connection terminated unexpectedly');
  expect(error.code).toBeUndefined();
  expect(toDatabaseError(error)).toMatchObject({ name: 'DatabaseError', kind: 'unavailable' });
});
