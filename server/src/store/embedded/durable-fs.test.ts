import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { beforeAll, expect, it } from 'vitest';
import { useFolder } from '../../lib/testing/use-folder.ts';
import { readMigrations } from '../migrations/read-migrations.ts';
import { DurableFS, verifyDurable } from './durable-fs.ts';
import { unpackTemplate } from './template.ts';

const directory = useFolder();
beforeAll(async () => {
  await unpackTemplate(path.join(directory, 'cluster'), {
    durable: false,
    migrations: await readMigrations(),
  });
});

async function prove(startParams: string[]): Promise<number> {
  const files = new DurableFS(path.join(directory, 'cluster'));
  const db = await PGlite.create({ fs: files, startParams });
  try {
    await verifyDurable(db, files);
    return files.syncCalls;
  } finally {
    await db.close();
  }
}

const withFsync = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');

it('detects that commits reach the disk with the default settings', async () => {
  expect(await prove([...withFsync, '-c', 'wal_sync_method=fsync'])).toBeGreaterThan(0);
});

it('detects that they do not with an unmodified PGlite, nor with its default sync method', async () => {
  await expect(prove(PGlite.defaultStartParams)).rejects.toThrow('does not sync');
  await expect(prove(withFsync)).rejects.toThrow('does not sync');
});
