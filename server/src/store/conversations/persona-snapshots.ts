import type { Kysely } from 'kysely';
import type { PersonaSnapshot } from '../../domain/conversations/conversation.ts';
import type { Owned } from '../../domain/owned.ts';
import { createRowCodec } from '../columns.ts';
import type { Schema } from '../schema.ts';

const codec = createRowCodec<Owned>();

export async function writePersona(
  db: Kysely<Schema>,
  conversationId: string,
  snapshot: PersonaSnapshot,
): Promise<void> {
  const persona = Object.fromEntries(
    (Object.entries(snapshot) as [string, Owned | undefined][])
      .filter(([, row]) => row !== undefined)
      .map(([part, row]) => [part, codec.toColumns(row!)]),
  );
  await db
    .insertInto('conversation_personas')
    .values({ conversation_id: conversationId, persona: JSON.stringify(persona) })
    .execute();
}

export async function readPersonas(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<Map<string, PersonaSnapshot>> {
  const rows = await db
    .selectFrom('conversation_personas')
    .selectAll()
    .where('conversation_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ conversation_id, persona }) => [conversation_id, revive(persona)]));
}

/** Restores the dates, which JSON cannot represent. */
function revive(persona: Record<string, object | null>): PersonaSnapshot {
  const parts = Object.entries(persona).flatMap(([part, columns]) => {
    if (columns === null) return [];
    const row = codec.fromColumns(columns);
    return [[part, { ...row, createdAt: new Date(row.createdAt), updatedAt: new Date(row.updatedAt) }]];
  });
  return Object.fromEntries(parts) as PersonaSnapshot;
}
