import { describe, expect, it } from 'vitest';
import { findUnscopedTable } from './find-unscoped-table.ts';

const TIED = [
  'select "a"."id" from "agents" as "a" where "a"."organization_id" = $1 and "id" = $2',
  'select 1 from agents where organization_id in ($1, $2)',
  'select 1 from usage_totals where owner is not distinct from $1',
  "select 1 from passages p where p.knowledge_base_id || '' = $1",
  'insert into agents (id, organization_id) values ($1, $2)',
  'update agents set name = $1 where $2 = organization_id',
  'delete from agents where organization_id = any($1::text[])',
  'select 1 from jobs where id = $1',
  'select 1 from agents a join agent_tools t on t.agent_id = a.id where a.id = $1 and a.organization_id = $2',
  'with one as (select id from agents where organization_id = $1) select 1 from one',
  'select array(select tool_id from agent_tools where agent_id = agents.id) from agents where organization_id = $1',
  'update agents a set name = r.n from unnest($1::text[], $2::text[]) as r (o, n) where a.organization_id = r.o',
  'select 1 from agents where (organization_id = $1 and name = $2) or (organization_id = $1 and id = $3)',
  'select 1 from agents where organization_id = $1 and (name = $2 or id = $3)',
  'select 1 from agents a left join voices v on v.organization_id = $1 where a.organization_id = $1 order by a.x or a.y',
  'select 1 from agents where organization_id = $1 and (id = $2 or exists (select from voices v where v.organization_id = $1))',
  "select ' from agents ' -- from voices\n, 1",
];
const UNTIED = [
  ['select * from agents where id = $1', 'agents'],
  ['select 1 from agents a join jobs j on j.lane = a.organization_id', 'agents'],
  ['select organization_id from agents', 'agents'],
  ['update agents set organization_id = $1 where id = $2', 'agents'],
  ['delete from "agents"', 'agents'],
  ['insert into agents (id) values ($1)', 'agents'],
  ['select 1 from voices, agents where voices.organization_id = $1', 'agents'],
  ['select 1 from voices where organization_id = $1 union all select 1 from agents', 'agents'],
  ['select 1 from jobs where exists (select from agents where id = jobs.id)', 'agents'],
  ['select 1 from agents a join voices v on a.organization_id = v.organization_id', 'agents'],
  ['with gone as (delete from agents where id = $1 returning id) select 1 from gone', 'agents'],
  ['select 1 from agents a where exists (select from voices a where a.organization_id = $1)', 'agents'],
  ['select 1 from agents where organization_id = $1 or id = $2', 'agents'],
  ['select 1 from agents where id = $2 and name = $3 or organization_id = $1', 'agents'],
  ['delete from agents where (organization_id = $1 or name = $2) and id = $3', 'agents'],
  ['select 1 from agents where id = $2 or (organization_id = $1 and name = $3)', 'agents'],
  ['select 1 from agents a where true or exists (select from jobs where a.organization_id = $1)', 'agents'],
  [
    'select 1 from agents a join voices v on a.organization_id = v.organization_id where v.organization_id = $1 or a.id = $2',
    'agents',
  ],
  ['insert into past_usage (organization_id) select organization_id from conversations', 'conversations'],
] as const;

describe('a statement', () => {
  it.each(TIED)('%s: names the organization of every row', (text) =>
    expect(findUnscopedTable(text)).toBeUndefined(),
  );
  it.each(UNTIED)('%s: does not', (text, table) => expect(findUnscopedTable(text)).toBe(table));
});
