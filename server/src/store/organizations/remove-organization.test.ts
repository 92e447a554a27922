import { beforeAll, expect, it } from 'vitest';
import { foldChanges } from '../lists/recount.ts';
import { SHARED_TABLES, TENANT_TABLES } from '../tenants/tenant-tables.ts';
import { fillTenants } from '../testing/fill-tenants.ts';
import { useTestDatabase } from '../testing/use-test-database.ts';
import { createOrganizationRepository } from './organization-repository.ts';

const SECRET = 'secret of b';
const db = useTestDatabase();
beforeAll(async () => {
  await fillTenants(db, { a: 'words of a', b: SECRET });
  // Changes that are not counted yet, a document without passages, and rows that only the operator sees.
  await db.pool.query(`
    insert into memories select 'late_' || id, organization_id, client, 'ina', avatar_id, content, content_key,
      conversation_id, created_at, updated_at from memories;
    insert into knowledge_bases (id, organization_id, name, created_at, updated_at)
      select 'empty_' || id, organization_id, 'empty', created_at, updated_at from knowledge_bases;
    insert into knowledge_indexes select 'empty_' || knowledge_base_id, 0, 1 from knowledge_indexes;
    insert into audit_log values ('aud_b', 'org_b', 'admin_token', null, 'deleteOrganization', 'org_b', null, 'r', '::1', now())`);
});

type Rows = Record<string, string[]>;

/** Returns the rows that mention something of `org_b`, or those that do not, as text, by table. */
async function rows(whose: 'of b' | 'of others'): Promise<Rows> {
  const found: Rows = {};
  for (const table of [...Object.keys(TENANT_TABLES), ...SHARED_TABLES]) {
    const { rows } = await db.pool.query<{ row: string }>(
      `select t::text as row from ${table} t where (t::text like '%\\_b%' or t::text like $1) = $2 order by 1`,
      [`%${SECRET}%`, whose === 'of b'],
    );
    found[table] = rows.map(({ row }) => row);
  }
  return found;
}

const filled = (found: Rows) => Object.keys(found).filter((table) => found[table]!.length > 0);

it('deletes every row of the organization except its audit log, and no row of another', async () => {
  expect(filled(await rows('of b'))).toEqual([...Object.keys(TENANT_TABLES), 'audit_log']);
  const others = await rows('of others');
  const removed = await createOrganizationRepository(db.kysely).remove('org_b');
  expect(removed).toMatchObject({ id: 'org_b', name: SECRET });
  expect(filled(await rows('of b'))).toEqual(['audit_log']);
  expect(await rows('of others')).toEqual(others);
  await foldChanges(db.kysely);
  expect(filled(await rows('of b'))).toEqual(['audit_log']);
});
