import { createHash } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../schema.ts';
import { PacedBatches } from './paced-batches.ts';
import { searchWords } from './search-words.ts';
import { type Embedding, encodeVector } from './vector-cache.ts';
import { indexedVariants, isCorrectable } from './word-variants.ts';

export interface PassageToIndex {
  text: string;
  /** The headings above the passage, whose words count more. */
  title?: string;
  /** The embedding by the caller's model, of any length but zero. */
  embedding?: Embedding;
}

/** The maximum number of passages per batch, and of rows per removal. */
const BATCH_SIZE = 48;
const ROWS_AT_ONCE = 2_000;

export interface RunOptions {
  signal?: AbortSignal;
  /** The indexing run. If it is over, because the document was deleted or another run indexes it, nothing is written. */
  attempt?: number;
  /** How many passages of the document are kept, because this run wrote them before. Default 0. */
  kept?: number;
  /** Called after each batch that was written or removed. If it rejects, `indexPassages` rejects with its error. */
  afterBatch?: (written: number) => Promise<void>;
}

/** The pattern of markers. Stored words never match it (see `addBatch`), and words of a question are not looked up. */
export const MARKER = '^kb[0-9a-f]{24}$';

/** Returns the lexeme that marks a knowledge base's passages: only letters and digits, so it needs no quoting. */
export function knowledgeBaseMarker(knowledgeBaseId: string): string {
  return `kb${createHash('sha256').update(knowledgeBaseId).digest('hex').slice(0, 24)}`;
}

/**
 * Replaces a document's passages with new ones as they arrive; only one of `parts` is held at a time. They are written
 * in batches, between which other statements can run, and no search sees them before the document is `indexed`. After a
 * failure or abort, call it again: with `kept`, it removes only later passages, and `parts` begins with the next one.
 * @returns false if the run is over
 */
export async function indexPassages(
  db: Kysely<Schema>,
  knowledgeBaseId: string,
  documentId: string,
  parts: Iterable<readonly PassageToIndex[]> | AsyncIterable<readonly PassageToIndex[]>,
  options: RunOptions = {},
): Promise<boolean> {
  const { signal, attempt, kept = 0, afterBatch } = options;
  await removePassages(db, knowledgeBaseId, documentId, options);
  const batches = new PacedBatches(BATCH_SIZE);
  let ordinal = kept;
  for await (const passages of parts) {
    for (let first = 0; first < passages.length; ) {
      signal?.throwIfAborted();
      const added = await batches.run((size) =>
        db.transaction().execute(async (trx) => {
          if (!(await lockRun(trx, knowledgeBaseId, documentId, attempt))) return 0;
          const batch = passages.slice(first, first + size);
          await addBatch(trx, knowledgeBaseId, documentId, ordinal, batch);
          return batch.length;
        }),
      );
      if (added === 0) return false;
      first += added;
      ordinal += added;
      await afterBatch?.(ordinal);
    }
  }
  return true;
}

/** Whether the run is still current. If so, the document cannot be deleted or reindexed until the transaction ends. */
async function lockRun(
  trx: Transaction<Schema>,
  knowledgeBaseId: string,
  documentId: string,
  attempt: number | undefined,
): Promise<boolean> {
  if (attempt === undefined) return true;
  const { rows } = await sql`
    select from documents where knowledge_base_id = ${knowledgeBaseId} and id = ${documentId}
      and status = 'indexing' and attempt = ${attempt} for share`.execute(trx);
  return rows.length > 0;
}

/**
 * Removes a document's passages in batches, except the first ones that are `kept`. The document must not be `indexed`
 * any more. With `attempt`, only until that run is over.
 */
export async function removePassages(
  db: Kysely<Schema>,
  knowledgeBaseId: string,
  documentId: string,
  { attempt, kept = 0, afterBatch }: Omit<RunOptions, 'signal'> = {},
): Promise<void> {
  const found = await db
    .selectFrom('passages')
    .select('id')
    .where('knowledge_base_id', '=', knowledgeBaseId)
    .where('document_id', '=', documentId)
    .where('ordinal', '>=', kept)
    .limit(1)
    .executeTakeFirst();
  if (!found) return;
  await removeInBatches(
    (size) =>
      db
        .transaction()
        .execute(async (trx) =>
          (await lockRun(trx, knowledgeBaseId, documentId, attempt))
            ? removeBatch(trx, knowledgeBaseId, documentId, kept, size)
            : 0,
        ),
    BATCH_SIZE,
    () => afterBatch?.(kept),
  );
}

