import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { VisavisApiError, VisavisClient } from '@visavis/client';
import { afterEach, beforeEach, expect } from 'vitest';
import { runCommand } from '../support/command.ts';
import { expectOneClearLine } from '../support/expect-one-clear-line.ts';
import { useFolder, writeModel } from '../support/inside.ts';
import { needs } from '../support/needs.ts';
import { poll } from '../support/poll.ts';
import { type Service, startService } from '../support/service.ts';
import { SmallDisk } from '../support/small-disk.ts';

const { test } = needs('tmpfs');

const stick = useFolder();
let disk: SmallDisk;
let service: Service | undefined;

beforeEach(async () => {
  disk = await SmallDisk.open();
});
afterEach(async () => {
  await service?.stop('SIGKILL');
  service = undefined;
  await disk.close();
});

const start = (env: Record<string, string> = {}) =>
  startService({ dataDir: join(disk.folder, 'data'), env: { VISAVIS_WORKERS: '1', ...env } });

/** Writes a large, incompressible record, so that files must grow. */
const write = ({ post }: VisavisClient) =>
  post('/v3/brains', { body: { instructions: randomBytes(30_000).toString('hex') } });

/** Returns the error with which a write was refused. */
async function refusal(client: VisavisClient): Promise<VisavisApiError | undefined> {
  return write(client).then(
    () => undefined,
    (error: VisavisApiError) => error,
  );
}

test('with less than the reserve free, writes that need space are refused with the reason; reading and deleting still work', async () => {
  service = await start();
  const { client } = service;
  const { id } = await write(client);
  disk.fill(128);
  const refused = await poll(
    'the reserve to be noticed',
    () => refusal(client),
    (error) => error !== undefined,
  );
  expect(refused).toMatchObject({ status: 503, code: 'capacity', retryAfterSeconds: 60 });
  expect(refused!.message).toContain('The disk of the service is nearly full');
  expect((await client.get('/v3/brains/{id}', { path: { id } })).id).toBe(id);
  await disk.free();
  await expect.poll(() => refusal(client)).toBe(undefined);
  await client.delete('/v3/brains/{id}', { path: { id } });
});

test('a completely full disk is reported as such, and nothing acknowledged is lost', async () => {
  service = await start({ VISAVIS_DISK_RESERVE_MB: '0' });
  const { client, child } = service;
  const kept: string[] = [];
  for (let n = 0; n < 20; n++) kept.push((await write(client)).id);
  disk.fill();
  const refusals: VisavisApiError[] = [];
  // As on a full disk, the first failed writes stop the database; it then cannot start, and is restarted repeatedly.
  await poll(
    'the store to name its disk',
    async () => {
      const refused = await refusal(client);
      if (refused) refusals.push(refused);
      return refused?.message;
    },
    (message) =>
      message === 'The database is full: its disk, or another of its limits. The operator must free space.',
  );
  expect([...new Set(refusals.map(({ status, code }) => `${status} ${code}`))]).toEqual(['503 capacity']);
  expect(service.output).not.toContain('Aborted(');
  await disk.free();
  await expect.poll(() => refusal(client)).toBe(undefined);
  expect(child.exitCode).toBeNull();
  const there = new Set<string>();
  for await (const { id } of client.list('/v3/brains')) there.add(id);
  expect(kept.filter((id) => !there.has(id))).toEqual([]);
});

test('a model that does not fit on the disk is refused in one line, and leaves nothing behind', async () => {
  const about = { name: 'large', purpose: 'voice' as const, title: 'A large one', languages: [] };
  await writeModel(stick, about, { 'voice.onnx': randomBytes(20 * 2 ** 20) });
  const data = join(disk.folder, 'data');
  await mkdir(data);
  disk.fill(10);
  const add = () => runCommand(['models', 'add', '--from', stick], { VISAVIS_DATA_DIR: data });
  expectOneClearLine(await add(), /the disk of .+ has \d+ MB free, but 21 MB are needed/);
  expect(await readdir(join(data, 'models'))).toEqual([]);
  await disk.free();
  expect(await add()).toMatchObject({ code: 0 });
});

test('starting on a full disk, or with a damaged store, names the cause and what to do', async () => {
  service = await start();
  expect(await service.stop()).toBe(0);
  disk.fill();
  await expect(start()).rejects.toThrow(/the disk of .+ is full \(\d+ MB free\)[\s\S]+Free some disk space/);
  await disk.free();
  service = await start();
  await service.stop('SIGKILL');
  service = undefined;
  await rm(join(disk.folder, 'data/store/database/cluster/global'), { recursive: true });
  await expect(start()).rejects.toThrow(
    /does not start: .+[\s\S]+Its files are damaged: restore the data directory/,
  );
});
