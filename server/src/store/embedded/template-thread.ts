/** Runs initdb in memory, away from the event loop, and posts the new cluster as a gzipped tar. */
import { parentPort } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';

// Segments of 4 MB: a quarter of the default, as a new cluster carries one whole segment of nothing.
const db = await PGlite.create({ initDbStartParams: ['--wal-segsize=4'] });
await db.exec('checkpoint');
const packed = new Uint8Array(await (await db.dumpDataDir('gzip')).arrayBuffer());
await db.close();
parentPort?.postMessage(packed, [packed.buffer]);
