import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Conversation } from '@visavis/server/dist/domain/conversations/conversation.js';
import { billingCycle } from '@visavis/server/dist/domain/organizations/billing-cycle.js';
import { createStores } from '@visavis/server/dist/store/create-stores.js';
import { foldChanges } from '@visavis/server/dist/store/lists/recount.js';
import { type Database, openDatabase } from '@visavis/server/dist/store/open-database.js';
import { PassageSearch } from '@visavis/server/dist/store/search/passage-search.js';
import { addIndexedDocument } from '@visavis/server/dist/store/testing/add-indexed-document.js';
import { askedPassages, distractors } from '@visavis/server/dist/store/testing/question-set.js';
import { SEEDED, seedConversations } from '@visavis/server/dist/store/testing/seed-conversations.js';
import { findPostgres, startPostgres } from '@visavis/tests/dist/support/postgres.js';
import pg from 'pg';
import { type Bench, summarize } from '../support/report.ts';

const ORG = 'org_1';
const KNOWLEDGE = 'kb_bench';
const ENTRIES_EACH = 5;
const TAKE = 20;
const ROUNDS = 40;
const WARM_UP = 10;
/** The highest acceptable ratio of the times at 1,000,000 and at 1,000. */
const TARGET = 1.5;
const LONG_MS = 3_600_000;

interface Setting {
  name: string;
  sizes: number[];
  /** `open` gives each size a database of its own. */
  begin(): Promise<{ open: (size: number) => Promise<Database>; close: () => Promise<void> }>;
}

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
    if (setting === postgres && !(await findPostgres())) continue;
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

const postgres: Setting = {
  name: 'postgres',
  sizes: [1_000, 100_000, 1_000_000],
  async begin() {
    const server = await startPostgres();
    const opened: Database[] = [];
    return {
      async open(size) {
        const admin = new pg.Client({ connectionString: server.url });
        await admin.connect();
        await admin.query(`create database scale_${size}`);
        await admin.end();
        const url = new URL(server.url);
        url.pathname = `/scale_${size}`;
        const db = await openDatabase({ url: url.href, poolSize: 10, statementTimeoutMs: LONG_MS });
        opened.push(db);
        return db;
      },
      close: async () => {
        for (const db of opened) await db.close();
        await server.stop();
      },
    };
  },
};

/** To 100,000: the engine is a WebAssembly of 32 bits in one thread, and a million would take it an hour to fill. */
const embedded: Setting = {
  name: 'embedded',
  sizes: [1_000, 100_000],
  async begin() {
    const root = await fs.mkdtemp(path.join(os.tmpdir(), 'visavis-bench-'));
    const opened: Database[] = [];
    return {
      async open(size) {
        const dataDir = path.join(root, String(size));
        const db = await openDatabase({
          dataDir,
          durable: false,
          vacuumMs: LONG_MS,
          statementTimeoutMs: LONG_MS,
        });
        opened.push(db);
        return db;
      },
      close: async () => {
        for (const db of opened) await db.close();
        await fs.rm(root, { recursive: true, force: true });
      },
    };
  },
};

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

type Work = () => Promise<unknown>;

/** The store's part of each request, called as the API calls it. */
function operations(db: Database, kept: number): [string, Work][] {
  const stores = createStores(db.kysely);
  const { conversations, usage } = stores;
  const records = (rows: readonly { id: string }[]) => {
    const ids = rows.map(({ id }) => id);
    return Promise.all([
      conversations.personas(ids),
      conversations.transcripts(ids, 51),
      conversations.timelines(ids, 51),
    ]);
  };
  const list = async (page: object) => {
    const { rows } = await conversations.list(ORG, { skip: 0, take: TAKE, ...page });
    if (rows.length < TAKE) throw new Error(`a page of ${rows.length}`);
    await records(rows);
  };
  const deep = Math.floor(kept * 0.9);
  const now = new Date();
  const cycle = billingCycle(1, now);
  const search = new PassageSearch(db.kysely);
  const questions = askedPassages.flatMap((passage) => passage.questions);
  let n = 0;
  const nth = () => {
    n += 1;
    return n;
  };
  const idOf = (number: number) => `conv_${String(number).padStart(26, '0')}`;
  return [
    ['list', () => list({})],
    ['list of a client', () => list({ client: SEEDED.client })],
    ['list of a status', () => list({ status: 'error' })],
    [
      'list of a month',
      () => list({ from: new Date(now.getTime() - 60 * 864e5), until: new Date(now.getTime() - 30 * 864e5) }),
    ],
    ['deep list, skip of 90 %', () => list({ skip: deep })],
    [
      'page behind a cursor at 90 %',
      async () => {
        const { rows } = await db.pool.query<{ at: string; id: string }>(
          `select to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id from conversations where id = $1`,
          [idOf(deep)],
        );
        await list({ after: rows[0] });
      },
    ],
    [
      'get',
      async () => {
        const found = await conversations.find(idOf(1 + ((nth() * 7919) % kept)));
        await records([found!]);
      },
    ],
    ['start, the store’s part, and its end', () => start(stores, idOf(1), nth())],
    ['usage by user', () => usage.byUser(ORG, cycle, now, { skip: 0, take: TAKE })],
    ['seconds of the cycle', () => usage.seconds(ORG, cycle, now)],
    ['search', () => search.search(KNOWLEDGE, questions[nth() % questions.length]!, 5)],
  ];
}

async function start(stores: ReturnType<typeof createStores>, like: string, number: number): Promise<void> {
  const { conversations } = stores;
  const known = (await conversations.find(like))!;
  await conversations.countRunning(ORG);
  const id = `conv_started${number}`;
  const now = new Date();
  const conversation: Conversation = {
    ...known,
    id,
    status: 'running',
    endReason: null,
    endedAt: null,
    startedAt: now,
    createdAt: now,
    updatedAt: now,
  };
  await conversations.admit(ORG, () => ({ conversation, persona: {}, timeline: [] }));
  await conversations.confirm(id, () => []);
  await conversations.finish(
    id,
    { status: 'ended', reason: 'stopped', detail: null, endedAt: now },
    () => [],
  );
  await conversations.discard(id);
}
