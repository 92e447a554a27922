import { type Kysely, sql } from 'kysely';
import type { Organization } from '../../domain/organizations/organization.ts';
import type { OrganizationStore } from '../../domain/organizations/organizations.ts';
import type { StoredBytesStore } from '../../domain/organizations/stored-bytes.ts';
import { createRowCodec } from '../columns.ts';
import { readPage } from '../lists/read-page.ts';
import { lockCounts } from '../lists/recount.ts';
import { insertRow, readFirst } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';
import { insertGallery, renewGallery } from './gallery-rows.ts';

/** The rows of `passage_embeddings` are deleted with their passages. */
const SEARCH_TABLES = ['passages', 'knowledge_indexes', 'knowledge_lexemes', 'knowledge_words'] as const;

export const organizationCodec = createRowCodec<Organization>(['allowedOrigins']);

export const findOrganization = (db: Kysely<Schema>, id: string) =>
  readFirst(organizationCodec, db.selectFrom('organizations').selectAll().where('id', '=', id));

export function createOrganizationRepository(db: Kysely<Schema>): OrganizationStore & StoredBytesStore {
  return {
    insert(organization, gallery, only) {
      return db.transaction().execute(async (trx) => {
        if (only === 'if_first') {
          // Two services that start at the same time must not both create the first organization.
          await sql`lock table organizations in share row exclusive mode`.execute(trx);
          if (
            await crossTenant(trx, 'operator')
              .selectFrom('organizations')
              .select('id')
              .limit(1)
              .executeTakeFirst()
          )
            return false;
        }
        await insertRow(trx, 'organizations', organizationCodec, organization);
        await insertGallery(trx, gallery);
        return true;
      });
    },
    find: (id) => findOrganization(db, id),
    findFirst: () =>
      readFirst(
        organizationCodec,
        crossTenant(db, 'operator')
          .selectFrom('organizations')
          .selectAll()
          .orderBy('created_at')
          .orderBy('id')
          .limit(1),
      ),
    list(page) {
      const all = crossTenant(db, 'operator');
      return readPage(all, all.selectFrom('organizations'), page, { codec: organizationCodec });
    },
    async update(id, patch) {
      const rows = db
        .updateTable('organizations')
        .set(organizationCodec.toColumns(patch))
        .where('id', '=', id)
        .returningAll();
      return readFirst(organizationCodec, rows);
    },
    renewGallery: (id, gallery) => renewGallery(db, id, gallery),
    async storedBytes(id) {
      const documents = db
        .selectFrom('documents')
        .where('organization_id', '=', id)
        .select(sql<number>`coalesce(sum(size), 0)::float8`.as('bytes'));
      const pictures = db
        .selectFrom('faces')
        .where('organization_id', '=', id)
        .select(sql<number>`coalesce(sum(image_bytes), 0)::float8`.as('bytes'));
      const parts = await documents.unionAll(pictures).execute();
      return parts.reduce((sum, { bytes }) => sum + bytes, 0);
    },
    remove(id) {
      return db.transaction().execute(async (trx) => {
        // They are found by their knowledge bases, so they must be deleted first; most are already gone.
        for (const table of SEARCH_TABLES) {
          await trx
            .deleteFrom(table)
            .where('knowledge_base_id', 'in', (bases) =>
              bases.selectFrom('knowledge_bases').select('id').where('organization_id', '=', id),
            )
            .execute();
        }
        // Referring rows are deleted first, because references between an organization's resources do not cascade.
        for (const table of ['embeds', 'characters', 'avatars', 'agents', 'idempotency_keys'] as const) {
          await trx.deleteFrom(table).where('organization_id', '=', id).execute();
        }
        // The keys of its end users, whose scopes begin with its id.
        await crossTenant(trx, 'operator')
          .deleteFrom('idempotency_keys')
          .where(sql<boolean>`starts_with(organization_id, ${`${id}/`})`)
          .execute();
        const columns = await trx
          .deleteFrom('organizations')
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        // Last, because deletions are counted; `usage_totals` before the changes, because it is counted too.
        await lockCounts(trx);
        for (const table of ['usage_totals', 'usage_days', 'list_changes', 'list_counts'] as const) {
          await trx.deleteFrom(table).where('owner', '=', id).execute();
        }
        return columns && organizationCodec.fromColumns(columns);
      });
    },
  };
}
