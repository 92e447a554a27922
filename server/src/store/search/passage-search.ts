import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { type Embedding, EmbeddingVectors } from './embedding-vectors.ts';
import { type QueryLexeme, readQuery } from './read-query.ts';
import { knowledgeBaseMarker } from './write-passages.ts';

export interface FoundPassageRow {
  passageId: string;
  documentId: string;
  /** Place in the document, from 0. */
  ordinal: number;
  title: string | null;
  text: string;
  /** Grows with relevance; comparable within one answer only. */
  score: number;
  /** How much of the question's weight the passage's words carry, 0 to 1; comparable between answers. */
  coverage: number;
  /** Cosine to the question's embedding, where both have one. */
  similarity?: number;
}

export interface PassageSearchOptions {
  /** Memory for embeddings. Default 256 MiB. */
  maxVectorBytes?: number;
}

/**
 * About how many passages are ranked for one question: its rarest lexemes select them; common lexemes that would exceed
 * this number only add to the rank. So the time does not grow with the knowledge base. In a smaller one every lexeme
 * selects.
 */
const RANKED_PASSAGES = 1_500;
/** A document is found as a whole or not at all: not while it is being indexed again, nor after its deletion. */
const isReady = sql<boolean>`exists (
  select from documents d where d.id = p.document_id and d.status = 'indexed')`;
const FUSED_DEPTH = 50;
/** Constant of reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
const FUSION_CONSTANT = 60;

/**
 * Ranks passages by full text: any word of the question may match, rare words weigh more. No model is needed;
 * where the caller has embeddings, both rankings are fused. The same on both databases.
 */
export class PassageSearch {
  readonly #db: Kysely<Schema>;
  readonly #vectors: EmbeddingVectors;

  constructor(db: Kysely<Schema>, options: PassageSearchOptions = {}) {
    this.#db = db;
    this.#vectors = new EmbeddingVectors(db, options.maxVectorBytes ?? 256 * 1024 * 1024);
  }

  /** The best `take` passages, best first; none when neither a word of the question nor its embedding matches. */
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
    const byWords = await this.#searchWords(knowledgeBaseId, index.passages, query, depth);
    if (!embedding) return byWords;
    const neighbours = await this.#vectors.nearest(knowledgeBaseId, index.revision, embedding, depth);
    return this.#fuse(byWords, neighbours, take);
  }

  async #searchWords(
    knowledgeBaseId: string,
    passages: number,
    query: string,
    take: number,
  ): Promise<FoundPassageRow[]> {
    const { lexemes, totalWeight } = await readQuery(this.#db, knowledgeBaseId, passages, query);
    if (lexemes.length === 0) return [];
    const choosing = chooseLexemes(lexemes).map(({ lexeme }) => `'${lexeme}'`);
    const condition = `${knowledgeBaseMarker(knowledgeBaseId)} & (${choosing.join(' | ')})`;
    const { rows } = await sql<FoundPassageRow & { matched: number }>`
      with asked as materialized (
        select quote_literal(lexeme)::tsquery as query, weight
        from unnest(${lexemes.map(({ lexeme }) => lexeme)}::text[], ${lexemes.map(({ weight }) => weight)}::float8[])
          as given (lexeme, weight)
      ), ranked as (
        select p.id, rank.score, rank.matched
        from passages p
        cross join lateral (
          select sum(weight * value) as score, sum(weight) filter (where value > 0) as matched
          -- Normalisation 1: divided by 1 + the logarithm of the length. The offset keeps it one evaluation.
          from (select weight, ts_rank(p.lexemes, query, 1) as value from asked offset 0) value
        ) rank
        where p.lexemes @@ ${condition}::tsquery and ${isReady}
        order by rank.score desc, p.id
        limit ${take}
      )
      select p.id as "passageId", p.document_id as "documentId", p.ordinal, p.title, p.text, ranked.score, ranked.matched
      from ranked join passages p on p.id = ranked.id
      order by ranked.score desc, p.id`.execute(this.#db);
    return rows.map(({ matched, ...row }) => ({ ...row, coverage: Math.min(1, matched / totalWeight) }));
  }

  async #fuse(
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
    for (const row of await this.#fetch(missing)) found.set(row.passageId, row);
    const similarities = new Map(neighbours.map(({ passageId, similarity }) => [passageId, similarity]));
    return best.flatMap(([id, score]) => {
      const row = found.get(id);
      const similarity = similarities.get(id);
      return row ? [{ ...row, score, ...(similarity !== undefined && { similarity }) }] : [];
    });
  }

  async #fetch(ids: string[]): Promise<FoundPassageRow[]> {
    if (ids.length === 0) return [];
    const rows = await this.#db
      .selectFrom('passages as p')
      .select(['p.id as passageId', 'p.document_id as documentId', 'p.ordinal', 'p.title', 'p.text'])
      .where('p.id', 'in', ids)
      .where(isReady)
      .execute();
    return rows.map((row) => ({ ...row, score: 0, coverage: 0 }));
  }
}

function chooseLexemes(lexemes: QueryLexeme[]): QueryLexeme[] {
  let sum = 0;
  return lexemes
    .toSorted((a, b) => a.documentFrequency - b.documentFrequency)
    .filter(({ documentFrequency }, place) => {
      sum += documentFrequency;
      return place === 0 || sum <= RANKED_PASSAGES;
    });
}
