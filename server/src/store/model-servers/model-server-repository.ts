import type { Kysely } from 'kysely';
import type { ModelServer, ModelServerStore } from '../../domain/model-servers/model-servers.ts';
import { createRowCodec } from '../columns.ts';
import { createOwnedRepository } from '../owned/owned-repository.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';

const codec = createRowCodec<ModelServer>();

export function createModelServerRepository(db: Kysely<Schema>): ModelServerStore {
  return {
    ...createOwnedRepository(db, 'model_servers', 'model server', codec),
    async findForEmbeddings(organizationId) {
      const row = await db
        .selectFrom('model_servers')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('use', '=', 'embeddings')
        .executeTakeFirst();
      return row && codec.fromColumns(row);
    },
    async listForEmbeddings() {
      const rows = await crossTenant(db, 'upkeep')
        .selectFrom('model_servers')
        .selectAll()
        .where('use', '=', 'embeddings')
        .execute();
      return codec.fromRows(rows);
    },
  };
}
