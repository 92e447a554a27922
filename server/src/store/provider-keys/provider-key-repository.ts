import type { Kysely } from 'kysely';
import type { ProviderKey, ProviderKeyStore } from '../../domain/provider-keys/provider-keys.ts';
import { createRowCodec } from '../columns.ts';
import { readFirst } from '../rows.ts';
import type { Schema } from '../schema.ts';

const codec = createRowCodec<ProviderKey>();

export function createProviderKeyRepository(db: Kysely<Schema>): ProviderKeyStore {
  return {
    async list(organizationId) {
      const rows = await db
        .selectFrom('provider_keys')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .execute();
      return codec.fromRows(rows);
    },
    async put({ organizationId, provider, apiKey, ending, setAt }) {
      const set = { api_key: apiKey, ending, set_at: setAt };
      await db
        .insertInto('provider_keys')
        .values({ organization_id: organizationId, provider, ...set })
        .onConflict((already) => already.columns(['organization_id', 'provider']).doUpdateSet(set))
        .execute();
    },
    async remove(organizationId, provider) {
      const rows = db
        .deleteFrom('provider_keys')
        .where('organization_id', '=', organizationId)
        .where('provider', '=', provider)
        .returningAll();
      return readFirst(codec, rows);
    },
  };
}
