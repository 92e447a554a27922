import {
  type LoadedEmbedder,
  LocalEmbedder,
} from '@visavis/server/dist/knowledge/embedding/local-embedder.js';
import { withTitle } from '@visavis/server/dist/knowledge/passages.js';
import { silentLogger } from '@visavis/server/dist/lib/logger.js';
import type { Database } from '@visavis/server/dist/store/open-database.js';
import { PassageSearch } from '@visavis/server/dist/store/search/passage-search.js';
import { addIndexedDocument } from '@visavis/server/dist/store/testing/add-indexed-document.js';
import { createTestDatabase } from '@visavis/server/dist/store/testing/test-database.js';
import type { Bench } from '../support/bench.ts';
import { timed } from '../support/measure.ts';
import { askedPassages, distractors, misspeltQuestions } from '../support/question-set.ts';
import { rephrasedPassages } from '../support/rephrased-questions.ts';
import type { Report, Row, Series } from '../support/report.ts';
import { within } from '../support/scope.ts';

const KNOWLEDGE_BASE_ID = 'kb_bench';
const DOCUMENT_PASSAGES = 500;
const DIMENSIONS = 768;
const MODEL = 'random';
const FOUND = 10;

type Find = (question: string) => Promise<readonly { documentId: string }[]>;

/**
 * Compares our search with plain full-text search of the same tables (any word may match, ranked by `ts_rank`).
 * `--data`: a data directory with a model for semantic search, which is measured as well.
 */
export async function run({ options, report }: Bench): Promise<void> {
  const { sizes, data } = options({ sizes: '100,1000,10000', data: '' });
  for (const size of sizes.split(',').map(Number)) {
    await within(async (scope) => {
      const db = await createTestDatabase();
      scope.later(() => db.close());
      report.heading(`${size} passages, ${db.kind}`);
      await measure(db, size, report);
    });
  }
  if (data)
    await within(async (scope) => {
      const db = await createTestDatabase();
      scope.later(() => db.close());
      const embedder = new LocalEmbedder(data, silentLogger);
      scope.later(() => embedder.close());
      await embedder.refresh();
      if (!embedder.current) throw new Error(`${data} has no model for search by meaning that works`);
      report.heading(`questions in other words, ${embedder.current.model}`);
      await measureMeaning(db, embedder.current, report);
    });
}

async function measure(db: Database, size: number, report: Report): Promise<void> {
  const { ms } = await timed(() => addPassages(db, size));
  report.text(`indexed in ${(ms / size).toFixed(2)} ms a passage\n`);
  const search = new PassageSearch(db.kysely);
  const ours: Find = (question) => search.search(KNOWLEDGE_BASE_ID, question, FOUND);
  const plain: Find = (question) => searchPlainly(db, question);
  const plainly = askedPassages.flatMap(({ questions }, passage) =>
    questions.map((question) => ({ question, passage })),
  );
  const quality: Row[] = [];
  const times: Series[] = [];
  for (const [name, questions] of [
    ['questions', plainly],
    ['misspelt questions', misspeltQuestions],
  ] as const) {
    const [own, bare] = await askInTurns([ours, plain], questions);
    quality.push([name, ...own!.row], [`${name}, plain full-text search (yardstick)`, ...bare!.row]);
    times.push(
      { name: `${name}, plain full-text search (yardstick)`, values: bare!.times, unit: 'ms' },
      { name, values: own!.times, unit: 'ms', to: bare!.times, target: 'p95 30' },
    );
  }
  const vectors = await addEmbeddings(db, size);
  const withVector: Find = (question) =>
    search.search(KNOWLEDGE_BASE_ID, question, FOUND, { model: MODEL, vector: vectors() });
  const [first] = await askInTurns([withVector], plainly.slice(0, 1));
  const [fused] = await askInTurns([withVector], plainly.slice(0, 40));
  report.table([['', 'n', 'hit@1 %', 'hit@5 %', 'MRR'], ...quality]);
  report.measured([
    ...times,
    { name: `with embeddings of ${DIMENSIONS}, loading them`, values: first!.times, unit: 'ms' },
    { name: `with embeddings of ${DIMENSIONS}`, values: fused!.times, unit: 'ms' },
  ]);
}

