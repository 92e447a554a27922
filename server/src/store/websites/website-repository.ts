import type { Kysely } from 'kysely';
import type { Website, WebsiteStore } from '../../domain/knowledge-bases/website.ts';
import { createRowCodec } from '../columns.ts';
import { createOwnedRepository } from '../owned/owned-repository.ts';
import type { Schema } from '../schema.ts';
import { across } from '../tenants/tenant-guard.ts';

const codec = createRowCodec<Website>();

export function createWebsiteRepository(db: Kysely<Schema>): WebsiteStore {
  return {
    ...createOwnedRepository(db, 'websites', 'website', codec),
    async findInAnyOrganization(id) {
      const row = await across(db, 'job')
        .selectFrom('websites')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      return row && codec.fromColumns(row);
    },
    async advance({ websiteId, attempt }, patch) {
      const row = await across(db, 'job')
        .updateTable('websites')
        .set(codec.toColumns(patch))
        .where('id', '=', websiteId)
        .where('attempt', '=', attempt)
        .returningAll()
        .executeTakeFirst();
      return row && codec.fromColumns(row);
    },
    async unfinished() {
      const rows = await across(db, 'upkeep')
        .selectFrom('websites')
        .selectAll()
        .where((where) => where.or([where('status', '=', 'reading'), where('next_read_at', 'is not', null)]))
        .execute();
      return codec.fromRows(rows);
    },
  };
}
