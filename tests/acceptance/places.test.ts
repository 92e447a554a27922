import { beforeAll, expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

let knowledgeBase: string;
const api = useApi();
beforeAll(async () => {
  knowledgeBase = (await api.call('POST', '/v3/knowledge-bases', { body: { name: 'k' } })).body.id;
});

/** Adds `count` copies of the only row of a table. */
const copy = (table: string, count: number) =>
  api.database.pool.query(
    `insert into ${table} select (json_populate_record(t, json_build_object('id', id || i, 'name', 'n' || i))).*
     from ${table} t, generate_series(1, $1) i`,
    [count],
  );

test.each([
  ['webhooks', 50, '/v3/webhooks', () => ({ url: 'https://h.example/', eventTypes: ['usage.threshold'] })],
  [
    'tools',
    200,
    '/v3/tools',
    (n: number) => ({ name: `t${n}`, description: 'd', url: 'https://h.example/' }),
  ],
  ['documents', 500, `/v3/knowledge-bases/{}/documents`, () => ({ name: 'd', mimeType: 'text/plain' })],
])('of simultaneous requests to create %s, only as many succeed as fit', async (table, most, path, body) => {
  const create = (n: number) => api.call('POST', path.replace('{}', knowledgeBase), { body: body(n) });
  expect((await create(0)).status).toBe(201);
  await copy(table, most - 4);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => create(n + 1)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  for (const answer of answers.filter(({ status }) => status !== 201)) expectProblem(answer, 409);
});
