import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readMigrations } from '../migrations/read-migrations.ts';
import { packTar, unpackTar } from './tar.ts';
import { unpackTemplate } from './template.ts';

async function folder(): Promise<string> {
  const made = await fs.mkdtemp(path.join(tmpdir(), 'visavis-template-test-'));
  onTestFinished(() => fs.rm(made, { recursive: true, force: true }));
  return made;
}

/** `DBState` in `pg_control` (PostgreSQL's `catalog/pg_control.h`): after two numbers of the system and of versions. */
const STATE_OFFSET = 16;
const SHUT_DOWN = 1;

test('a new cluster was shut down, so that its first start has nothing to recover', async () => {
  const cluster = path.join(await folder(), 'cluster');
  await unpackTemplate(cluster, { durable: false, migrations: await readMigrations() });
  const control = await fs.readFile(path.join(cluster, 'global', 'pg_control'));
  expect(control.readUInt32LE(STATE_OFFSET)).toBe(SHUT_DOWN);
});

test('an archive is unpacked as it was packed, and refused where it leads elsewhere', async () => {
  const from = await folder();
  await fs.mkdir(path.join(from, 'base', 'empty'), { recursive: true });
  const files = { PG_VERSION: '18\n', 'base/1': '', 'base/2': 'x'.repeat(512), 'base/3': 'é'.repeat(1000) };
  for (const [name, content] of Object.entries(files)) await fs.writeFile(path.join(from, name), content);
  const tar = await packTar(from);
  const to = path.join(await folder(), 'cluster');
  await unpackTar(tar, to, true);
  for (const [name, content] of Object.entries(files))
    expect(await fs.readFile(path.join(to, name), 'utf8')).toBe(content);
  expect(await fs.readdir(path.join(to, 'base', 'empty'))).toEqual([]);

  tar.write('../outside\0', 0);
  await expect(unpackTar(tar, to, true)).rejects.toThrow('leads out of the archive');
});
