import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Whether the database belongs to the installation with this secret's fingerprint, which the first process stores. */
export async function joinInstallation(db: Kysely<Schema>, secretFingerprint: string): Promise<boolean> {
  await sql`insert into installation (secret_fingerprint) values (${secretFingerprint}) on conflict do nothing`.execute(
    db,
  );
  const { secret_fingerprint: kept } = await db
    .selectFrom('installation')
    .select('secret_fingerprint')
    .executeTakeFirstOrThrow();
  return kept === secretFingerprint;
}
