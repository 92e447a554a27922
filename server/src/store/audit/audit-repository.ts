import type { Kysely } from 'kysely';
import type { AuditEntry, AuditStore } from '../../domain/audit/audit-log.ts';
import { createRowCodec } from '../columns.ts';
import { readPage } from '../lists/read-page.ts';
import { insertRow } from '../rows.ts';
import type { Schema } from '../schema.ts';

const codec = createRowCodec<AuditEntry>(['details']);

export function createAuditRepository(db: Kysely<Schema>): AuditStore {
  return {
    insert: (entry) => insertRow(db, 'audit_log', codec, entry),
    list({ organizationId, action, from, until, ...page }) {
      let filtered = db.selectFrom('audit_log');
      if (organizationId !== undefined) filtered = filtered.where('organization_id', '=', organizationId);
      if (action !== undefined) filtered = filtered.where('action', '=', action);
      if (from !== undefined) filtered = filtered.where('created_at', '>=', from);
      if (until !== undefined) filtered = filtered.where('created_at', '<', until);
      return readPage(db, filtered, page, { codec });
    },
    async removeBefore(before, maxEntries) {
      const { numDeletedRows } = await db
        .deleteFrom('audit_log')
        .where('id', 'in', (old) =>
          old
            .selectFrom('audit_log')
            .select('id')
            .where('created_at', '<', before)
            .orderBy('created_at')
            .limit(maxEntries),
        )
        .executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
