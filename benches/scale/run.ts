import { createRetention } from '@visavis/server/dist/domain/erasure/retention.js';
import { silentLogger } from '@visavis/server/dist/lib/logger.js';
import { createStores } from '@visavis/server/dist/store/create-stores.js';
import { foldChanges } from '@visavis/server/dist/store/lists/recount.js';
import type { Database } from '@visavis/server/dist/store/open-database.js';
import { addIndexedDocument } from '@visavis/server/dist/store/testing/add-indexed-document.js';
import { seedConversations } from '@visavis/server/dist/store/testing/seed-conversations.js';
import type { Bench } from '../support/bench.ts';
import { inTurns, timed } from '../support/measure.ts';
import { distractors } from '../support/question-set.ts';
import { type Report, summarize } from '../support/report.ts';
import { within } from '../support/scope.ts';
import { KNOWLEDGE, ORG, operations } from '../support/store-requests.ts';
import { kindsOfStore, openStore } from '../support/stores.ts';

const ENTRIES_EACH = 5;
const ROUNDS = 40;
const WARM_UP = 10;
/** The embedded engine is a WebAssembly of 32 bits in one thread, and a million would take it an hour to fill. */
const SIZES = { postgres: '1000,100000,1000000', embedded: '1000,100000' };
const YEAR_DAYS = 365;
const KEPT_DAYS = 30;
/** The most rounds that are measured beside the retention. */
const MOST_ROUNDS = 1000;
/** As the service adds pending changes of lists to their counts. */
const FOLD_MS = 1000;
/** What is asked beside the retention, of the names of `operations`. */
const ASKED = /^(?:list|list of a client|get|start.*|search)$/;

/** The first size is what the others are compared with; 1,000 and, for the last, 20,000 are the least that fill every page. Then, in the store of the last size, the same beside the retention. */
export async function run({ options, report }: Bench): Promise<void> {
  const { store, sizes: wanted, documents } = options({ store: '', sizes: '', documents: 10_000 });
  report.text(
    `${ENTRIES_EACH} entries a conversation, over a year, ten conversations a user; ${documents} documents. One caller, ${ROUNDS} times each. The sizes take turns, so that whatever else the machine does meets them all.`,
  );
  for (const kind of await kindsOfStore(store)) {
    await within(async (scope) => {
      const sizes = (wanted || SIZES[kind]).split(',').map(Number);
      report.heading(`${kind}, ${sizes.join(', ')} conversations`);
      const dbs: Database[] = [];
      for (const size of sizes) {
        const db = await openStore(scope, kind);
        dbs.push(db);
        report.text(`${size}: filled in ${(await fill(db, size, documents)).toFixed(1)} s`);
      }
      report.text('');
      await compare(
        dbs.map((db, n) => operations(db, sizes[n]!)),
        sizes,
        report,
      );
      report.text('Target: at most 1.5 times the median at 1,000.');
      report.heading(`${kind}, ${sizes.at(-1)} conversations, beside the retention that deletes old ones`);
      await besideRetention(dbs.at(-1)!, sizes.at(-1)!, report);
    });
  }
}

/** The seconds that it takes. Each document has one passage. */
async function fill(db: Database, size: number, documents: number): Promise<number> {
  const { ms } = await timed(async () => {
    await addIndexedDocument(
      db.kysely,
      KNOWLEDGE,
      'seed',
      distractors(documents).map((text) => ({ text })),
    );
    await db.pool.query('update organizations set concurrent_sessions = 1000');
    await db.pool.query(`
      insert into documents (id, organization_id, knowledge_base_id, name, mime_type, size, status, attempt, created_at, updated_at)
        select 'doc' || ordinal, '${ORG}', knowledge_base_id, 'x', 'text/plain', 1, 'indexed', 1, now(), now() from passages;
      update passages set document_id = 'doc' || ordinal, ordinal = 0;
      delete from documents where id = 'seed'`);
    const seed = { organizationId: ORG, conversations: size, days: YEAR_DAYS, entriesEach: ENTRIES_EACH };
    await seedConversations(db.pool, seed);
    await foldChanges(db.kysely);
    await db.pool.query('vacuum analyze');
  });
  return ms / 1000;
}

async function compare(
  sides: readonly ReturnType<typeof operations>[],
  sizes: readonly number[],
  report: Report,
): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const name of Object.keys(sides[0]!)) {
    const works = sides.map((side) => side[name]!);
    const [first, ...others] = (await inTurns(works, (round) => round < ROUNDS, WARM_UP)).map(summarize);
    rows.push([
      name,
      first!.n,
      ...others.map(({ median }) => median / first!.median),
      ...[first!, ...others].map(({ median, p95 }) => `${median.toFixed(2)} (${p95.toFixed(2)})`),
    ]);
  }
  const ratios = sizes.slice(1).map((size) => `${size}: ratio to ${sizes[0]}`);
  report.table([['', 'n', ...ratios, ...sizes.map((size) => `${size}: median ms (p95)`)], ...rows]);
}

/** The same requests without the job, before it, are the yardstick. */
async function besideRetention(db: Database, size: number, report: Report): Promise<void> {
  // What is asked for is among those that stay.
  const all = Object.entries(operations(db, Math.floor((size * KEPT_DAYS) / YEAR_DAYS / 2)));
  const requests = all.filter(([name]) => ASKED.test(name));
  const works = requests.map(([, work]) => work);
  const folding = setInterval(() => void foldChanges(db.kysely).catch(() => undefined), FOLD_MS);
  const without = await inTurns(works, (round) => round < ROUNDS, WARM_UP);
  const ended = new AbortController();
  let isOver = false;
  const job = timed(() => applyRetention(db, ended.signal)).finally(() => {
    isOver = true;
  });
  let beside: number[][];
  try {
    beside = await inTurns(works, (round) => !isOver && round < MOST_ROUNDS);
  } finally {
    ended.abort();
    // The store is not closed under the job, also where a request fails.
    await job;
  }
  const { value: count, ms } = await job;
  clearInterval(folding);
  report.measured(
    requests.flatMap(([name], at) => [
      { name: `${name}, before (yardstick)`, values: without[at]!, unit: 'ms' },
      { name, values: beside[at]!, unit: 'ms', to: without[at]! },
    ]),
  );
  report.text(
    `${count} conversations were deleted with their records, ${((1000 * count) / ms).toFixed(0)} a second: 20 in a transaction, and then a rest three times as long, because the embedded store does one transaction after the other.`,
  );
}

/** How many conversations it erased until it was over, or ended. */
async function applyRetention(db: Database, signal: AbortSignal): Promise<number> {
  const { erasures, organizations } = createStores(db.kysely);
  let count = 0;
  const retention = createRetention({
    store: erasures,
    organizations,
    defaultDays: KEPT_DAYS,
    measures: {
      erased: (_cause, gone) => {
        count += gone.conversations ?? 0;
      },
    },
    clock: () => new Date(),
    logger: silentLogger,
  });
  await retention.apply(signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return count;
}
