import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** Inserts an organization, by default `org_1`, for rows that need one. Does nothing if it exists. */
export async function insertOrganization(
  kysely: Kysely<Schema>,
  { id = 'org_1', ...limits }: { id?: string; concurrentSessions?: number } = {},
): Promise<void> {
  const now = new Date();
  await kysely
    .insertInto('organizations')
    .values({
      id,
      name: 'x',
      plan: 'free',
      max_session_seconds: 60,
      concurrent_sessions: limits.concurrentSessions ?? 1,
      document_bytes: 1000,
      stored_bytes: 1_000_000,
      monthly_seconds: null,
      charge_by_second: 0,
      anchor_day: 1,
      allowed_origins: '[]',
      created_at: now,
      updated_at: now,
    })
    .onConflict((same) => same.doNothing())
    .execute();
}
