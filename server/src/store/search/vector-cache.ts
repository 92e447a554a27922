import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** The ids and vectors per statement, which limit its time and the memory for vectors that are not kept. */
const IDS_AT_ONCE = 2_000;
const VECTORS_AT_ONCE = 400;
/** How many numbers are compared before yielding to the event loop: about five milliseconds of work. */
const NUMBERS_AT_ONCE = 4_000_000;
/** The memory of a vector besides its numbers: its id and the objects around it, in bytes. */
const OVERHEAD_BYTES = 400;
const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Scales a vector to length 1, so that a dot product is the cosine. Throws `RangeError` for a zero vector. */
export function normalizeVector(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (!Number.isFinite(sum) || sum === 0) throw new RangeError('an embedding must not be a zero vector');
  const scale = 1 / Math.sqrt(sum);
  return vector.map((value) => value * scale);
}

export function encodeVector(vector: Float32Array): Buffer {
  const unit = normalizeVector(vector);
  const bytes = Buffer.from(unit.buffer, unit.byteOffset, unit.byteLength);
  return littleEndian ? bytes : Buffer.from(bytes).swap32();
}

/** The embedding of a text, comparable only with embeddings of the same model. */
export interface Embedding {
  model: string;
  /** Need not have length (norm) 1. */
  vector: Float32Array;
  /** For a question, the least cosine of a passage that answers it. If absent, any passage may. */
  minSimilarity?: number;
}

export interface Neighbour {
  passageId: string;
  /** Cosine, -1 to 1. */
  similarity: number;
}

interface VectorSet {
  knowledgeBaseId: string;
  model: string;
}

type Vectors = Iterable<readonly [passageId: string, vector: Float32Array]>;

/** The vectors of a knowledge base that are in memory: those of its first passages. */
interface CachedSet {
  revision: string;
  vectors: Map<string, Float32Array>;
  bytes: number;
  /** The last passage whose vector fitted into memory; undefined if all are here. */
  last: string | undefined;
  /** Set while vectors are still being read; rejects if that fails. */
  reading: Promise<void> | undefined;
}

/**
 * Holds the embeddings of the most recently searched knowledge bases in memory, because without an extension PostgreSQL
 * cannot compare vectors. After a change to a knowledge base, only added and removed rows are updated. Vectors that do
 * not fit are read for each search and not kept.
 */
export class VectorCache {
  readonly #db: Kysely<Schema>;
  readonly #maxBytes: number;
  /** Least recently used first. */
  readonly #cached = new Map<string, CachedSet>();

  constructor(db: Kysely<Schema>, maxBytes: number) {
    this.#db = db;
    this.#maxBytes = maxBytes;
  }

  /** Returns the `take` passages nearest to `embedding`, the nearest first. Skips other models and lengths. */
  async nearest(
    knowledgeBaseId: string,
    revision: string,
    { model, vector }: Embedding,
    take: number,
  ): Promise<Neighbour[]> {
    const set = { knowledgeBaseId, model };
    const nearest = new Nearest(normalizeVector(vector), take);
    const last = await this.#compareCached(set, revision, nearest);
    if (last !== undefined) for await (const piece of this.#read(set, last)) await nearest.compare(piece);
    return nearest.found;
  }

  /** Returns the passage after which others must still be compared. Does not retain what was loaded. */
  async #compareCached(set: VectorSet, revision: string, nearest: Nearest): Promise<string | undefined> {
    const { vectors, last } = await this.#load(set, revision);
    await nearest.compare(vectors);
    return last;
  }

