import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadInstanceSecrets } from './instance-secrets.ts';
import { useFolder } from './lib/testing/use-folder.ts';

const dataDir = useFolder('of each');

const load = () => loadInstanceSecrets(dataDir, { secret: undefined, adminToken: undefined });

test('processes that start at once on an empty directory share what one of them made', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, load));
  expect(new Set(all.map(({ fingerprint }) => fingerprint)).size).toBe(1);
  expect(new Set(all.map(({ adminToken }) => adminToken)).size).toBe(1);
  expect((await load()).fingerprint).toBe(all[0]!.fingerprint);
  expect((await readdir(dataDir)).sort()).toEqual(['admin-token', 'secret']);
});

test('only the owner reads them', async () => {
  await load();
  for (const name of ['secret', 'admin-token'])
    expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
});

test('an empty file is not a secret', async () => {
  await writeFile(join(dataDir, 'secret'), '\n');
  await expect(load()).rejects.toThrow(/secret is empty/);
  expect(await readFile(join(dataDir, 'secret'), 'utf8')).toBe('\n');
});

test.each([
  ['secret', '0123456789'],
  ['secret', 'a'.repeat(63)],
  ['secret', 'not hexadecimal, and too short'],
  ['admin-token', 'vva_0123456789abcdef'],
  ['admin-token', 'short'],
])('an incomplete file is not a secret: %s with %s', async (name, value) => {
  await writeFile(join(dataDir, name), value);
  await expect(load()).rejects.toThrow(`${name} is truncated: it has ${value.length} of `);
});

test("the file may contain a secret of the operator's own", async () => {
  await writeFile(join(dataDir, 'secret'), 'thirty-two characters of anything');
  await expect(load()).resolves.toBeDefined();
});

test('a store that has lost its secret does not get a new one', async () => {
  await mkdir(join(dataDir, 'store', 'database', 'cluster'), { recursive: true });
  const error = await load().catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    message: expect.stringContaining('secret is missing'),
    hint: expect.stringContaining('VISAVIS_SECRET'),
  });
  expect(await readdir(dataDir)).toEqual(['store']);
  // The secret is elsewhere, or another database is used, which knows its secret.
  const secret = 'thirty-two characters of anything';
  await expect(loadInstanceSecrets(dataDir, { secret })).resolves.toBeDefined();
  await expect(loadInstanceSecrets(dataDir, { databaseUrl: 'postgres://db' })).resolves.toBeDefined();
});

test('an installation whose restore was interrupted does not start', async () => {
  await mkdir(join(dataDir, '.restoring'));
  await expect(load()).rejects.toThrow(/restore into .* was interrupted/);
  expect(await readdir(dataDir)).toEqual(['.restoring']);
  await rm(join(dataDir, '.restoring'), { recursive: true });
  await expect(load()).resolves.toBeDefined();
});