async function removeBatch(
  trx: Transaction<Schema>,
  knowledgeBaseId: string,
  documentId: string,
  kept: number,
  size: number,
): Promise<number> {
  // Only an update: a knowledge base that is deleted meanwhile must not get this row again.
  await sql`update knowledge_indexes set revision = revision + 1 where knowledge_base_id = ${knowledgeBaseId}`.execute(
    trx,
  );
  const { rows } = await sql<{ title: string | null; text: string; lexemes: string[] }>`
    delete from passages where knowledge_base_id = ${knowledgeBaseId} and id in (
      select id from passages
      where knowledge_base_id = ${knowledgeBaseId} and document_id = ${documentId} and ordinal >= ${kept}
      order by ordinal limit ${size})
    returning title, text, tsvector_to_array(lexemes) as lexemes`.execute(trx);
  await countPassages(trx, knowledgeBaseId, -rows.length);
  const lexemes = countEach(rows.map((row) => row.lexemes));
  await subtractCounts(trx, 'knowledge_lexemes', 'lexeme', knowledgeBaseId, lexemes);
  await subtractCounts(trx, 'knowledge_words', 'word', knowledgeBaseId, countWords(rows));
  return rows.length;
}

/** Removes all passages of a knowledge base in batches. From the first on, no search finds it. */
export async function removeKnowledgeBase(
  db: Kysely<Schema>,
  knowledgeBaseId: string,
  afterBatch?: () => Promise<void>,
): Promise<void> {
  for (const table of ['knowledge_indexes', 'passages', 'knowledge_lexemes', 'knowledge_words'] as const)
    await removeInBatches(
      async (size) => {
        // Counts the rows that it found, because another process may be deleting the same.
        const { rows } = await sql<{ found: number }>`
        with found as materialized (
          select ctid from ${sql.table(table)} where knowledge_base_id = ${knowledgeBaseId} limit ${size}
        ), deleted as (
          delete from ${sql.table(table)} where knowledge_base_id = ${knowledgeBaseId}
            and ctid = any(array(select ctid from found))
        )
        select count(*)::int as found from found`.execute(db);
        return rows[0]!.found;
      },
      ROWS_AT_ONCE,
      afterBatch,
    );
}

async function removeInBatches(
  remove: (size: number) => Promise<number>,
  maxRows: number,
  afterBatch?: () => Promise<void> | undefined,
): Promise<void> {
  const batches = new PacedBatches(maxRows);
  while ((await batches.run(remove)) > 0) await afterBatch?.();
}

async function addBatch(
  trx: Transaction<Schema>,
  knowledgeBaseId: string,
  documentId: string,
  first: number,
  passages: readonly PassageToIndex[],
): Promise<void> {
  await bumpRevision(trx, knowledgeBaseId);
  const texts = passages.map((passage) => withoutNul(passage.text));
  const titles = passages.map((passage) => (passage.title === undefined ? null : withoutNul(passage.title)));
  // The new passages' lexemes are counted in the statement that adds them, so they never leave the database. Words that
  // look like a marker are removed after the parser, whose idea of where a word ends depends on the server.
  const { rows } = await sql<{ id: string; ordinal: number }>`
    with added as (
      insert into passages (knowledge_base_id, document_id, ordinal, title, text, lexemes)
      select ${knowledgeBaseId}, ${documentId}, ordinal, title, text,
        ts_delete(words, array(select word from unnest(tsvector_to_array(words)) word where word ~ ${MARKER}))
          || array_to_tsvector(array[${knowledgeBaseMarker(knowledgeBaseId)}])
      from unnest(${texts.map((_, n) => first + n)}::int[], ${titles}::text[], ${texts}::text[],
        ${titles.map((title) => indexedText(title ?? ''))}::text[], ${texts.map(indexedText)}::text[])
        as given (ordinal, title, text, title_words, text_words)
      cross join lateral (
        select setweight(to_tsvector('pg_catalog.english', title_words), 'B')
          || to_tsvector('pg_catalog.english', text_words) as words
        offset 0
      ) parsed
      returning id, ordinal, lexemes
    ), counted as (
      insert into knowledge_lexemes (knowledge_base_id, lexeme, document_frequency)
      select ${knowledgeBaseId}, lexeme, count(*) from added, unnest(added.lexemes) group by lexeme
      on conflict (knowledge_base_id, lexeme) do update
        set document_frequency = knowledge_lexemes.document_frequency + excluded.document_frequency
    )
    select id, ordinal from added`.execute(trx);
  await countPassages(trx, knowledgeBaseId, passages.length);
  await addWords(trx, knowledgeBaseId, countWords(passages));
  const vectors = rows.flatMap(({ id, ordinal }) => {
    const embedding = passages[ordinal - first]?.embedding;
    return embedding ? [{ id, model: embedding.model, vector: encodeVector(embedding.vector) }] : [];
  });
  if (vectors.length === 0) return;
  await sql`
    insert into passage_embeddings (passage_id, knowledge_base_id, model, vector)
    select id, ${knowledgeBaseId}, model, vector
    from unnest(${vectors.map(({ id }) => id)}::bigint[], ${vectors.map(({ model }) => model)}::text[],
      ${vectors.map(({ vector }) => vector)}::bytea[]) as given (id, model, vector)`.execute(trx);
}

