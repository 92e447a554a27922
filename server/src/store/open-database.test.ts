import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseError, isForeignKeyViolation, isUniqueViolation } from './database-error.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let db: TestDatabase;

const eventually = <T>(get: () => T) => expect.poll(get, { timeout: 15_000 });

beforeAll(async () => {
  db = await createTestDatabase({ idleTransactionMs: 1_000 });
  await db.pool.query('create table parents (id text primary key)');
  await db.pool.query(
    'create table children (id int primary key, parent text not null references parents (id))',
  );
  await db.pool.query('create table counters (id int primary key, n int not null)');
  await db.pool.query('insert into counters values (1, 0)');
});
afterAll(() => db.close());

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('types', () => {
  it('come out as node-postgres gives them', async () => {
    const { rows, fields, rowCount, command } = await db.pool.query(`
      select 9007199254740993::int8 as big, 7::int4 as small, 1.5::float8 as real, 1.50::numeric as exact,
        true as yes, null as nothing, '{"a":[1,null]}'::jsonb as json, '\\x00ff'::bytea as bytes,
        '{a,NULL,"b c"}'::text[] as texts, '{1,2}'::int4[] as numbers,
        '2026-01-02T03:04:05.678Z'::timestamptz as at, 'é漢😀' as text, count(*) as total`);
    expect(rows).toEqual([
      {
        big: '9007199254740993',
        small: 7,
        real: 1.5,
        exact: '1.50',
        yes: true,
        nothing: null,
        json: { a: [1, null] },
        bytes: Buffer.from([0, 255]),
        texts: ['a', null, 'b c'],
        numbers: [1, 2],
        at: new Date('2026-01-02T03:04:05.678Z'),
        text: 'é漢😀',
        total: '1',
      },
    ]);
    expect(rows[0].bytes).toBeInstanceOf(Buffer);
    expect(fields.map((field: pg.FieldDef) => field.dataTypeID).slice(0, 2)).toEqual([20, 23]);
    expect({ rowCount, command }).toEqual({ rowCount: 1, command: 'SELECT' });
  });

  it('go in as node-postgres sends them', async () => {
    const at = new Date('2026-05-06T07:08:09.010Z');
    const { rows } = await db.pool.query(
      `select $1::int8 as big, $2::timestamptz as at, $3::jsonb as json, $4::bytea as bytes, $5::text[] as texts,
        $6::bool as yes, $7::text as nothing, $8::float8 as real`,
      [
        '9007199254740993',
        at,
        JSON.stringify({ a: 'é' }),
        Buffer.from([0, 1, 254]),
        ['x', null, 'y,"z'],
        false,
        null,
        0.1,
      ],
    );
    expect(rows[0]).toEqual({
      big: '9007199254740993',
      at,
      json: { a: 'é' },
      bytes: Buffer.from([0, 1, 254]),
      texts: ['x', null, 'y,"z'],
      yes: false,
      nothing: null,
      real: 0.1,
    });
  });

  it('carries values of many megabytes', async () => {
    const bytes = Buffer.alloc(8 * 1024 * 1024, 7);
    const { rows } = await db.pool.query('select $1::bytea as bytes, length($1::bytea) as size', [bytes]);
    expect(rows[0].size).toBe(bytes.length);
    expect(bytes.equals(rows[0].bytes)).toBe(true);
  });

  it('answers several statements of one simple query', async () => {
    const results = (await db.pool.query('select 1 as a; select 2 as b')) as unknown as pg.QueryResult[];
    expect(results.map((result) => result.rows)).toEqual([[{ a: 1 }], [{ b: 2 }]]);
  });
});

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

  it('go on after a failed statement inside a savepoint', async () => {
    await db.kysely.transaction().execute(async (trx) => {
      await sql`savepoint here`.execute(trx);
      await failureOf(sql`insert into counters values (1, 1)`.execute(trx));
      await sql`rollback to savepoint here`.execute(trx);
      await sql`insert into counters values (2, 0)`.execute(trx);
    });
    expect((await db.pool.query('select count(*)::int as n from counters')).rows[0].n).toBe(2);
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
      // Waits for the row (a server) or for the backend (embedded) until the idle one is ended.
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
  it('carry the SQLSTATE and the names, and none of the values', async () => {
    await db.pool.query(`insert into parents values ('secret-value')`);
    const error = await failureOf(db.pool.query('insert into parents values ($1)', ['secret-value']));
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({
      code: '23505',
      kind: 'unique_violation',
      constraint: 'parents_pkey',
      table: 'parents',
    });
    expect(isUniqueViolation(error, 'parents_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'other')).toBe(false);
    const everything =
      JSON.stringify(error, Object.getOwnPropertyNames(error)) + String(error) + (error as Error).stack;
    expect(everything).not.toContain('secret-value');
    expect(everything).not.toContain('insert into');
  });

  it('are told apart', async () => {
    const foreign = await failureOf(db.pool.query(`insert into children values (1, 'nobody')`));
    expect(isForeignKeyViolation(foreign, 'children_parent_fkey')).toBe(true);
    const missing = await failureOf(db.pool.query('insert into children values (1, null)'));
    expect(missing).toMatchObject({ kind: 'not_null_violation', column: 'parent' });
    const nul = await failureOf(db.pool.query('select $1::text', ['a\0b']));
    expect(nul).toMatchObject({ kind: 'invalid_value', code: '22021' });
    const number = await failureOf(db.pool.query('select $1::int', ['hidden']));
    expect(number).toMatchObject({ kind: 'invalid_value', code: '22P02' });
    expect(String(number)).not.toContain('hidden');
    const relation = await failureOf(db.pool.query('select * from nowhere'));
    expect(relation).toMatchObject({ code: '42P01', message: expect.stringContaining('nowhere') });
    const syntax = await failureOf(db.pool.query(`selec 'hidden'`));
    expect(syntax).toMatchObject({ code: '42601' });
    expect(String(syntax)).not.toContain('hidden');
  });

  it('leave the connection usable', async () => {
    for (let round = 0; round < 50; round += 1) {
      await failureOf(db.pool.query('select $1::int / 0', [round]));
      expect((await db.pool.query('select $1::int as n', [round])).rows).toEqual([{ n: round }]);
    }
  });
});

it('delivers notifications to every connection that listens', async () => {
  const listener = await db.pool.connect();
  const heard: string[] = [];
  listener.on('notification', (note) => heard.push(`${note.channel}:${note.payload}`));
  await listener.query('listen things');
  await db.pool.query(`select pg_notify('things', 'one')`);
  await db.kysely.transaction().execute(async (trx) => {
    await sql`select pg_notify('things', 'two')`.execute(trx);
  });
  await eventually(() => heard).toEqual(['things:one', 'things:two']);
  await listener.query('unlisten things');
  listener.removeAllListeners('notification');
  listener.release();
});

it('is healthy', async () => {
  expect(await db.health()).toEqual({ ok: true, latencyMs: expect.any(Number) });
});
