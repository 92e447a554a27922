import { totalmem } from 'node:os';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { parseQuery, type QueryLexeme } from './parse-query.ts';
import { type Embedding, VectorCache } from './vector-cache.ts';
import { knowledgeBaseMarker } from './write-passages.ts';

export interface FoundPassageRow {
  passageId: string;
  documentId: string;
  /** The position in the document, from 0. */
  ordinal: number;
  title: string | null;
  text: string;
  /** Increases with relevance; comparable only within one result. */
  score: number;
  /** The fraction of the question's weight that the passage's words carry, 0 to 1; comparable between results. */
  coverage: number;
  /** The cosine to the question's embedding, if both have one. */
  similarity?: number;
}

export interface PassageSearchOptions {
  /** Ends statements of a search that run longer; only PostgreSQL does so. Default: none. */
  statementTimeoutMs?: number;
  /** The memory for embeddings. Default: an eighth of what this process may use, at least 256 MiB. */
  maxVectorBytes?: number;
}

/**
 * Roughly how many passages a question selects, by its rarest lexemes; common lexemes that would exceed this number
 * only add to the rank. In a smaller knowledge base every lexeme selects.
 */
const SELECTED_PASSAGES = 1_500;
/** At least this many of the rarest lexemes rank what is selected; all of them then rank the best again. */
const RANKING_LEXEMES = 12;
const RANKED_AGAIN = 200;
/**
 * How often passages are ranked by a lexeme, and how many are read for one question: even if its rarest lexeme is in
 * more of them, the time does not grow with the knowledge base.
 */
const MAX_RANKINGS = 18_000;
const FUSED_DEPTH = 50;
/** The constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
const FUSION_CONSTANT = 60;

/**
 * Ranks passages by full text: any word of the question may match, and rare words weigh more. No model is needed; if
 * the caller has embeddings, both rankings are fused. Works the same on both databases.
 */
export class PassageSearch {
  readonly #db: Kysely<Schema>;
  readonly #vectors: VectorCache;
  readonly #statementTimeoutMs: number | undefined;

  constructor(db: Kysely<Schema>, options: PassageSearchOptions = {}) {
    this.#db = db;
    this.#vectors = new VectorCache(db, options.maxVectorBytes ?? defaultVectorBytes());
    this.#statementTimeoutMs = options.statementTimeoutMs;
  }

  /** Returns the best `take` passages, the best first; none if neither a word nor the embedding matches. */
  async search(
    knowledgeBaseId: string,
    query: string,
    take: number,
    embedding?: Embedding,
  ): Promise<FoundPassageRow[]> {
    const index = await this.#db
      .selectFrom('knowledge_indexes')
      .select(['passages', 'revision'])
      .where('knowledge_base_id', '=', knowledgeBaseId)
      .executeTakeFirst();
    if (!index || index.passages === 0) return [];
    const depth = embedding ? Math.max(take, FUSED_DEPTH) : take;
    const byWords = await this.#withTimeout((db) =>
      searchWords(db, knowledgeBaseId, index.passages, query, depth),
    );
    if (!embedding) return byWords;
    const neighbours = await this.#vectors.nearest(knowledgeBaseId, index.revision, embedding, depth);
    const near = neighbours.filter(({ similarity }) => similarity >= (embedding.minSimilarity ?? -1));
    return this.#fuse(knowledgeBaseId, byWords, near, take);
  }

  async #withTimeout<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
    if (this.#statementTimeoutMs === undefined) return work(this.#db);
    const limit = sql`set local statement_timeout = ${sql.lit(this.#statementTimeoutMs)}`;
    return this.#db.transaction().execute(async (trx) => {
      await limit.execute(trx);
      return work(trx);
    });
  }

  async #fuse(
    knowledgeBaseId: string,
    byWords: FoundPassageRow[],
    neighbours: { passageId: string; similarity: number }[],
    take: number,
  ): Promise<FoundPassageRow[]> {
    const scores = new Map<string, number>();
    const addRanks = (ids: string[]) => {
      for (const [rank, id] of ids.entries()) {
        scores.set(id, (scores.get(id) ?? 0) + 1 / (FUSION_CONSTANT + rank + 1));
      }
    };
    addRanks(byWords.map((row) => row.passageId));
    addRanks(neighbours.map((neighbour) => neighbour.passageId));
    const best = [...scores].toSorted((a, b) => b[1] - a[1]).slice(0, take);
    const found = new Map(byWords.map((row) => [row.passageId, row]));
    const missing = best.map(([id]) => id).filter((id) => !found.has(id));
    for (const row of await this.#fetch(knowledgeBaseId, missing)) found.set(row.passageId, row);
    const similarities = new Map(neighbours.map(({ passageId, similarity }) => [passageId, similarity]));
    return best.flatMap(([id, score]) => {
      const row = found.get(id);
      const similarity = similarities.get(id);
      return row ? [{ ...row, score, ...(similarity !== undefined && { similarity }) }] : [];
    });
  }

  async #fetch(knowledgeBaseId: string, ids: string[]): Promise<FoundPassageRow[]> {
    if (ids.length === 0) return [];
    const rows = await this.#db
      .selectFrom('passages as p')
      .select(['p.id as passageId', 'p.document_id as documentId', 'p.ordinal', 'p.title', 'p.text'])
      .where('p.knowledge_base_id', '=', knowledgeBaseId)
      .where('p.id', 'in', ids)
      .where(isReady(knowledgeBaseId))
      .execute();
    return rows.map((row) => ({ ...row, score: 0, coverage: 0 }));
  }
}

function defaultVectorBytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.max(256 * 1024 * 1024, memory / 8);
}

async function searchWords(
  db: Kysely<Schema>,
  knowledgeBaseId: string,
  passages: number,
  query: string,
  take: number,
): Promise<FoundPassageRow[]> {
  const { lexemes, totalWeight } = await parseQuery(db, knowledgeBaseId, passages, query);
  if (lexemes.length === 0) return [];
  const rarest = lexemes.toSorted((a, b) => a.documentFrequency - b.documentFrequency);
  const selecting = selectLexemes(rarest);
  const condition = `${knowledgeBaseMarker(knowledgeBaseId)} & (${selecting.map(({ lexeme }) => `'${lexeme}'`).join(' | ')})`;
  const selected = selecting.reduce((sum, { documentFrequency }) => sum + documentFrequency, 0);
  const ranking = Math.min(rarest.length, Math.max(RANKING_LEXEMES, Math.floor(MAX_RANKINGS / selected)));
  // The limits are outside the part that finds passages: the planner uses the index of words, and reading ends early.
  const { rows } = await sql<FoundPassageRow & { matched: number }>`
    with query_lexemes as materialized (
      select quote_literal(lexeme)::tsquery as query, weight, place
      from unnest(${rarest.map(({ lexeme }) => lexeme)}::text[], ${rarest.map(({ weight }) => weight)}::float8[])
        with ordinality as given (lexeme, weight, place)
    ), selected as materialized (
      select p.id, p.document_id, p.lexemes
      from passages p
      -- The marker alone is no proof, and found passages are few: '' keeps the planner from reading the other index too.
      where p.lexemes @@ ${condition}::tsquery and p.knowledge_base_id || '' = ${knowledgeBaseId}
    ), best as (
      select p.id
      from (
        select p.id, p.lexemes from (select * from selected limit ${MAX_RANKINGS}) p
        where ${isReady(knowledgeBaseId)} limit ${Math.floor(MAX_RANKINGS / ranking)}
      ) p cross join lateral (${rankedBy(ranking)}) rank
      order by rank.score desc, p.id
      limit ${RANKED_AGAIN}
    )
    select p.id as "passageId", p.document_id as "documentId", p.ordinal, p.title, p.text, rank.score, rank.matched
    from best
    cross join lateral (
      select * from passages p where p.id = best.id and p.knowledge_base_id || '' = ${knowledgeBaseId} offset 0
    ) p
    cross join lateral (${rankedBy(rarest.length)}) rank
    order by rank.score desc, p.id
    limit ${take}`.execute(db);
  return rows.map(({ matched, ...row }) => ({ ...row, coverage: Math.min(1, matched / totalWeight) }));
}

/**
 * Finds a document as a whole or not at all: not while it is being reindexed, nor after its deletion. With `is true`
 * the documents are read once instead of for each passage.
 */
const isReady = (knowledgeBaseId: string) => sql<boolean>`(p.document_id in (
  select d.id from documents d where d.knowledge_base_id = ${knowledgeBaseId} and d.status = 'indexed')) is true`;

/** The rank of passage `p` by the rarest lexemes. Normalization 1 divides by 1 + the logarithm of the length. */
const rankedBy = (lexemes: number) => sql`
  select sum(weight * value) as score, sum(weight) filter (where value > 0) as matched
  -- The offset keeps it one evaluation.
  from (select weight, ts_rank(p.lexemes, query, 1) as value from query_lexemes where place <= ${lexemes} offset 0) value`;

/** Returns the rarest lexemes that together select at most `SELECTED_PASSAGES` passages; at least one. */
function selectLexemes(rarest: QueryLexeme[]): QueryLexeme[] {
  let sum = 0;
  return rarest.filter(({ documentFrequency }, place) => {
    sum += documentFrequency;
    return place === 0 || sum <= SELECTED_PASSAGES;
  });
}

/** Returns a document's passages in order; none while it is being indexed, when they are still being written. */
export async function readPassages(
  db: Kysely<Schema>,
  knowledgeBaseId: string,
  documentId: string,
  { skip, take }: { skip: number; take: number },
): Promise<{
  rows: { documentId: string; ordinal: number; title: string | null; text: string }[];
  total: number;
}> {
  const passages = db
    .selectFrom('passages as p')
    .innerJoin('documents as d', 'd.id', 'p.document_id')
    .where('p.knowledge_base_id', '=', knowledgeBaseId)
    .where('d.knowledge_base_id', '=', knowledgeBaseId)
    .where('p.document_id', '=', documentId)
    .where('d.status', '=', 'indexed');
  const rows = await passages
    .select(['p.document_id as documentId', 'p.ordinal', 'p.title', 'p.text'])
    .orderBy('p.ordinal')
    .offset(skip)
    .limit(take)
    .execute();
  const { total } = await passages.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}
