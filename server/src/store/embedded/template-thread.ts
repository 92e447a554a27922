/** Runs initdb, outside the event loop of the process, and posts the new cluster as a gzipped tar. */
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { gzip } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { packTar } from 'modern-tar/fs';
import type { Migration } from '../migrations/read-migrations.ts';
import { createMigrationsTable, INSERT_MIGRATION } from '../migrations/run-migrations.ts';

const draft = await fs.mkdtemp(path.join(tmpdir(), 'visavis-template-'));
try {
  const cluster = path.join(draft, 'cluster');
  await makeCluster(cluster);
  const packed = new Uint8Array(await promisify(gzip)(await buffer(packTar(cluster))));
  parentPort?.postMessage(packed, [packed.buffer as ArrayBuffer]);
} finally {
  await fs.rm(draft, { recursive: true, force: true });
}

/**
 * Made on disk, because only a cluster that was shut down may be packed: one copied while it ran (`dumpDataDir`) is
 * recovered at its first start, and PostgreSQL then syncs each of its 1,300 files, one after another.
 */
async function makeCluster(directory: string): Promise<void> {
  // Segments of 4 MB, a quarter of the default, because a new cluster contains a whole empty segment.
  const db = await PGlite.create({ fs: new NodeFS(directory), initDbStartParams: ['--wal-segsize=4'] });
  // One database is enough: the two template databases are two thirds of the files.
  await db.exec('update pg_database set datistemplate = false');
  await db.exec('drop database template0');
  await db.exec('drop database template1');
  const migrations = workerData as Migration[];
  if (migrations.length > 0) await db.exec(createMigrationsTable);
  for (const { version, name, sql, checksum } of migrations) {
    await db.exec(`begin; ${sql}; commit`);
    await db.query(INSERT_MIGRATION, [version, name, checksum]);
  }
  await db.exec('vacuum analyze');
  await db.exec('checkpoint');
  await db.close();
}
