import { createRetention } from '@visavis/server/dist/domain/erasure/retention.js';
import { createStores } from '@visavis/server/dist/store/create-stores.js';
import { foldChanges } from '@visavis/server/dist/store/lists/recount.js';
import type { Database } from '@visavis/server/dist/store/open-database.js';
import { addIndexedDocument } from '@visavis/server/dist/store/testing/add-indexed-document.js';
import { seedConversations } from '@visavis/server/dist/store/testing/seed-conversations.js';
import { findPostgres } from '@visavis/tests/dist/support/postgres.js';
import { type Bench, summarize } from '../support/report.ts';
import { KNOWLEDGE, ORG, operations, type Work } from '../support/store-requests.ts';
import { embedded, postgres } from '../support/stores.ts';

const ENTRIES_EACH = 5;
const YEAR_DAYS = 365;
const KEPT_DAYS = 30;
const WARM_UP = 10;
/** Rounds without the job, and the most that are measured beside it. */
const ROUNDS = 100;
const MOST = 1_000;
/** As the service adds pending changes of lists to their counts. */
const FOLD_MS = 1_000;
const ASKED = ['list', 'list of a client', 'get', 'start, the store’s part, and its end', 'search'];

/**
 * Whether requests stay fast while the retention deletes old conversations. `[postgres|embedded] [conversations]`. The same
 * requests without the job, before it, are the yardstick.
 */
export const run: Bench = async ([store = '', wanted = '100000'], report) => {
  const size = Number(wanted);
  report.text(
    `${ENTRIES_EACH} entries a conversation, over a year; VISAVIS_RETENTION_DAYS=${KEPT_DAYS}. One caller beside the job.`,
  );
  for (const setting of [postgres, embedded]) {
    if (store && setting.name !== store) continue;
    if (setting === postgres && !findPostgres()) continue;
    report.heading(`${setting.name}, ${size} conversations`);
    const { open, close } = await setting.begin();
    try {
      const db = await open(size);
      await fill(db, size);
      // What is asked for is among those that stay.
      const kept = Math.floor((size * KEPT_DAYS) / YEAR_DAYS / 2);
      const requests = operations(db, kept).filter(([name]) => ASKED.includes(name));
      const folding = setInterval(() => void foldChanges(db.kysely).catch(() => undefined), FOLD_MS);
      await measure(requests, (round) => round < WARM_UP);
      const without = await measure(requests, (round) => round < ROUNDS);
      let isOver = false;
      const begun = performance.now();
      const job = applyRetention(db).then((count) => {
        isOver = true;
        return { count, seconds: (performance.now() - begun) / 1000 };
      });
      const beside = await measure(requests, (round) => !isOver && round < MOST);
      const { count, seconds } = await job;
      clearInterval(folding);
      report.text(
        `${count} conversations deleted with their records in ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} a second.\n`,
      );
      report.table([
        ['', 'ratio of medians', 'without: n', 'median ms (p95)', 'beside the job: n', 'median ms (p95)'],
        ...requests.map(([name], at) => {
          const [yardstick, measured] = [summarize(without[at]!), summarize(beside[at]!)];
          return [
            name,
            measured.median / yardstick.median,
            String(yardstick.n),
            `${yardstick.median.toFixed(2)} (${yardstick.p95.toFixed(2)})`,
            String(measured.n),
            `${measured.median.toFixed(2)} (${measured.p95.toFixed(2)})`,
          ];
        }),
      ]);
    } finally {
      await close();
    }
  }
  report.text(
    '\nThe job deletes 20 conversations in a transaction and then rests three times as long: the embedded store does one transaction after the other.',
  );
};

async function fill(db: Database, size: number): Promise<void> {
  await addIndexedDocument(db.kysely, KNOWLEDGE, 'seed', [{ text: 'The museum opens at nine.' }]);
  await db.pool.query('update organizations set concurrent_sessions = 1000');
  await seedConversations(db.pool, {
    organizationId: ORG,
    conversations: size,
    days: YEAR_DAYS,
    entriesEach: ENTRIES_EACH,
  });
  await foldChanges(db.kysely);
  await db.pool.query('vacuum analyze');
}

/** Milliseconds of each request, which take turns. */
async function measure(
  requests: readonly [string, Work][],
  goesOn: (round: number) => boolean,
): Promise<number[][]> {
  const times = requests.map((): number[] => []);
  for (let round = 0; goesOn(round); round += 1) {
    for (const [at, [, work]] of requests.entries()) {
      const begun = performance.now();
      await work();
      times[at]!.push(performance.now() - begun);
    }
  }
  return times;
}

/** How many conversations it erased. */
async function applyRetention(db: Database): Promise<number> {
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
    logger: {
      info: () => undefined,
      warn: () => undefined,
      error: () => undefined,
      debug: () => undefined,
    } as never,
  });
  await retention.apply(new AbortController().signal);
  return count;
}
