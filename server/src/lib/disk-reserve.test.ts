import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { createDiskReserve, freeBytesOf } from './disk-reserve.ts';
import { silentLogger } from './logger.ts';

test('a disk is short below its reserve', async () => {
  const free = (await freeBytesOf(tmpdir()))!;
  expect(free).toBeGreaterThan(0);
  expect(await createDiskReserve(tmpdir(), 1, silentLogger).isShort()).toBe(false);
  expect(await createDiskReserve(tmpdir(), free * 2 + 2 ** 40, silentLogger).isShort()).toBe(true);
});

test('it says so once in the log', async () => {
  const said: string[] = [];
  const log = { ...silentLogger, error: (_fields: object, message: string) => void said.push(message) };
  const reserve = createDiskReserve(tmpdir(), Number.MAX_SAFE_INTEGER, log);
  await Promise.all([reserve.isShort(), reserve.isShort()]);
  await reserve.isShort();
  expect(said).toEqual(['the disk is nearly full: nothing new is stored']);
});

test('a folder that is not there has room', async () => {
  expect(await createDiskReserve('/nowhere/at/all', 1, silentLogger).isShort()).toBe(false);
});
