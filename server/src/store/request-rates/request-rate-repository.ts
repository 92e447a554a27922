import { type Kysely, sql } from 'kysely';
import type { RequestRateStore } from '../../domain/request-rates.ts';
import type { Schema } from '../schema.ts';

export function createRequestRateRepository(db: Kysely<Schema>): RequestRateStore {
  return {
    async add(bucket, hits, windowStart, expiresAt) {
      // The commit does not wait for the disk: a server crash loses only a part of one minute's count.
      const { rows } = await sql<{ hits: number }>`
        insert into rate_limits (bucket, window_start, hits, expires_at)
        select ${bucket}, ${windowStart}::timestamptz, ${hits}::int, ${expiresAt}::timestamptz
          from set_config('synchronous_commit', 'off', true)
        on conflict (bucket, window_start) do update set hits = rate_limits.hits + excluded.hits
        returning hits`.execute(db);
      return rows[0]!.hits;
    },
    async deleteExpired(now) {
      await db.deleteFrom('rate_limits').where('expires_at', '<=', now).execute();
    },
  };
}
