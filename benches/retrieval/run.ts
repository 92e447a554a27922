import type { Database } from '@visavis/server/dist/store/open-database.js';
import { PassageSearch } from '@visavis/server/dist/store/search/passage-search.js';
import { addIndexedDocument } from '@visavis/server/dist/store/testing/add-indexed-document.js';
import {
  askedPassages,
  distractors,
  misspeltQuestions,
} from '@visavis/server/dist/store/testing/question-set.js';
import { createTestDatabase } from '@visavis/server/dist/store/testing/test-database.js';
import { type Report, summarize } from '../support/report.ts';

const KNOWLEDGE_BASE_ID = 'kb_bench';
const DOCUMENT_PASSAGES = 500;
const DIMENSIONS = 768;
const MODEL = 'random';
const FOUND = 10;

/**
 * Quality and speed of passage search, beside the plain full-text search of the same tables (any word may match, ranked by
 * `ts_rank`). `args`: sizes of the knowledge base, by default 100, 1000 and 10000 passages.
 */
export async function run(args: string[], report: Report): Promise<void> {
  const sizes = args.length > 0 ? args.map(Number) : [100, 1_000, 10_000];
  for (const size of sizes) {
    const db = await createTestDatabase();
    try {
      report.heading(`${size} passages, ${db.kind}`);
      await measure(db, size, report);
    } finally {
      await db.close();
    }
  }
}

async function measure(db: Database, size: number, report: Report): Promise<void> {
  const noise = distractors(Math.max(0, size - askedPassages.length));
  const start = performance.now();
  for (let at = 0; at < noise.length; at += DOCUMENT_PASSAGES) {
    const passages = noise.slice(at, at + DOCUMENT_PASSAGES).map((text) => ({ text }));
    await addIndexedDocument(db.kysely, KNOWLEDGE_BASE_ID, `noise_${at}`, passages);
  }
  for (const [n, passage] of askedPassages.entries()) {
    await addIndexedDocument(db.kysely, KNOWLEDGE_BASE_ID, `asked_${n}`, [passage]);
  }
  report.text(`indexed in ${((performance.now() - start) / size).toFixed(2)} ms a passage\n`);
  await db.pool.query('analyze');
  const search = new PassageSearch(db.kysely);
  const ours: Finder = (question) => search.search(KNOWLEDGE_BASE_ID, question, FOUND);
  const plainly: Finder = (question) => searchPlainly(db, question);
  const plain = askedPassages.flatMap(({ questions }, passage) =>
    questions.map((question) => ({ question, passage })),
  );
  const ways = { ours, 'plain full-text search': plainly };
  const [asked, bare] = await ask(ways, 'questions', plain);
  const [misspelt, bareMisspelt] = await ask(ways, 'misspelt questions', misspeltQuestions);
  const ratio = summarize(asked!.times).median / summarize(bare!.times).median;
  report.text(
    `time to that of plain full-text search: ${ratio.toFixed(2)} (medians, the same questions in turns)\n`,
  );
  report.table([
    ['', 'n', 'hit@1 %', 'hit@5 %', 'MRR'],
    ...[asked, bare, misspelt, bareMisspelt].map((each) => each!.row),
  ]);
  report.text('');
  const vectors = await addEmbeddings(db, size);
  const withVector: Finder = (question) =>
    search.search(KNOWLEDGE_BASE_ID, question, FOUND, { model: MODEL, vector: vectors() });
  const [first] = await ask({ ours: withVector }, '', plain.slice(0, 1));
  const [fused] = await ask({ ours: withVector }, '', plain.slice(0, 40));
  report.measured([
    { name: 'questions, plain full-text search (yardstick)', values: bare!.times, unit: 'ms' },
    { name: 'questions', values: asked!.times, unit: 'ms', target: 'p95 30' },
    { name: 'misspelt questions', values: misspelt!.times, unit: 'ms', target: 'p95 30' },
    { name: `with embeddings of ${DIMENSIONS}, loading them`, values: first!.times, unit: 'ms' },
    { name: `with embeddings of ${DIMENSIONS}`, values: fused!.times, unit: 'ms' },
  ]);
}

type Finder = (question: string) => Promise<readonly { documentId: string }[]>;

/** What a database does by itself: any of the question's lexemes selects, and its own rank sorts. */
async function searchPlainly(db: Database, question: string): Promise<{ documentId: string }[]> {
  const { rows } = await db.pool.query(
    `with asked as (select replace(plainto_tsquery('english', $2)::text, '&', '|')::tsquery as query)
     select p.document_id as "documentId" from passages p, asked
     where p.knowledge_base_id = $1 and p.lexemes @@ asked.query
     order by ts_rank(p.lexemes, asked.query) desc, p.id limit ${FOUND}`,
    [KNOWLEDGE_BASE_ID, question],
  );
  return rows as { documentId: string }[];
}

interface Asked {
  row: (string | number)[];
  times: number[];
}

/** Asks each question in every way, one after the other, so that they share the machine's moments. */
async function ask(
  ways: Record<string, Finder>,
  name: string,
  questions: { question: string; passage: number }[],
): Promise<Asked[]> {
  const all = Object.entries(ways).map(([way, find]) => ({
    way,
    find,
    times: [] as number[],
    places: [] as number[],
  }));
  for (const { question, passage } of questions) {
    for (const { find, times, places } of all) {
      const start = performance.now();
      const found = await find(question);
      times.push(performance.now() - start);
      places.push(found.findIndex((row) => row.documentId === `asked_${passage}`) + 1);
    }
  }
  const n = questions.length;
  return all.map(({ way, times, places }) => {
    const within = (last: number) => (places.filter((place) => place > 0 && place <= last).length / n) * 100;
    const reciprocal = places.reduce((sum, place) => sum + (place > 0 ? 1 / place : 0), 0);
    return {
      row: [way === 'ours' ? name : `${name}, ${way}`, String(n), within(1), within(5), reciprocal / n],
      times,
    };
  });
}

/** Random vectors: only their number and length matter to the time. */
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
