import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DatabaseError } from '../database-error.ts';
import { readMigrations } from '../migrations/read-migrations.ts';
import { type Database, openDatabase } from '../open-database.ts';
import { DataDirectoryError } from './data-directory.ts';
import { DirectoryInUseError } from './directory-lock.ts';
import { vacuumDueTables } from './maintenance.ts';
import { type EmbeddedDatabase, openEmbedded } from './open-embedded.ts';

// Each test starts the engine several times, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

let dataDir: string;
const opened: (Database | EmbeddedDatabase)[] = [];

beforeEach(async () => {
  dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'visavis-embedded-'));
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
  await fs.rm(dataDir, { recursive: true, force: true });
});

async function open(options: { dataDir?: string; durable?: boolean } = {}): Promise<Database> {
  const database = await openDatabase({ dataDir, durable: false, ...options });
  opened.push(database);
  return database;
}

async function openBare(options: { statementTimeoutMs?: number } = {}): Promise<EmbeddedDatabase> {
  const database = await openEmbedded({
    dataDir,
    durable: false,
    newWith: await readMigrations(),
    ...options,
  });
  opened.push(database);
  return database;
}

async function close(database: { close(): Promise<void> }): Promise<void> {
  await database.close();
}

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('the lock', () => {
  it('refuses to open twice in one process, and allows it after the first has closed', async () => {
    const first = await open();
    const error = await failureOf(open());
    expect(error).toBeInstanceOf(DirectoryInUseError);
    expect(String(error)).toContain(`in use by another process (process ${process.pid})`);
    await close(first);
    await open();
  });

  it('lets exactly one of many concurrent openers succeed', async () => {
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => open()));
    expect(results.filter((result) => result.status === 'fulfilled').length).toBeLessThanOrEqual(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DirectoryInUseError);
    }
  });

  it('works in a directory whose path is longer than a socket address', async () => {
    const deep = path.join(dataDir, 'x'.repeat(100), 'y'.repeat(100));
    const first = await open({ dataDir: deep });
    expect(await failureOf(open({ dataDir: deep }))).toBeInstanceOf(DirectoryInUseError);
    await close(first);
    expect(await fs.readdir(path.join(deep, 'database'))).toEqual(['cluster']);
  });
});

describe('a data directory that cannot be used', () => {
  it('is refused when another major version of PostgreSQL wrote it', async () => {
    await close(await openBare());
    await fs.writeFile(path.join(dataDir, 'database/cluster/PG_VERSION'), '17\n');
    const error = await failureOf(openBare());
    expect(error).toBeInstanceOf(DataDirectoryError);
    expect(String(error)).toContain(
      'is of PostgreSQL 17, and this release holds PostgreSQL 18: write it to a file',
    );
  });

  it('is refused, and the lock released, when the cluster is damaged', async () => {
    await close(await openBare());
    await fs.rm(path.join(dataDir, 'database/cluster/global'), { recursive: true });
    expect(await failureOf(openBare())).toBeInstanceOf(DataDirectoryError);
    expect(await failureOf(openBare())).toBeInstanceOf(DataDirectoryError);
  });

  it('is created again when the first start was interrupted', async () => {
    await fs.mkdir(path.join(dataDir, 'database/cluster.new/base'), { recursive: true });
    const { pool } = await openBare();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('when the engine dies', () => {
  it('fails running statements as unavailable and recovers by itself', async () => {
    const { pool, server } = await openBare();
    await pool.query('create table kept (n int)');
    await pool.query('insert into kept values (1)');
    const client = await pool.connect();
    await client.query('begin');
    await client.query('insert into kept values (2)');
    await server.crash();
    const error = await failureOf(client.query('commit'));
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ kind: 'unavailable' });
    client.release(true);
    expect((await pool.query('select n from kept')).rows).toEqual([{ n: 1 }]);
  });

  it('ends a statement that runs too long, as no statement_timeout would here', async () => {
    const { pool } = await openBare({ statementTimeoutMs: 3_000 });
    await pool.query('create table kept (n int)');
    const error = await failureOf(pool.query('select count(*) from generate_series(1, 100000000000)'));
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ kind: 'timeout', code: '57014' });
    expect((await pool.query('select count(*)::int as n from kept')).rows).toEqual([{ n: 0 }]);
  });
});

describe('an open database', () => {
  let root: string;
  let database: EmbeddedDatabase;
  beforeAll(async () => {
    root = await fs.mkdtemp(path.join(os.tmpdir(), 'visavis-embedded-'));
    database = await openEmbedded({ dataDir: root, newWith: await readMigrations() });
  });
  afterAll(async () => {
    await database.close();
    await fs.rm(root, { recursive: true, force: true });
  });

  it('refuses COPY FROM STDIN instead of hanging on it', async () => {
    const { pool } = database;
    await pool.query('create table copied (n int)');
    expect(await failureOf(pool.query('copy copied from stdin'))).toBeInstanceOf(Error);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  it('vacuums and analyzes what has changed', async () => {
    const { pool } = database;
    await pool.query('create table busy (n int)');
    await pool.query('insert into busy select generate_series(1, 5000)');
    await pool.query('delete from busy where n % 2 = 0');
    expect(await vacuumDueTables(pool)).toEqual(['public.busy']);
    expect(await vacuumDueTables(pool)).toEqual([]);
    const { rows } = await pool.query(`select reltuples::int as n from pg_class where relname = 'busy'`);
    expect(rows).toEqual([{ n: 2500 }]);
  });
});
