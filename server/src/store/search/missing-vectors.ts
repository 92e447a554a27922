import { type Kysely, sql } from 'kysely';
import { OWN_VECTOR_PREFIX } from '../../domain/model-servers/model-servers.ts';
import { storableText } from '../../lib/storable-text.ts';
import { listDocumentsToDelete } from '../documents/deletion-jobs.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';
import { type Embedding, encodeVector } from './vector-cache.ts';

const MAX_PROBLEM = 500;
const NUMBER_BYTES = Float32Array.BYTES_PER_ELEMENT;

/** The vectors that a knowledge base should have. */
export interface WantedVectors {
  model: string;
  /** Prefixes of the models whose vectors they replace, besides those of organizations' servers. */
  replaces: readonly string[];
}

/** For `replaces`: every name begins with nothing. */
export const EVERY_MODEL: readonly string[] = [''];

const isReplaced = (model: string, { model: wanted, replaces }: WantedVectors) =>
  model !== wanted && [OWN_VECTOR_PREFIX, ...replaces].some((beginning) => model.startsWith(beginning));

/** Like `isReplaced`, for the model in a row of a query. */
const isReplacedSql = (model: ReturnType<typeof sql.ref>, { model: wanted, replaces }: WantedVectors) =>
  sql<boolean>`(${model} <> ${wanted} and exists (
    select from unnest(${[OWN_VECTOR_PREFIX, ...replaces]}::text[]) as beginning where starts_with(${model}, beginning)))`;

/**
 * Returns at most `maxBases` knowledge bases with passages that lack the wanted vector, some of each organization. Vectors
 * are counted only in bases that have changed since they had all of them, as recorded in `completeStates`, which is updated.
 * @param wantedOf returns undefined if nothing is to be done for an organization now
 * @param onOtherModel is called with each model whose vectors stay instead of the wanted ones
 */
export async function basesWithoutVectors(
  db: Kysely<Schema>,
  completeStates: Map<string, string>,
  maxBases: number,
  wantedOf: (organizationId: string) => WantedVectors | undefined,
  onOtherModel: (model: string, wanted: string) => void,
): Promise<{ knowledgeBaseId: string; organizationId: string }[]> {
  const upkeep = crossTenant(db, 'upkeep');
  const bases = await upkeep
    .selectFrom('knowledge_indexes as i')
    .innerJoin('knowledge_bases as b', 'b.id', 'i.knowledge_base_id')
    .select(['b.id', 'b.organization_id', 'i.passages', 'i.revision'])
    // The first of each organization, then the second of each, so that none waits for all of another.
    .orderBy(sql`row_number() over (partition by b.organization_id order by b.id)`)
    .where('i.passages', '>', 0)
    .execute();
  const existing = new Set(bases.map(({ id }) => id));
  for (const id of completeStates.keys()) if (!existing.has(id)) completeStates.delete(id);
  const found = [];
  for (const { id, organization_id, passages, revision } of bases) {
    const wanted = wantedOf(organization_id);
    if (!wanted) continue;
    const state = `${revision} ${wanted.model}`;
    if (completeStates.get(id) === state) continue;
    if (found.length === maxBases) break;
    const models = await upkeep
      .selectFrom('passage_embeddings')
      .select(({ fn }) => ['model', fn.countAll<string>().as('vectors')])
      .where('knowledge_base_id', '=', id)
      .groupBy('model')
      .execute();
    const kept = models.filter(({ model }) => !isReplaced(model, wanted));
    for (const { model } of kept) if (model !== wanted.model) onOtherModel(model, wanted.model);
    if (kept.reduce((sum, { vectors }) => sum + Number(vectors), 0) < passages)
      found.push({ knowledgeBaseId: id, organizationId: organization_id });
    else completeStates.set(id, state);
  }
  return found;
}

export async function passagesWithoutVectors(
  db: Kysely<Schema>,
  knowledgeBaseId: string,
  wanted: WantedVectors,
  { after, maxPassages }: { after: string; maxPassages: number },
): Promise<{ id: string; title: string | null; text: string }[]> {
  const deleted = await listDocumentsToDelete(db, knowledgeBaseId);
  // The sum keeps the planner from reading the passages of all knowledge bases in the order of their ids.
  const { rows } = await sql<{ id: string; title: string | null; text: string }>`
    select p.id, p.title, p.text from passages p
    left join passage_embeddings e on e.passage_id = p.id and e.knowledge_base_id = ${knowledgeBaseId}
    where p.knowledge_base_id = ${knowledgeBaseId} and p.id > ${after}::bigint
      and p.document_id <> all(${deleted}::text[])
      and (e.passage_id is null or ${isReplacedSql(sql.ref('e.model'), wanted)})
    order by p.id + 0 limit ${maxPassages}`.execute(db);
  return rows;
}

