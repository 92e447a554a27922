import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { DatabaseError, isUniqueViolation } from './database-error.ts';
import { useTestDatabase } from './testing/use-test-database.ts';

const eventually = <T>(get: () => T) => expect.poll(get);

const db = useTestDatabase({ idleTransactionMs: 1_000 });
beforeAll(async () => {
  await db.pool.query('create table parents (id text primary key)');
  await db.pool.query(
    'create table children (id int primary key, parent text not null references parents (id))',
  );
  await db.pool.query('create table counters (id int primary key, n int not null)');
  await db.pool.query('insert into counters values (1, 0)');
});

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('transactions', () => {
  it('do not interleave: 100 read-modify-writes at once add up', async () => {
    await Promise.all(
      Array.from({ length: 100 }, () =>
        db.kysely.transaction().execute(async (trx) => {
          const { rows } = await sql<{ n: number }>`select n from counters where id = 1 for update`.execute(
            trx,
          );
          await sql`update counters set n = ${(rows[0]?.n ?? 0) + 1} where id = 1`.execute(trx);
        }),
      ),
    );
    expect((await db.pool.query('select n from counters')).rows).toEqual([{ n: 100 }]);
  });

  it('are invisible to others until they commit, and leave nothing behind when they fail', async () => {
    const order: string[] = [];
    let outside: Promise<unknown> | undefined;
    await failureOf(
      db.kysely.transaction().execute(async (trx) => {
        await sql`insert into parents values ('ghost')`.execute(trx);
        outside = db.pool
          .query(`select count(*)::int as n from parents where id = 'ghost'`)
          .then((result) => {
            order.push('outside');
            return result.rows[0].n;
          });
        await sql`select 1`.execute(trx);
        order.push('inside');
        throw new Error('changed my mind');
      }),
    );
    expect(await outside).toBe(0);
    expect(order).toContain('inside');
    expect((await db.pool.query(`select 1 from parents where id = 'ghost'`)).rowCount).toBe(0);
  });

  it('end when their client is dropped', async () => {
    const client = await db.pool.connect();
    await client.query('begin');
    await client.query(`insert into parents values ('dropped')`);
    client.release(true);
    await eventually(
      async () => (await db.pool.query(`insert into parents values ('dropped') returning id`)).rowCount,
    ).toBe(1);
    await db.pool.query(`delete from parents where id = 'dropped'`);
  });

  it('are rolled back when they sit idle while others wait', async () => {
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      await client.query('update counters set n = -1 where id = 1');
      // Waits for the row (server) or for the backend (embedded) until the idle transaction is ended.
      await db.pool.query('update counters set n = n where id = 1');
      const error = await failureOf(client.query('commit'));
      expect(error).toBeInstanceOf(Error);
    } finally {
      client.release(true);
    }
    expect((await db.pool.query('select n from counters where id = 1')).rows[0].n).toBe(100);
  });
});

describe('errors', () => {
  it('contain the SQLSTATE and the names, but no values', async () => {
    await db.pool.query(`insert into parents values ('secret-value')`);
    const error = await failureOf(db.pool.query('insert into parents values ($1)', ['secret-value']));
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({
      code: '23505',
      kind: 'unique_violation',
      constraint: 'parents_pkey',
      table: 'parents',
    });
    expect(isUniqueViolation(error)).toBe(true);
    const everything =
      JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error) + (error as Error).stack;
    expect(everything).not.toContain('secret-value');
    expect(everything).not.toContain('insert into');
  });

  it('leave the connection usable', async () => {
    for (let round = 0; round < 50; round += 1) {
      await failureOf(db.pool.query('select $1::int / 0', [round]));
      expect((await db.pool.query('select $1::int as n', [round])).rows).toEqual([{ n: round }]);
    }
  });
});
