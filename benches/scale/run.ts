import { foldChanges } from '@visavis/server/dist/store/lists/recount.js';
import type { Database } from '@visavis/server/dist/store/open-database.js';
import { addIndexedDocument } from '@visavis/server/dist/store/testing/add-indexed-document.js';
import { distractors } from '@visavis/server/dist/store/testing/question-set.js';
import { seedConversations } from '@visavis/server/dist/store/testing/seed-conversations.js';
import { findPostgres } from '@visavis/tests/dist/support/postgres.js';
import { type Bench, summarize } from '../support/report.ts';
import { KNOWLEDGE, ORG, operations, type Work } from '../support/store-requests.ts';
import { embedded, postgres } from '../support/stores.ts';

const ENTRIES_EACH = 5;
const ROUNDS = 40;
const WARM_UP = 10;
/** The highest acceptable ratio of the times at 1,000,000 and at 1,000. */
const TARGET = 1.5;

/**
 * Whether queries of the store take longer, the more rows it holds. `[postgres|embedded] [sizes, as 1000,100000]
 * [documents]`. The first size is what the others are compared with.
 */
export const run: Bench = async ([store = '', wanted = '', documents = '10000'], report) => {
  report.text(
    `${ENTRIES_EACH} entries a conversation, over a year, ten conversations a user; ${documents} documents. One caller, ${ROUNDS} times each.`,
  );
  for (const setting of [postgres, embedded]) {
    if (store && setting.name !== store) continue;
    if (setting === postgres && !findPostgres()) continue;
    const sizes = wanted ? wanted.split(',').map(Number) : setting.sizes;
    report.heading(`${setting.name}, ${sizes.join(', ')} conversations`);
    const { open, close } = await setting.begin();
    try {
      const sides: Side[] = [];
      for (const size of sizes) {
        const db = await open(size);
        report.text(await fill(db, size, Number(documents)));
        sides.push({ size, operations: operations(db, size) });
      }
      report.text('');
      report.table(await compare(sides));
    } finally {
      await close();
    }
  }
  report.text(
    `\nTarget: at most ${TARGET} times the median at 1,000. The sizes take turns, so that whatever else the machine does`,
  );
  report.text('meets them all.');
};

interface Side {
  size: number;
  operations: [string, Work][];
}

async function fill(db: Database, size: number, documents: number): Promise<string> {
  await seedDocuments(db, documents);
  const start = performance.now();
  await seedConversations(db.pool, { organizationId: ORG, conversations: size, entriesEach: ENTRIES_EACH });
  const seeded = performance.now();
  await foldChanges(db.kysely);
  const folded = performance.now();
  await db.pool.query('vacuum analyze');
  const vacuumed = performance.now();
  return `${size}: seeded in ${seconds(seeded - start)}, counted in ${seconds(folded - seeded)}, vacuumed in ${seconds(vacuumed - folded)}`;
}

async function compare(sides: readonly Side[]): Promise<(string | number)[][]> {
  const sizes = sides.map(({ size }) => size);
  const rows: (string | number)[][] = [
    [
      '',
      ...sizes.slice(1).map((size) => `${size}: ratio to ${sizes[0]}`),
      ...sizes.map((size) => `${size}: median ms (p95)`),
    ],
  ];
  for (const [place, [name]] of sides[0]!.operations.entries()) {
    const series = sides.map((): number[] => []);
    for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
      for (const [side, { operations: all }] of sides.entries()) {
        const begun = performance.now();
        await all[place]![1]();
        if (round >= WARM_UP) series[side]!.push(performance.now() - begun);
      }
    }
    const figures = series.map(summarize);
    rows.push([
      name,
      ...figures.slice(1).map(({ median }) => median / figures[0]!.median),
      ...figures.map(({ median, p95 }) => `${median.toFixed(2)} (${p95.toFixed(2)})`),
    ]);
  }
  return rows;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

/** Each document has one passage. */
async function seedDocuments(db: Database, count: number): Promise<void> {
  const passages = distractors(count).map((text) => ({ text }));
  await addIndexedDocument(db.kysely, KNOWLEDGE, 'seed', passages);
  await db.pool.query('update organizations set concurrent_sessions = 1000');
  await db.pool.query(`
    insert into documents (id, organization_id, knowledge_base_id, name, mime_type, size, status, attempt, created_at, updated_at)
      select 'doc' || ordinal, '${ORG}', knowledge_base_id, 'x', 'text/plain', 1, 'indexed', 1, now(), now() from passages;
    update passages set document_id = 'doc' || ordinal, ordinal = 0;
    delete from documents where id = 'seed'`);
}
