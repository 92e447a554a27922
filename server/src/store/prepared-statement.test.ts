import { type Kysely, sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { PreparedStatement } from './prepared-statement.ts';
import type { Schema } from './schema.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

interface Item {
  id: number;
  text: string;
}

const db = useTestDatabase();
beforeEach(async () => {
  await db.pool.query('drop table if exists items');
  await db.pool.query('create table items (id int primary key, text text not null)');
  await db.pool.query(`insert into items select i, 'text ' || i from generate_series(1, 100) i`);
});

/** Returns a statement whose text is the same for every caller. */
function itemById(kysely: Kysely<Schema> = db.kysely): PreparedStatement<Item> {
  return new PreparedStatement(kysely, () =>
    sql<Item>`select * from items where id = ${0}::int`.compile(kysely),
  );
}

async function preparedHere(kysely: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_prepared_statements where statement like '%from items where%'`.execute(
    kysely,
  );
  return rows[0]!.n;
}

it('still works after a change of the table', async () => {
  const statement = itemById();
  await Promise.all(Array.from({ length: 40 }, () => statement.execute(1)));
  await db.pool.query('alter table items add column more text');
  expect(await Promise.all([statement.execute(1), statement.execute(2)])).toEqual([
    [{ id: 1, text: 'text 1', more: null }],
    [{ id: 2, text: 'text 2', more: null }],
  ]);
});

it('works unnamed if a connection pooler hands out connections that do not know it', async () => {
  await db.kysely.connection().execute(async (connection) => {
    const statement = itemById(connection);
    await statement.execute(1);
    await sql`deallocate all`.execute(connection);
    expect(await statement.execute(2)).toEqual([{ id: 2, text: 'text 2' }]);
  });
});

it('does not affect a transaction', async () => {
  await itemById().execute(1);
  await db.pool.query('alter table items add column more text');
  await db.kysely.transaction().execute(async (trx) => {
    expect(await itemById(trx).execute(3)).toEqual([{ id: 3, text: 'text 3', more: null }]);
    expect(await preparedHere(trx)).toBeLessThanOrEqual(1);
  });
});

it('reports a failure like any other statement', async () => {
  const broken = new PreparedStatement(db.kysely, () => sql`select ${''}::text::int as n`.compile(db.kysely));
  await expect(broken.execute('secret')).rejects.toMatchObject({ name: 'DatabaseError', code: '22P02' });
  expect(await broken.execute('12')).toEqual([{ n: 12 }]);
});
