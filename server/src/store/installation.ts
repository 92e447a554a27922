import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** Whether the database belongs to the installation with this secret's fingerprint, which the first process stores. */
export async function joinInstallation(db: Kysely<Schema>, secretFingerprint: string): Promise<boolean> {
  await sql`insert into installation (secret_fingerprint) values (${secretFingerprint}) on conflict do nothing`.execute(
    db,
  );
  const { secret_fingerprint: stored } = await db
    .selectFrom('installation')
    .select('secret_fingerprint')
    .executeTakeFirstOrThrow();
  return stored === secretFingerprint;
}

/** Stores how many conversations a process's workers can take at once; null if it takes no workers now. */
export async function storeCapacity(db: Kysely<Schema>, id: string, capacity: number | null): Promise<void> {
  await db.updateTable('service_instances').set({ places: capacity }).where('id', '=', id).execute();
}

/** Whether another process that was seen since then accepts workers and has none. */
export async function isOtherWithoutWorkers(
  db: Kysely<Schema>,
  { exceptId, seenSince }: { exceptId: string; seenSince: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('service_instances')
    .select('id')
    .where('id', '!=', exceptId)
    .where('last_seen_at', '>=', seenSince)
    .where('places', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
