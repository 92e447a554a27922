import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { useFolder } from '../../lib/testing/use-folder.ts';
import { DatabaseError } from '../database-error.ts';
import { readMigrations } from '../migrations/read-migrations.ts';
import { DataDirectoryError } from './data-directory.ts';
import { DirectoryInUseError } from './directory-lock.ts';
import { Vacuum } from './maintenance.ts';
import { type EmbeddedDatabase, openEmbedded } from './open-embedded.ts';

const opened: EmbeddedDatabase[] = [];

const dataDir = useFolder('of each');
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

async function open(options: { dataDir?: string; statementTimeoutMs?: number } = {}) {
  const initialMigrations = await readMigrations();
  const database = await openEmbedded({ dataDir, durable: false, initialMigrations, ...options });
  opened.push(database);
  return database;
}

function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

it('refuses to open twice, until the first is closed; the path may be longer than a socket address', async () => {
  const deep = path.join(dataDir, 'x'.repeat(100), 'y'.repeat(100));
  const first = await open({ dataDir: deep });
  const error = await failureOf(open({ dataDir: deep }));
  expect(error).toBeInstanceOf(DirectoryInUseError);
  expect(String(error)).toContain(`in use by another process (process ${process.pid})`);
  await first.close();
  expect(await fs.readdir(path.join(deep, 'database'))).toEqual(['cluster']);
  await open({ dataDir: deep });
});

it('lets at most one of many concurrent openers succeed, and gives the others an error', async () => {
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => open()));
  expect(results.filter((result) => result.status === 'fulfilled').length).toBeLessThanOrEqual(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DirectoryInUseError);
  }
});

it('is created again if the first start was interrupted; refused if another major version wrote it, or it is damaged', async () => {
  await fs.mkdir(path.join(dataDir, 'database/cluster.new/base'), { recursive: true });
  const database = await open();
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await database.close();
  const version = path.join(dataDir, 'database/cluster/PG_VERSION');
  await fs.writeFile(version, '17\n');
  const error = await failureOf(open());
  expect(error).toBeInstanceOf(DataDirectoryError);
  expect(String(error)).toContain(
    'has the format of PostgreSQL 17, but this release contains PostgreSQL 18. Back it up',
  );
  await fs.writeFile(version, '18\n');
  await fs.rm(path.join(dataDir, 'database/cluster/global'), { recursive: true });
  // Fails in the same way the second time, so the lock was released.
  for (const _ of [1, 2]) expect(await failureOf(open())).toBeInstanceOf(DataDirectoryError);
});

it('refuses COPY FROM STDIN instead of hanging; vacuums and analyzes what has changed', async () => {
  const { pool } = await open();
  await pool.query('create table copied (n int)');
  expect(await failureOf(pool.query('copy copied from stdin'))).toBeInstanceOf(Error);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.query('create table busy (n int)');
  await pool.query('insert into busy select generate_series(1, 5000)');
  await pool.query('delete from busy where n % 2 = 0');
  const vacuum = new Vacuum(pool);
  expect(await vacuum.run()).toEqual(['public.busy']);
  expect(await vacuum.run()).toEqual([]);
  const { rows } = await pool.query(`select reltuples::int as n from pg_class where relname = 'busy'`);
  expect(rows).toEqual([{ n: 2500 }]);
});

it('cleans the indexes of a large table only once a day, and frees the space of its dead rows each time', async () => {
  const { pool } = await open();
  await pool.query('create table large (n int primary key, text text)');
  await pool.query(`insert into large select n, repeat('x', 1900) from generate_series(1, 10000) n`);
  const said: string[] = [];
  const query = (text: string) => {
    said.push(text);
    return pool.query(text);
  };
  const vacuum = new Vacuum({ query } as Pick<typeof pool, 'query'>);
  const analyze = 'set local default_statistics_target = 10; analyze public.large';
  for (const how of ['vacuum public.large', 'vacuum (index_cleanup off, truncate off) public.large']) {
    await pool.query('delete from large where n in (select n from large order by n limit 3000)');
    said.length = 0;
    expect(await vacuum.run()).toEqual(['public.large']);
    expect(said.slice(-2)).toEqual([analyze, how]);
    expect(await vacuum.run()).toEqual([]);
  }
  const { rows } = await pool.query('show default_statistics_target');
  expect(rows).toEqual([{ default_statistics_target: '100' }]);
  const size = `select pg_relation_size('large') as n`;
  const before = (await pool.query(size)).rows;
  await pool.query(`insert into large select -n, repeat('x', 1900) from generate_series(1, 2900) n`);
  expect((await pool.query(size)).rows).toEqual(before);
});

it('when the engine dies, running statements fail as unavailable, and it recovers by itself', async () => {
  const { pool, server } = await open();
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

it('ends a statement that runs too long, since statement_timeout has no effect here', async () => {
  const { pool } = await open({ statementTimeoutMs: 5_000 });
  const error = await failureOf(pool.query('select pg_sleep(86400)'));
  expect(error).toBeInstanceOf(DatabaseError);
  expect(error).toMatchObject({ kind: 'timeout', code: '57014' });
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
