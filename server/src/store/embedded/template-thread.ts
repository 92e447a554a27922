/** Runs initdb in memory, away from the event loop, and posts the new cluster as a gzipped tar. */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { Migration } from '../migrations/read-migrations.ts';
import { createMigrationsTable, INSERT_MIGRATION } from '../migrations/run-migrations.ts';

// Segments of 4 MB, a quarter of the default, because a new cluster contains one whole empty segment.
const db = await PGlite.create({ initDbStartParams: ['--wal-segsize=4'] });
// One database is enough: the two template databases make two thirds of the files.
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
const packed = new Uint8Array(await (await db.dumpDataDir('gzip')).arrayBuffer());
await db.close();
parentPort?.postMessage(packed, [packed.buffer]);