/** Measures by language, with and without semantic search, among the passages of all languages. */
async function measureMeaning(db: Database, open: LoadedEmbedder, report: Report): Promise<void> {
  const { model, minSimilarity, embed } = open;
  const id = (n: number) => `rephrased_${n}`;
  const embedMs: number[] = [];
  for (const [n, passage] of rephrasedPassages.entries()) {
    const { value: vector, ms } = await timed(() => embed(withTitle(passage), 'passage'));
    embedMs.push(ms);
    await addIndexedDocument(db.kysely, KNOWLEDGE_BASE_ID, id(n), [
      { ...passage, embedding: { model, vector } },
    ]);
  }
  const search = new PassageSearch(db.kysely);
  const times: number[] = [];
  const rows: Row[] = [];
  for (const language of new Set(rephrasedPassages.map((passage) => passage.language))) {
    let n = 0;
    const found = { words: 0, meaning: 0 };
    for (const [at, passage] of rephrasedPassages.entries()) {
      if (passage.language !== language) continue;
      for (const question of passage.questions) {
        n += 1;
        const { value: vector, ms } = await timed(() => embed(question, 'question'));
        times.push(ms);
        const has = (list: readonly { documentId: string }[]) =>
          Number(list.some(({ documentId }) => documentId === id(at)));
        found.words += has(await search.search(KNOWLEDGE_BASE_ID, question, 5));
        found.meaning += has(
          await search.search(KNOWLEDGE_BASE_ID, question, 5, { model, vector, minSimilarity }),
        );
      }
    }
    rows.push([language, String(n), (found.words / n) * 100, (found.meaning / n) * 100]);
  }
  report.table([['language', 'n', 'recall@5 %, words', 'recall@5 %, words and meaning'], ...rows]);
  report.measured([
    { name: 'a question is embedded', values: times, unit: 'ms', target: 'median 20' },
    { name: 'a passage is embedded', values: embedMs, unit: 'ms' },
  ]);
}

async function addPassages(db: Database, size: number): Promise<void> {
  const noise = distractors(Math.max(0, size - askedPassages.length)).map((text) => ({ text }));
  const documents = [
    ...Array.from({ length: Math.ceil(noise.length / DOCUMENT_PASSAGES) }, (_, n) => ({
      id: `noise_${n}`,
      passages: noise.slice(n * DOCUMENT_PASSAGES, (n + 1) * DOCUMENT_PASSAGES),
    })),
    ...askedPassages.map((passage, n) => ({ id: `asked_${n}`, passages: [passage] })),
  ];
  for (const { id, passages } of documents)
    await addIndexedDocument(db.kysely, KNOWLEDGE_BASE_ID, id, passages);
  await db.pool.query('analyze');
}

/** Searches as a database would by itself: any of the question's lexemes matches, sorted by its own rank. */
async function searchPlainly(db: Database, question: string): Promise<{ documentId: string }[]> {
  const { rows } = await db.pool.query<{ documentId: string }>(
    `with asked as (select replace(plainto_tsquery('english', $2)::text, '&', '|')::tsquery as query)
     select p.document_id as "documentId" from passages p, asked
     where p.knowledge_base_id = $1 and p.lexemes @@ asked.query
     order by ts_rank(p.lexemes, asked.query) desc, p.id limit ${FOUND}`,
    [KNOWLEDGE_BASE_ID, question],
  );
  return rows;
}

/** Runs each question in every way, one after the other, so that all see the same load of the machine. */
async function askInTurns(
  ways: readonly Find[],
  questions: readonly { question: string; passage: number }[],
): Promise<{ row: Row; times: number[] }[]> {
  const all = ways.map(() => ({ times: [] as number[], places: [] as number[] }));
  for (const { question, passage } of questions) {
    for (const [at, find] of ways.entries()) {
      const { value: found, ms } = await timed(() => find(question));
      all[at]!.times.push(ms);
      all[at]!.places.push(found.findIndex((row) => row.documentId === `asked_${passage}`) + 1);
    }
  }
  const n = questions.length;
  return all.map(({ times, places }) => {
    const within = (last: number) => (places.filter((place) => place > 0 && place <= last).length / n) * 100;
    const reciprocal = places.reduce((sum, place) => sum + (place > 0 ? 1 / place : 0), 0);
    return { row: [String(n), within(1), within(5), reciprocal / n], times };
  });
}

/** Adds random vectors: only their number and length affect the time. */
async function addEmbeddings(db: Database, size: number): Promise<() => Float32Array> {
  const vector = () => Float32Array.from({ length: DIMENSIONS }, () => Math.random() - 0.5);
  for (let at = 0; at < size; at += 100) {
    const { rows } = await db.pool.query('select id from passages order by id limit 100 offset $1', [at]);
    const bytes = rows.map(() => Buffer.from(vector().buffer));
    await db.pool.query(
      `insert into passage_embeddings (passage_id, knowledge_base_id, model, vector)
       select id, $1, $2, vector from unnest($3::bigint[], $4::bytea[]) as given (id, vector)`,
      [KNOWLEDGE_BASE_ID, MODEL, rows.map((row) => row.id), bytes],
    );
  }
  await db.pool.query('update knowledge_indexes set revision = revision + 1');
  return vector;
}
