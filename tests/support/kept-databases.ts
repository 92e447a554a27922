import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type Database, openDatabase, testDatabaseUrl } from './inside/service.ts';

/**
 * Embedded databases that the harnesses of a process reuse: starting one takes more than a second of CPU time, emptying
 * one a twentieth of that. They end with their process; `teardown` in `remove-kept-databases.ts` removes their files.
 */
const idle: Database[] = [];
/** Vitest is the parent of every process that runs tests. */
const FOLDER = join(tmpdir(), `visavis-stores-of-${process.ppid}`);

/**
 * Returns an empty, migrated database; `close` keeps it for reuse. On a real PostgreSQL it is new, and `close` drops
 * it.
 */
export async function takeDatabase(): Promise<Database> {
  if (testDatabaseUrl()) return createTestDatabase();
  const database = await takeIdle();
  let given = false;
  const giveBack = async () => {
    if (!given) idle.push(database);
    given = true;
  };
  return { ...database, close: giveBack };
}

async function takeIdle(): Promise<Database> {
  const kept = idle.pop();
  if (!kept) {
    await mkdir(FOLDER, { recursive: true });
    return openDatabase({ dataDir: await mkdtemp(join(FOLDER, 'store-')), durable: false });
  }
  await empty(kept);
  return kept;
}

async function empty({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename <> 'schema_migrations'`,
  );
  // Without triggers, the order of the tables does not matter.
  const deletions = rows.map(({ name }) => `delete from ${name};`).join(' ');
  await pool.query(`begin; set local session_replication_role = replica; ${deletions} commit`);
}