/** Also locks the knowledge base's row: concurrent writers wait here, which prevents a later deadlock. */
async function bumpRevision(trx: Transaction<Schema>, knowledgeBaseId: string): Promise<void> {
  await sql`
    insert into knowledge_indexes (knowledge_base_id, passages, revision) values (${knowledgeBaseId}, 0, 1)
    on conflict (knowledge_base_id) do update set revision = knowledge_indexes.revision + 1`.execute(trx);
}

async function countPassages(
  trx: Transaction<Schema>,
  knowledgeBaseId: string,
  change: number,
): Promise<void> {
  await sql`
    update knowledge_indexes set passages = passages + ${change}
    where knowledge_base_id = ${knowledgeBaseId}`.execute(trx);
}

async function addWords(
  trx: Transaction<Schema>,
  knowledgeBaseId: string,
  counts: Map<string, number>,
): Promise<void> {
  const words = [...counts.keys()];
  // JSON, because SQL arrays cannot contain arrays of different lengths.
  const variants = JSON.stringify(words.map((word) => indexedVariants(knowledgeBaseId, word)));
  await sql`
    insert into knowledge_words (knowledge_base_id, word, document_frequency, variants)
    select ${knowledgeBaseId}, given.word, given.n,
      array(select value::int from jsonb_array_elements_text(${variants}::jsonb -> (given.place::int - 1)))
    from unnest(${words}::text[], ${[...counts.values()]}::int[]) with ordinality as given (word, n, place)
    on conflict (knowledge_base_id, word) do update
      set document_frequency = knowledge_words.document_frequency + excluded.document_frequency`.execute(trx);
}

async function subtractCounts(
  trx: Transaction<Schema>,
  table: 'knowledge_lexemes' | 'knowledge_words',
  column: 'lexeme' | 'word',
  knowledgeBaseId: string,
  counts: Map<string, number>,
): Promise<void> {
  const target = sql.table(table);
  const key = sql.ref(`${table}.${column}`);
  await sql`
    update ${target} set document_frequency = ${sql.ref(`${table}.document_frequency`)} - given.n
    from unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) as given (word, n)
    where knowledge_base_id = ${knowledgeBaseId} and ${key} = given.word`.execute(trx);
  await sql`
    delete from ${target}
    where knowledge_base_id = ${knowledgeBaseId} and document_frequency <= 0
      and ${key} = any(${[...counts.keys()]}::text[])`.execute(trx);
}

/** Counts how many of the passages contain each correctable word. */
function countWords(passages: readonly { text: string; title?: string | null }[]): Map<string, number> {
  return countEach(
    passages.map(({ title, text }) =>
      searchWords(`${withoutNul(title ?? '')} ${withoutNul(text)}`).flatMap(correctableForms),
    ),
  );
}

/** A plural also stands for its singular: `webhok` is one error away from `webhook`, but two from `webhooks`. */
function correctableForms(word: string): string[] {
  if (!isCorrectable(word)) return [];
  const singular = word.slice(0, -1);
  return word.endsWith('s') && isCorrectable(singular) ? [word, singular] : [word];
}

function countEach(lists: Iterable<string[]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const list of lists) for (const word of new Set(list)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** A tsvector holds at most a megabyte, so only the beginning of an extremely long passage is indexed. */
function indexedText(text: string): string {
  return searchWords(text).slice(0, 10_000).join(' ');
}

/** Removes NUL, which PostgreSQL's text type refuses. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', ' ');
}
