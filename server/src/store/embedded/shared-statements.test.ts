import { afterAll, beforeAll, expect, it } from 'vitest';
import { useFolder } from '../../lib/testing/use-folder.ts';
import { readMigrations } from '../migrations/read-migrations.ts';
import { type EmbeddedDatabase, openEmbedded } from './open-embedded.ts';

let db: EmbeddedDatabase;

const dataDir = useFolder();
beforeAll(async () => {
  db = await openEmbedded({ dataDir, durable: false, initialMigrations: await readMigrations() });
});
afterAll(() => db.close());

const doubled = async (n: number) =>
  (await db.pool.query({ name: 'doubled', text: 'select 2 * $1::int as n', values: [n] })).rows[0];

it('prepares a statement once for all connections, and again after the engine restarted', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => doubled(n)));
  expect(answers).toEqual(Array.from({ length: 100 }, (_, n) => ({ n: 2 * n })));
  expect(db.pool.totalCount).toBeGreaterThan(1);
  expect((await db.pool.query('select name from pg_prepared_statements')).rows).toEqual([
    { name: 'doubled' },
  ]);
  await db.server.crash();
  await expect.poll(() => doubled(2).catch(() => undefined)).toEqual({ n: 4 });
});

it('prepares a statement again after the first attempt failed', async () => {
  const [first, second] = await Promise.all([db.pool.connect(), db.pool.connect()]);
  const late = { name: 'late', text: 'select n from late', values: [] };
  await expect(first.query(late)).rejects.toMatchObject({ code: '42P01' });
  await db.pool.query('create table late as select 1 as n');
  expect((await second.query(late)).rows).toEqual([{ n: 1 }]);
  expect((await first.query(late)).rows).toEqual([{ n: 1 }]);
  first.release();
  second.release();
});
