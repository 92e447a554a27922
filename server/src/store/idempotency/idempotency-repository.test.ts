import { Kysely, PostgresDialect } from 'kysely';
import { expect, it } from 'vitest';
import type { Schema } from '../schema.ts';
import { useTestDatabase } from '../testing/use-test-database.ts';
import { createIdempotencyRepository } from './idempotency-repository.ts';

const PIECE = 1_000;
const NOW = new Date('2026-05-04T03:02:01Z');

const db = useTestDatabase();

it('large answers are stored one per statement', async () => {
  const updates: string[] = [];
  const logged = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: db.pool }),
    log: ({ query }) => void (query.sql.includes('update') && updates.push(query.sql)),
  });
  const keys = createIdempotencyRepository(logged);
  const complete = (length: number) =>
    Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        keys.complete('org', `${at}`, {
          status: 201,
          contentType: 'text/plain',
          encryptedBody: 'x'.repeat(length),
        }),
      ),
    );
  await complete(100_000);
  expect(updates).toHaveLength(10);
  await complete(100);
  expect(updates).toHaveLength(12);
});

it('expired keys are deleted in batches, and other requests are answered in between', async () => {
  await db.pool.query(
    `insert into idempotency_keys (organization_id, key, fingerprint, locked_until, expires_at)
      select 'org', 'key' || i, 'f', $1, $1::timestamptz + (case when i > 2500 then 1 else -1 end) * interval '1 second'
      from generate_series(1, 2503) i`,
    [NOW],
  );
  const told: string[] = [];
  const sweeping = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: db.pool }),
    log: ({ level, query }) => void told.push(level === 'query' ? query.sql.trim().slice(0, 6) : level),
  });
  const sweep = createIdempotencyRepository(sweeping)
    .deleteExpired(NOW)
    .then(() => told.push('swept'));
  const other = db.pool.query('select 1').then(() => told.push('another'));
  await Promise.all([sweep, other]);
  expect(told.filter((name) => name === 'delete')).toHaveLength(Math.ceil(2_500 / PIECE));
  expect(told.indexOf('another')).toBeLessThan(told.lastIndexOf('delete'));
  const { rows } = await db.pool.query<{ key: string }>('select key from idempotency_keys order by key');
  expect(rows.map(({ key }) => key)).toEqual(['key2501', 'key2502', 'key2503']);
});
