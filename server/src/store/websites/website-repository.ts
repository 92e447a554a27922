import type { Kysely } from 'kysely';
import type { Website, WebsiteStore } from '../../domain/knowledge-bases/website.ts';
import { createRowCodec } from '../columns.ts';
import { createOwnedRepository } from '../owned/owned-repository.ts';
import { readFirst } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';

const codec = createRowCodec<Website>();

export function createWebsiteRepository(db: Kysely<Schema>): WebsiteStore {
  return {
    ...createOwnedRepository(db, 'websites', 'website', codec),
    async findInAnyOrganization(id) {
      return readFirst(codec, crossTenant(db, 'job').selectFrom('websites').selectAll().where('id', '=', id));
    },
    async updateIfCurrent({ websiteId, attempt }, patch) {
      const rows = crossTenant(db, 'job')
        .updateTable('websites')
        .set(codec.toColumns(patch))
        .where('id', '=', websiteId)
        .where('attempt', '=', attempt)
        .returningAll();
      return readFirst(codec, rows);
    },
    async unfinished() {
      const rows = await crossTenant(db, 'upkeep')
        .selectFrom('websites')
        .selectAll()
        .where((where) => where.or([where('status', '=', 'reading'), where('next_read_at', 'is not', null)]))
        .execute();
      return codec.fromRows(rows);
    },
  };
}
