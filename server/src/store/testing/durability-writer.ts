/**
 * A process to be killed: writes numbered pairs of rows from `process.argv[3]` on into the embedded database of
 * `process.argv[2]`, several transactions at once, and prints each number once its commit was acknowledged.
 */
import fs from 'node:fs';
import { sql } from 'kysely';
import { openDatabase } from '../open-database.ts';

const [, , dataDir = '', first = '0'] = process.argv;
const db = await openDatabase({ dataDir, checkpointMs: 100 });
let next = Number(first);

async function write(): Promise<never> {
  for (;;) {
    const id = next;
    next += 1;
    await db.kysely.transaction().execute(async (trx) => {
      await sql`insert into pairs values (${id}, 'left', ${'x'.repeat(id % 2_000)})`.execute(trx);
      await sql`insert into pairs values (${id}, 'right', '')`.execute(trx);
    });
    // Synchronous: an acknowledgement that waits in a buffer of this process would prove nothing.
    fs.writeSync(1, `${id}\n`);
  }
}

fs.writeSync(1, 'started\n');
await Promise.all([write(), write(), write()]);