  async #load(set: VectorSet, revision: string): Promise<CachedSet> {
    const key = `${set.knowledgeBaseId} ${set.model}`;
    const old = this.#cached.get(key);
    this.#cached.delete(key);
    if (old && (old.reading || old.revision === revision)) {
      this.#cached.set(key, old);
      await old.reading;
      return old;
    }
    const cached: CachedSet = {
      revision,
      vectors: new Map(),
      bytes: 0,
      last: undefined,
      reading: undefined,
    };
    this.#cached.set(key, cached);
    cached.reading = this.#fill(cached, set, old?.vectors)
      .catch((error: unknown) => {
        this.#cached.delete(key);
        throw error;
      })
      .finally(() => {
        cached.reading = undefined;
      });
    await cached.reading;
    return cached;
  }

  async #fill(cached: CachedSet, set: VectorSet, known: CachedSet['vectors'] | undefined): Promise<void> {
    let last = '0';
    for await (const piece of this.#read(set, last, known)) {
      let bytes = 0;
      for (const [, vector] of piece) bytes += vector.byteLength + OVERHEAD_BYTES;
      if (!this.#evict(bytes)) {
        cached.last = last;
        return;
      }
      cached.bytes += bytes;
      for (const [passageId, vector] of piece) cached.vectors.set(passageId, vector);
      last = piece.at(-1)?.[0] ?? last;
    }
  }

  /** Frees memory for this many bytes. Returns false if vectors that are being read fill it. */
  #evict(bytes: number): boolean {
    let sum = bytes;
    for (const cached of this.#cached.values()) sum += cached.bytes;
    for (const [key, cached] of this.#cached) {
      if (sum <= this.#maxBytes) return true;
      if (cached.reading) continue;
      this.#cached.delete(key);
      sum -= cached.bytes;
    }
    return sum <= this.#maxBytes;
  }

  /** Yields vectors in pieces, in the order of their passages after `after`; does not read `known` ones. */
  async *#read(
    { knowledgeBaseId, model }: VectorSet,
    after: string,
    known?: CachedSet['vectors'],
  ): AsyncGenerator<[passageId: string, vector: Float32Array][]> {
    for (let last: string | undefined = after; last !== undefined; ) {
      const { rows } = await sql<{ id: string }>`
        select passage_id as id from passage_embeddings
        where knowledge_base_id = ${knowledgeBaseId} and model = ${model} and passage_id > ${last}::bigint
        order by passage_id limit ${IDS_AT_ONCE}`.execute(this.#db);
      for (let at = 0; at < rows.length; at += VECTORS_AT_ONCE) {
        const ids = rows.slice(at, at + VECTORS_AT_ONCE).map(({ id }) => id);
        const read = await this.#fetch(
          knowledgeBaseId,
          ids.filter((id) => !known?.has(id)),
        );
        yield ids.flatMap((id) => {
          const vector = known?.get(id) ?? read.get(id);
          return vector ? [[id, vector]] : [];
        });
      }
      last = rows.length < IDS_AT_ONCE ? undefined : rows.at(-1)?.id;
    }
  }

  async #fetch(knowledgeBaseId: string, ids: string[]): Promise<Map<string, Float32Array>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('passage_embeddings')
      .select(['passage_id', 'vector'])
      .where('knowledge_base_id', '=', knowledgeBaseId)
      .where('passage_id', 'in', ids)
      .execute();
    return new Map(rows.map((row) => [row.passage_id, decodeVector(row.vector)]));
  }
}

/** The passages nearest to a vector among those compared. */
class Nearest {
  /** Nearest first. */
  readonly found: Neighbour[] = [];
  readonly #target: Float32Array;
  readonly #take: number;
  #numbers = 0;

  constructor(target: Float32Array, take: number) {
    this.#target = target;
    this.#take = take;
  }

  async compare(vectors: Vectors): Promise<void> {
    for (const [passageId, vector] of vectors) {
      if (vector.length !== this.#target.length) continue;
      this.#add(passageId, dot(vector, this.#target));
      this.#numbers += vector.length;
      if (this.#numbers < NUMBERS_AT_ONCE) continue;
      this.#numbers = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #add(passageId: string, similarity: number): void {
    const { found } = this;
    if (found.length === this.#take) {
      if (similarity <= found.at(-1)!.similarity) return;
      found.pop();
    }
    let at = found.length;
    while (at > 0 && found[at - 1]!.similarity < similarity) at--;
    found.splice(at, 0, { passageId, similarity });
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
