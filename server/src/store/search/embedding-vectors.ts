import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Rows fetched at once, which bounds the time of a statement and the extra memory. */
const FETCH_SIZE = 400;
/** Vectors compared before yielding to the event loop: about five milliseconds of work. */
const COMPARE_SIZE = 5_000;
const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Scaled to length 1, so that a dot product is the cosine. Throws `RangeError` for a zero vector. */
export function normalizeVector(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (!Number.isFinite(sum) || sum === 0) throw new RangeError('an embedding must have a direction');
  const scale = 1 / Math.sqrt(sum);
  return vector.map((value) => value * scale);
}

export function encodeVector(vector: Float32Array): Buffer {
  const unit = normalizeVector(vector);
  const bytes = Buffer.from(unit.buffer, unit.byteOffset, unit.byteLength);
  return littleEndian ? bytes : Buffer.from(bytes).swap32();
}

/** The embedding of a text; comparable with those of the same model only. */
export interface Embedding {
  model: string;
  /** Of any length, which need not be 1. */
  vector: Float32Array;
  /** Of a question: passages whose cosine to it is less do not answer it. All may where absent. */
  least?: number;
}

export interface Neighbour {
  passageId: string;
  /** Cosine, -1 to 1. */
  similarity: number;
}

interface Place {
  knowledgeBaseId: string;
  model: string;
}

interface Loaded {
  revision: string;
  vectors: Map<string, Float32Array>;
  bytes: number;
}

/**
 * The embeddings of the knowledge bases searched last, in memory: without an extension PostgreSQL cannot compare
 * vectors. A changed knowledge base is updated with the rows added and removed.
 */
export class EmbeddingVectors {
  readonly #db: Kysely<Schema>;
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #loaded = new Map<string, Loaded>();
  readonly #loading = new Map<string, Promise<Loaded>>();

  constructor(db: Kysely<Schema>, maxBytes: number) {
    this.#db = db;
    this.#maxBytes = maxBytes;
  }

  /** The `take` passages nearest to `embedding`, nearest first. Those of other models or lengths are skipped. */
  async nearest(
    knowledgeBaseId: string,
    revision: string,
    { model, vector: question }: Embedding,
    take: number,
  ): Promise<Neighbour[]> {
    const { vectors } = await this.#load({ knowledgeBaseId, model }, revision);
    const target = normalizeVector(question);
    const found: Neighbour[] = [];
    let compared = 0;
    for (const [passageId, vector] of vectors) {
      compared += 1;
      if (compared % COMPARE_SIZE === 0) await new Promise((resolve) => setImmediate(resolve));
      if (vector.length === target.length) found.push({ passageId, similarity: dot(vector, target) });
    }
    return found.toSorted((a, b) => b.similarity - a.similarity).slice(0, take);
  }

  async #load(place: Place, revision: string): Promise<Loaded> {
    const key = `${place.knowledgeBaseId} ${place.model}`;
    const loaded = this.#loaded.get(key);
    if (loaded?.revision === revision) {
      this.#loaded.delete(key);
      this.#loaded.set(key, loaded);
      return loaded;
    }
    const running = this.#loading.get(key);
    if (running) return running;
    const loading = this.#update(place, revision, loaded)
      .then((updated) => {
        this.#loaded.delete(key);
        this.#loaded.set(key, updated);
        this.#evict(key);
        return updated;
      })
      .finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  async #update(
    { knowledgeBaseId, model }: Place,
    revision: string,
    old: Loaded | undefined,
  ): Promise<Loaded> {
    const { rows } = await sql<{ id: string }>`
      select passage_id as id from passage_embeddings
      where knowledge_base_id = ${knowledgeBaseId} and model = ${model} order by passage_id`.execute(
      this.#db,
    );
    const vectors = new Map<string, Float32Array>();
    const missing: string[] = [];
    for (const { id } of rows) {
      const known = old?.vectors.get(id);
      if (known) vectors.set(id, known);
      else missing.push(id);
    }
    for (let at = 0; at < missing.length; at += FETCH_SIZE) {
      const fetched = await this.#db
        .selectFrom('passage_embeddings')
        .select(['passage_id', 'vector'])
        .where('knowledge_base_id', '=', knowledgeBaseId)
        .where('passage_id', 'in', missing.slice(at, at + FETCH_SIZE))
        .execute();
      for (const row of fetched) vectors.set(row.passage_id, decodeVector(row.vector));
    }
    const bytes = [...vectors.values()].reduce((sum, vector) => sum + vector.byteLength, 0);
    return { revision, vectors, bytes };
  }

  #evict(keep: string): void {
    let sum = 0;
    for (const { bytes } of this.#loaded.values()) sum += bytes;
    for (const [key, { bytes }] of this.#loaded) {
      if (sum <= this.#maxBytes) return;
      if (key === keep) continue;
      this.#loaded.delete(key);
      sum -= bytes;
    }
  }
}

function decodeVector(bytes: Buffer): Float32Array {
  const copy = Buffer.from(Uint8Array.from(bytes).buffer);
  if (!littleEndian) copy.swap32();
  return new Float32Array(copy.buffer, copy.byteOffset, copy.byteLength / 4);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] as number) * (b[at] as number);
  return sum;
}
