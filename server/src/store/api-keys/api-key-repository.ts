import { type Kysely, sql } from 'kysely';
import { conflict } from '../../domain/errors.ts';
import type { ApiKey, ApiKeyStore } from '../../domain/organizations/api-keys.ts';
import { createRowCodec } from '../columns.ts';
import { isUniqueViolation } from '../database-error.ts';
import { readPage } from '../lists/read-page.ts';
import { organizationCodec } from '../organizations/organization-repository.ts';
import { insertAtMost } from '../owned/insert-at-most.ts';
import { toDeletedReferenceConflict } from '../owned/owned-repository.ts';
import { findRow, insertRow, removeRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';

const codec = createRowCodec<ApiKey>();

export function createApiKeyRepository(db: Kysely<Schema>): ApiKeyStore {
  return {
    async insert(key, maxKeys) {
      const { organizationId } = key;
      const siblings = (trx: Kysely<Schema>) =>
        trx.selectFrom('api_keys').where('organization_id', '=', organizationId);
      return insertAtMost(db, organizationId, maxKeys, siblings, async (trx) => {
        try {
          await insertRow(trx, 'api_keys', codec, key);
        } catch (error) {
          throw isUniqueViolation(error)
            ? conflict('There is already such an API key.')
            : toDeletedReferenceConflict(error);
        }
      });
    },
    async findByHash(hash) {
      // One statement, because it runs for every request. Aliases, because the tables share column names.
      const found = await crossTenant(db, 'credential')
        .selectFrom('api_keys')
        .innerJoin('organizations', 'organizations.id', 'api_keys.organization_id')
        .selectAll('organizations')
        .select([
          'api_keys.id as key_id',
          'api_keys.name as key_name',
          'api_keys.last_used_at as key_last_used_at',
          'api_keys.expires_at as key_expires_at',
          'api_keys.created_at as key_created_at',
        ])
        .where('api_keys.hash', '=', hash)
        .executeTakeFirst();
      if (!found) return undefined;
      const { key_id, key_name, key_last_used_at, key_expires_at, key_created_at, ...organization } = found;
      return {
        key: {
          id: key_id,
          organizationId: organization.id,
          name: key_name,
          hash,
          lastUsedAt: key_last_used_at,
          expiresAt: key_expires_at,
          createdAt: key_created_at,
        },
        organization: organizationCodec.fromColumns(organization),
      };
    },
    find: (organizationId, id) => findRow(db, 'api_keys', codec, organizationId, id),
    list(organizationId, page) {
      const owned = db.selectFrom('api_keys').where('organization_id', '=', organizationId);
      return readPage(db, owned, page, { codec });
    },
    remove: (organizationId, id) => removeRow(db, 'api_keys', codec, organizationId, id),
    async markUsed(uses) {
      await sql`
        update api_keys set last_used_at = used.at
        from unnest(${[...uses.keys()]}::text[], ${[...uses.values()].map((at) => at.toISOString())}::timestamptz[])
          as used (id, at)
        where api_keys.id = used.id
      `.execute(crossTenant(db, 'upkeep'));
    },
  };
}
