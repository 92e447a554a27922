/**
 * A process to be killed: it writes numbered pairs of rows, starting at `process.argv[3]`, into the embedded database
 * in `process.argv[2]`, with several transactions at once, and prints each number when its commit is acknowledged.
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
    // Synchronous, because an acknowledgement that is buffered in this process would prove nothing.
    fs.writeSync(1, `${id}\n`);
  }
}

fs.writeSync(1, 'started\n');
await Promise.all([write(), write(), write()]);
