import { expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

const MOST = 10_000;

const api = useApi();

/** Copies the newest row until the organization has reached the maximum. */
const fill = (table: string) =>
  api.database.pool.query(`
    insert into ${table}
    select (jsonb_populate_record(null::${table}, to_jsonb(newest) || jsonb_build_object('id', newest.id || i, 'hash', i, 'created_at', now()))).*
    from (select * from ${table} order by created_at desc, id desc limit 1) newest,
      generate_series((select count(*) from ${table}) + 1, ${MOST}) i`);

// One table for each way in which rows are inserted; all others work like `brains`.
test.each([
  ['brains', '/v3/brains', { instructions: 'x' }],
  ['agents', '/v1/agents', { provider: 'gemini' }],
  ['api_keys', '/v3/api-keys', { name: 'k' }],
])(
  'an organization can have at most 10,000 %s; deleting one makes room for one',
  async (table, path, body) => {
    const make = () => api.call('POST', path, { body });
    const made = await make();
    expect(made).toMatchObject({ status: 201 });
    await fill(table);
    const refused = expectProblem(await make(), 409, undefined, 'conflict');
    expect(refused.detail).toContain('already has 10000');
    expect((await api.call('DELETE', `${path}/${made.body.id}`)).status).toBe(200);
    const [one, other] = await Promise.all([make(), make()]);
    expect(new Set([one.status, other.status])).toEqual(new Set([201, 409]));
  },
);

test('a knowledge base can have at most 500 documents; lists and resources that contain it show its newest 50', async () => {
  const { body: kb } = await api.call('POST', '/v3/knowledge-bases', { body: { name: 'k' } });
  const path = `/v3/knowledge-bases/${kb.id}/documents`;
  const make = () => api.call('POST', path, { body: { name: 'notes.txt', mimeType: 'text/plain' } });
  const first = await make();
  for (let made = 1; made < 500; made++) expect((await make()).status).toBe(201);
  expectProblem(await make(), 409, undefined, 'conflict');
  const whole = (await api.call('GET', `/v3/knowledge-bases/${kb.id}`)).body;
  expect(whole.documents).toHaveLength(500);
  const { items } = (await api.call('GET', '/v3/knowledge-bases?take=1')).body;
  expect(items[0].documents).toEqual(whole.documents.slice(-50));
  await api.call('DELETE', `${path}/${first.body.document.id}`);
  expect((await make()).status).toBe(201);
});
