import fs from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import { useFolder } from '../../lib/testing/use-folder.ts';
import { useTestDatabase } from '../testing/use-test-database.ts';
import { MigrationError, runMigrations } from './run-migrations.ts';

const db = useTestDatabase({ migrate: false });
const folder = useFolder('of each');
beforeEach(() => db.pool.query('drop schema public cascade; create schema public'));

const add = (name: string, text: string) => fs.writeFile(path.join(folder, name), text);
const run = () => runMigrations(db.pool, { folder });

it('applies in order, once, each with its checksum', async () => {
  await add('0002-second.sql', 'alter table first add column b int;\ncreate index on first (b);');
  await add('0001-first.sql', 'create table first (a int);');
  expect(await run()).toEqual(['0001-first', '0002-second']);
  expect(await run()).toEqual([]);
  const { rows } = await db.pool.query(
    'select version, name, length(checksum) as size from schema_migrations',
  );
  expect(rows).toEqual([
    { version: 1, name: 'first', size: 64 },
    { version: 2, name: 'second', size: 64 },
  ]);
});

it('applies each only once when many processes start together', async () => {
  await add('0001-first.sql', 'create table first (a int); select pg_sleep(0.05);');
  await add('0002-second.sql', 'create table second (a int);');
  const runs = await Promise.all([run(), run(), run(), run()]);
  expect(runs.flat().toSorted()).toEqual(['0001-first', '0002-second']);
});

it('reports a slow migration while it runs', async () => {
  await add('0001-quick.sql', 'create table quick (a int);');
  await add('0002-long.sql', 'select pg_sleep(0.5);');
  const told: { event?: string; migration?: string }[] = [];
  const log: Logger = { ...silentLogger, info: (fields: object) => void told.push(fields) };
  await runMigrations(db.pool, { folder, log, progressMs: 1 });
  expect(told).toContainEqual(
    expect.objectContaining({ event: 'migration.running', migration: '0002-long' }),
  );
  expect(told.at(-1)).toMatchObject({ event: 'migration.applied', migration: '0002-long' });
});

it('leaves nothing of a migration that fails, and continues once it is fixed', async () => {
  await add('0001-first.sql', 'create table first (a int);');
  await add('0002-second.sql', 'create table second (a int); select 1 / 0;');
  await expect(run()).rejects.toThrow('22012');
  expect((await db.pool.query('select version from schema_migrations')).rows).toEqual([{ version: 1 }]);
  await add('0002-second.sql', 'create table second (a int);');
  expect(await run()).toEqual(['0002-second']);
});

it('refuses a database that is newer than the code', async () => {
  await add('0001-first.sql', 'create table first (a int);');
  await add('0002-second.sql', 'create table second (a int);');
  await run();
  await fs.rm(path.join(folder, '0002-second.sql'));
  await expect(run()).rejects.toThrow(/at migration 2, but this release knows only up to 1/);
});

it('refuses a migration that was changed or inserted afterwards', async () => {
  await add('0002-second.sql', 'create table second (a int);');
  await run();
  await add('0002-second.sql', 'create table second (a int, b int);');
  await expect(run()).rejects.toThrow(/0002-second was changed/);
  await add('0002-second.sql', 'create table second (a int);');
  await add('0001-first.sql', 'create table first (a int);');
  await expect(run()).rejects.toBeInstanceOf(MigrationError);
});
