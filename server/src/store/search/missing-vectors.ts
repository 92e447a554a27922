import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { across } from '../tenants/tenant-guard.ts';
import { type Embedding, encodeVector } from './embedding-vectors.ts';

/**
 * Returns at most `most` knowledge bases in which passages have no vector, some of each organization. Vectors
 * are counted only in those that have changed since they had all: `done` has their revision then, and is kept
 * up to date. `onModel` is called with the models of the vectors.
 */
export async function basesWithoutVectors(
  db: Kysely<Schema>,
  done: Map<string, string>,
  most: number,
  onModel: (model: string) => void,
): Promise<{ knowledgeBaseId: string; organizationId: string }[]> {
  const upkeep = across(db, 'upkeep');
  const bases = await upkeep
    .selectFrom('knowledge_indexes as i')
    .innerJoin('knowledge_bases as b', 'b.id', 'i.knowledge_base_id')
    .select(['b.id', 'b.organization_id', 'i.passages', 'i.revision'])
    // The first of each organization, then the second of each: none waits for all of another.
    .orderBy(sql`row_number() over (partition by b.organization_id order by b.id)`)
    .where('i.passages', '>', 0)
    .execute();
  const there = new Set(bases.map(({ id }) => id));
  for (const id of done.keys()) if (!there.has(id)) done.delete(id);
  const found = [];
  for (const { id, organization_id, passages, revision } of bases) {
    if (done.get(id) === revision) continue;
    if (found.length === most) break;
    const models = await upkeep
      .selectFrom('passage_embeddings')
      .select(({ fn }) => ['model', fn.countAll<string>().as('vectors')])
      .where('knowledge_base_id', '=', id)
      .groupBy('model')
      .execute();
    for (const { model } of models) onModel(model);
    if (models.reduce((sum, { vectors }) => sum + Number(vectors), 0) < passages)
      found.push({ knowledgeBaseId: id, organizationId: organization_id });
    else done.set(id, revision);
  }
  return found;
}

export async function passagesWithoutVectors(
  db: Kysely<Schema>,
  knowledgeBaseId: string,
  { after, most }: { after: string; most: number },
): Promise<{ id: string; title: string | null; text: string }[]> {
  // The sum keeps the planner from reading the passages of all knowledge bases in the order of their ids.
  const { rows } = await sql<{ id: string; title: string | null; text: string }>`
    select p.id, p.title, p.text from passages p
    left join passage_embeddings e on e.passage_id = p.id and e.knowledge_base_id = ${knowledgeBaseId}
    where p.knowledge_base_id = ${knowledgeBaseId} and p.id > ${after}::bigint and e.passage_id is null
    order by p.id + 0 limit ${most}`.execute(db);
  return rows;
}

/** Gives passages these vectors. What was removed, or has one meanwhile, gets none: another model's may have cost money. */
export async function addVectors(
  db: Kysely<Schema>,
  knowledgeBaseId: string,
  vectors: readonly { passageId: string; embedding: Embedding }[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Writers of the knowledge base wait for its row. Without the row it is removed.
    const { numUpdatedRows } = await trx
      .updateTable('knowledge_indexes')
      .set({ revision: sql`revision + 1` })
      .where('knowledge_base_id', '=', knowledgeBaseId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await sql`
      insert into passage_embeddings (passage_id, knowledge_base_id, model, vector)
      select p.id, ${knowledgeBaseId}, given.model, given.vector
      from unnest(${vectors.map(({ passageId }) => passageId)}::bigint[],
        ${vectors.map(({ embedding }) => embedding.model)}::text[],
        ${vectors.map(({ embedding }) => encodeVector(embedding.vector))}::bytea[]) as given (id, model, vector)
      join passages p on p.id = given.id and p.knowledge_base_id = ${knowledgeBaseId}
      on conflict (passage_id) do nothing`.execute(trx);
  });
}