/**
 * Stores vectors of the wanted model for passages. Passages that were removed get none, and passages with another
 * vector that stays keep it: it may have cost money.
 */
export async function addVectors(
  db: Kysely<Schema>,
  knowledgeBaseId: string,
  wanted: WantedVectors,
  vectors: readonly { passageId: string; vector: Embedding['vector'] }[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Writers to the knowledge base wait for its row. If there is no row, it was removed.
    const { numUpdatedRows } = await trx
      .updateTable('knowledge_indexes')
      .set({ revision: sql`revision + 1`, embedding_problem: null })
      .where('knowledge_base_id', '=', knowledgeBaseId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await sql`
      insert into passage_embeddings (passage_id, knowledge_base_id, model, vector)
      select p.id, ${knowledgeBaseId}, ${wanted.model}, given.vector
      from unnest(${vectors.map(({ passageId }) => passageId)}::bigint[],
        ${vectors.map(({ vector }) => encodeVector(vector))}::bytea[]) as given (id, vector)
      join passages p on p.id = given.id and p.knowledge_base_id = ${knowledgeBaseId}
      on conflict (passage_id) do update set model = excluded.model, vector = excluded.vector
      where ${isReplacedSql(sql.ref('passage_embeddings.model'), wanted)}`.execute(trx);
  });
}

/**
 * Returns the maximum length of a vector of the organization, so that those of all its passages use no more bytes than
 * it may store: if it has a server of its own, that determines their length.
 */
export async function maxVectorLength(db: Kysely<Schema>, organizationId: string): Promise<number> {
  const { stored_bytes, passages } = await db
    .selectFrom('organizations as o')
    .leftJoin('knowledge_bases as b', 'b.organization_id', 'o.id')
    .leftJoin('knowledge_indexes as i', 'i.knowledge_base_id', 'b.id')
    .select(({ fn }) => ['o.stored_bytes', fn.sum<string | null>('i.passages').as('passages')])
    .where('o.id', '=', organizationId)
    .groupBy('o.id')
    .executeTakeFirstOrThrow();
  return Math.floor(Number(stored_bytes) / NUMBER_BYTES / Math.max(1, Number(passages ?? 0)));
}

/** Stores why the waiting passages were not embedded; cleared once some are. */
export async function storeEmbeddingProblem(
  db: Kysely<Schema>,
  knowledgeBaseId: string,
  problem: string,
): Promise<void> {
  await db
    .updateTable('knowledge_indexes')
    .set({ embedding_problem: storableText(problem, MAX_PROBLEM) })
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .execute();
}

/** Returns how many passages there are, how many have a vector of `model`, and the last problem stored. */
export async function countVectors(
  db: Kysely<Schema>,
  knowledgeBaseId: string,
  model: string | undefined,
): Promise<{ passages: number; embedded: number; problem: string | null }> {
  const index = await db
    .selectFrom('knowledge_indexes')
    .select(['passages', 'embedding_problem'])
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .executeTakeFirst();
  if (!index) return { passages: 0, embedded: 0, problem: null };
  const { embedding_problem: problem } = index;
  const deleted = await countDeleted(db, knowledgeBaseId, model);
  const passages = index.passages - deleted.passages;
  if (model === undefined) return { passages, embedded: 0, problem };
  const { embedded } = await db
    .selectFrom('passage_embeddings')
    .select(sql<number>`count(*)::int`.as('embedded'))
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .where('model', '=', model)
    .executeTakeFirstOrThrow();
  return { passages, embedded: Math.max(0, embedded - deleted.embedded), problem };
}

/** Counts the passages of deleted documents that still exist, and their vectors. */
async function countDeleted(db: Kysely<Schema>, knowledgeBaseId: string, model: string | undefined) {
  const deleted = await listDocumentsToDelete(db, knowledgeBaseId);
  if (deleted.length === 0) return { passages: 0, embedded: 0 };
  const { rows } = await sql<{ passages: number; embedded: number }>`
    select count(*)::int as passages, count(e.passage_id)::int as embedded from passages p
    left join passage_embeddings e on e.passage_id = p.id and e.knowledge_base_id = ${knowledgeBaseId}
      and e.model = ${model ?? null}
    where p.knowledge_base_id = ${knowledgeBaseId} and p.document_id = any(${deleted}::text[])`.execute(db);
  return rows[0]!;
}
