import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { QueryTemplate } from './query-template.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

it('gives each run its own values, wherever the text names them', async () => {
  let built = 0;
  const template = new QueryTemplate<{ from: number; until: number }, { i: number }>(({ from, until }) => {
    built++;
    return {
      compile: () =>
        sql<{
          i: number;
        }>`select i + ${from}::int - ${from}::int as i from generate_series(${until}::int, ${from}::int, -1) i`.compile(
          db.kysely,
        ),
    };
  });
  expect(await template.run(db.kysely, { from: 3, until: 5 })).toEqual([{ i: 5 }, { i: 4 }, { i: 3 }]);
  expect(await template.run(db.kysely, { from: 7, until: 7 })).toEqual([{ i: 7 }]);
  expect(built).toBe(1);
});

it('refuses a value that would be the same in every run', () => {
  const build = ({ id }: { id: string }) =>
    db.kysely.selectFrom('agents').selectAll().where('id', '=', id).where('client', '=', 'me');
  expect(() => new QueryTemplate(build)).toThrow('one of its slots');
});
