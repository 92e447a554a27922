import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** Stores how many conversations the workers of a process take at once; null where it takes no workers now. */
export async function tellPlaces(db: Kysely<Schema>, id: string, places: number | null): Promise<void> {
  await db.updateTable('service_instances').set({ places }).where('id', '=', id).execute();
}

/** Whether one of the other processes that were seen since then would take workers, and has none. */
export async function isOneWithoutPlaces(
  db: Kysely<Schema>,
  { besides, seenSince }: { besides: string; seenSince: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('service_instances')
    .select('id')
    .where('id', '!=', besides)
    .where('last_seen_at', '>=', seenSince)
    .where('places', '=', 0)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
