import type { Kysely } from 'kysely';
import type { IdempotencyStore } from '../../domain/idempotency.ts';
import type { Schema } from '../schema.ts';

export function createIdempotencyRepository(db: Kysely<Schema>): IdempotencyStore {
  const kept = (scope: string, key: string) =>
    db.selectFrom('idempotency_keys').where('organization_id', '=', scope).where('key', '=', key);

  return {
    async begin(scope, key, { fingerprint, lockedUntil, expiresAt }, now) {
      const fresh = {
        fingerprint,
        status: null,
        headers: null,
        body: null,
        locked_until: lockedUntil,
        expires_at: expiresAt,
      };
      const taken = await db
        .insertInto('idempotency_keys')
        .values({ organization_id: scope, key, ...fresh, created_at: now })
        .onConflict((already) =>
          already
            .columns(['organization_id', 'key'])
            .doUpdateSet({ ...fresh, created_at: now })
            .where((row) =>
              row.or([
                row('idempotency_keys.expires_at', '<=', now),
                row.and([
                  row('idempotency_keys.status', 'is', null),
                  row('idempotency_keys.locked_until', '<=', now),
                  row('idempotency_keys.fingerprint', '=', fingerprint),
                ]),
              ]),
            ),
        )
        .returning('key')
        .executeTakeFirst();
      if (taken) return 'begun';
      const row = await kept(scope, key).selectAll().executeTakeFirst();
      // Abandoned between the two statements: the caller may try again, as after any request in flight.
      if (!row) return { fingerprint, status: null, contentType: null, answer: null, lockedUntil: now };
      return {
        fingerprint: row.fingerprint,
        status: row.status,
        contentType: row.headers?.['content-type'] ?? null,
        answer: row.body,
        lockedUntil: row.locked_until,
      };
    },
    async complete(scope, key, { status, contentType, answer }) {
      await db
        .updateTable('idempotency_keys')
        .set({ status, headers: JSON.stringify({ 'content-type': contentType }), body: answer })
        .where('organization_id', '=', scope)
        .where('key', '=', key)
        .execute();
    },
    async abandon(scope, key) {
      await db
        .deleteFrom('idempotency_keys')
        .where('organization_id', '=', scope)
        .where('key', '=', key)
        .where('status', 'is', null)
        .execute();
    },
    async forgetExpired(now) {
      await db.deleteFrom('idempotency_keys').where('expires_at', '<=', now).execute();
    },
  };
}
