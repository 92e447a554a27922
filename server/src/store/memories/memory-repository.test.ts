import { Kysely, PostgresDialect } from 'kysely';
import { expect, it } from 'vitest';
import type { Schema } from '../schema.ts';
import { useTestDatabase } from '../testing/use-test-database.ts';
import { createMemoryRepository } from './memory-repository.ts';

const db = useTestDatabase();

it('the memories of an avatar are erased in batches, and those of others stay', async () => {
  await db.pool.query(`
    insert into organizations values ('org', 'o', 'paid', 60, 3, 1000, null, 2, 1, '[]', now(), now(), 5000, null);
    insert into memories
    select 'mem_' || i, 'org', null, 'user' || i, case when i > 2500 then 'other' else 'avatar' end,
      'c', 'c', 'conv', now(), now()
    from generate_series(1, 2503) i`);
  const deletions: string[] = [];
  const logged = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: db.pool }),
    log: ({ query }) => void (query.sql.startsWith('delete from "memories"') && deletions.push(query.sql)),
  });
  const memories = createMemoryRepository(logged);
  expect(await memories.erase('org', { avatarId: 'avatar' }, new Date())).toBe(2500);
  expect(deletions).toHaveLength(3);
  const { rows } = await db.pool.query<{ avatar_id: string }>('select avatar_id from memories');
  expect(rows.map((row) => row.avatar_id)).toEqual(['other', 'other', 'other']);
});
