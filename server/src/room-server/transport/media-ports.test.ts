import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { MediaPorts } from './media-ports.ts';

const opened: { close(): unknown }[] = [];
afterEach(() => {
  for (const resource of opened.splice(0)) resource.close();
});

/** Returns a port on which another TCP server listens, but which is free for UDP. */
async function portTakenForTcp(): Promise<number> {
  const server = createServer().listen(0, '0.0.0.0');
  opened.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function addresses(min: number, max: number) {
  const ports = await MediaPorts.open({ range: { min, max } });
  opened.push(ports);
  return ports.addresses();
}

test('a port that is free only for UDP is skipped for one that is free for both', async () => {
  const taken = await portTakenForTcp();
  const found = await addresses(taken, taken + 100);
  expect(new Set(found.map(({ protocol }) => protocol))).toEqual(new Set(['udp', 'tcp']));
  expect(new Set(found.map(({ port }) => port)).size).toBe(1);
  expect(found[0]!.port).toBeGreaterThan(taken);
});

test('if no port of the range is free for TCP, media uses UDP only', async () => {
  const taken = await portTakenForTcp();
  const found = await addresses(taken, taken);
  expect(found.map(({ protocol }) => protocol)).not.toContain('tcp');
  expect(found[0]!.port).toBe(taken);
});
