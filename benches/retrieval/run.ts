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
  const [bareRow, bareTimes] = await ask(plainly, 'questions, plain full-text search', plain);
  const [bareMisspeltRow] = await ask(plainly, 'misspelt, plain full-text search', misspeltQuestions);
  const [plainRow, plainTimes] = await ask(ours, 'questions', plain);
  const [misspeltRow, misspeltTimes] = await ask(ours, 'misspelt questions', misspeltQuestions);
  const ratio = summarize(plainTimes).median / summarize(bareTimes).median;
  report.text(`time to that of plain full-text search: ${ratio.toFixed(2)} (medians, the same questions)\n`);
  report.table([['', 'n', 'hit@1 %', 'hit@5 %', 'MRR'], plainRow, bareRow, misspeltRow, bareMisspeltRow]);
  report.text('');
  const vectors = await addEmbeddings(db, size);
  const withVector: Finder = (question) =>
    search.search(KNOWLEDGE_BASE_ID, question, FOUND, { model: MODEL, vector: vectors() });
  const [, first] = await ask(withVector, '', plain.slice(0, 1));
  const [, fused] = await ask(withVector, '', plain.slice(0, 40));
  report.measured([
    { name: 'questions, plain full-text search (yardstick)', values: bareTimes, unit: 'ms' },
    { name: 'questions', values: plainTimes, unit: 'ms', target: 'p95 30' },
    { name: 'misspelt questions', values: misspeltTimes, unit: 'ms', target: 'p95 30' },
    { name: `with embeddings of ${DIMENSIONS}, loading them`, values: first, unit: 'ms' },
    { name: `with embeddings of ${DIMENSIONS}`, values: fused, unit: 'ms' },
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

async function ask(
  find: Finder,
  name: string,
  questions: { question: string; passage: number }[],
): Promise<[(string | number)[], number[]]> {
  const times: number[] = [];
  let first = 0;
  let firstFive = 0;
  let reciprocal = 0;
  for (const { question, passage } of questions) {
    const start = performance.now();
    const found = await find(question);
    times.push(performance.now() - start);
    const place = found.findIndex((row) => row.documentId === `asked_${passage}`) + 1;
    if (place === 1) first += 1;
    if (place >= 1 && place <= 5) firstFive += 1;
    if (place >= 1) reciprocal += 1 / place;
  }
  const share = (count: number) => (count / questions.length) * 100;
  return [
    [name, String(questions.length), share(first), share(firstFive), reciprocal / questions.length],
    times,
  ];
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
