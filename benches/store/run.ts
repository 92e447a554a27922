import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '@visavis/server/dist/store/open-database.js';
import { findPostgres, startPostgres } from '@visavis/tests/dist/support/postgres.js';
import { type Report, summarize } from '../support/report.ts';

interface Candidate {
  name: string;
  open(): Promise<{ db: Database; close: () => Promise<void> }>;
}

const CALLERS = 32;
const PAGE_ROWS = 2_900;
const WARM_UP = 20;

/**
 * The time of the usual statements on the embedded database and on PostgreSQL, and its ratio to what the same store needs for the
 * least that it can do: to read, `select 1`; to write, a row of four bytes without an index. `args[0]`: statements in a series.
 */
export async function run(args: string[], report: Report): Promise<void> {
  const n = Number(args[0] ?? 1_000);
  const candidates: Candidate[] = [embedded('embedded', true), embedded('embedded, no fsync', false)];
  if (findPostgres()) candidates.push(postgres());
  await starts(report);
  for (const candidate of candidates) {
    const { db, close } = await candidate.open();
    try {
      report.heading(candidate.name);
      await statements(db, n, report);
    } finally {
      await close();
    }
  }
}

function embedded(name: string, durable: boolean): Candidate {
  return {
    name,
    async open() {
      const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'visavis-bench-'));
      const db = await openDatabase({ dataDir, durable });
      const close = async () => {
        await db.close();
        await fs.rm(dataDir, { recursive: true, force: true });
      };
      return { db, close };
    },
  };
}

function postgres(): Candidate {
  return {
    name: 'PostgreSQL, same machine, fsync',
    async open() {
      const server = await startPostgres({ durable: true });
      const db = await openDatabase({ url: server.url, poolSize: CALLERS });
      const close = async () => {
        await db.close();
        await server.stop();
      };
      return { db, close };
    },
  };
}

async function starts(report: Report): Promise<void> {
  const cold: number[] = [];
  const warm: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'visavis-bench-'));
    for (const series of [cold, warm, warm]) {
      const start = performance.now();
      const db = await openDatabase({ dataDir });
      series.push(performance.now() - start);
      await db.close();
    }
    await fs.rm(dataDir, { recursive: true, force: true });
    // The first start of an installation makes the template, which is not measured here.
    if (round === 0) {
      cold.length = 0;
      warm.length = 0;
    }
  }
  report.heading('start of the embedded database');
  report.measured([
    { name: 'first start in a new data directory', values: cold, unit: 'ms', target: '1000' },
    { name: 'later start', values: warm, unit: 'ms', target: '300' },
  ]);
}

async function statements(db: Database, n: number, report: Report): Promise<void> {
  const { pool } = db;
  await pool.query(`
    create table bench_items (id text primary key, organization text not null, client text not null,
      created_at timestamptz not null default now(), meta jsonb not null default '{}');
    create index on bench_items (organization, client, created_at desc, id desc);
    create table bench_entries (item text not null, seq int not null, author text, content text not null,
      primary key (item, seq));
    insert into bench_items (id, organization, client) select 'old' || i, 'org' || i % 3, 'client' || i % 5
      from generate_series(1, ${PAGE_ROWS * 15}) i;
    create table bench_bare (n int not null);
    analyze bench_items`);
  let next = 0;
  const insert = () => {
    next += 1;
    const sql =
      'insert into bench_items (id, organization, client, meta) values ($1, $2, $3, $4) returning *';
    return pool.query(sql, [`new${next}`, 'org1', 'client1', '{"a":1}']);
  };
  const byKey = () => {
    next += 1;
    return pool.query('select * from bench_items where id = $1', [`old${(next % 40_000) + 1}`]);
  };
  const page = async () => {
    const where = ['org2', 'client2'];
    await pool.query(
      'select * from bench_items where organization = $1 and client = $2 order by created_at desc, id desc limit 20',
      where,
    );
    await pool.query('select count(*) from bench_items where organization = $1 and client = $2', where);
  };
  const entry = () => {
    next += 1;
    const sql = 'insert into bench_entries (item, seq, author, content) values ($1, $2, $3, $4)';
    return pool.query(sql, [
      'conversation',
      next,
      'user',
      'And what does that cost for a whole month, then?',
    ]);
  };
  const bareRead: Yardstick = { name: '`select 1`', work: () => pool.query('select 1') };
  const bareWrite: Yardstick = {
    name: 'a row of four bytes',
    work: () => pool.query('insert into bench_bare values (1)'),
  };
  const series: { name: string; work: () => Promise<unknown>; yardstick: Yardstick }[] = [
    { name: 'insert', work: insert, yardstick: bareWrite },
    { name: 'by key', work: byKey, yardstick: bareRead },
    { name: `page of 20 and count of ${PAGE_ROWS}`, work: page, yardstick: bareRead },
    { name: 'transcript entry', work: entry, yardstick: bareWrite },
  ];
  const rows: { name: string; values: number[]; unit: string }[] = [];
  const ratios: [string, string, string][] = [['', 'to', 'ratio of the medians']];
  const rates: [string, string][] = [['', `per second, ${CALLERS} callers`]];
  for (const { name, work, yardstick } of series) {
    const count = name.startsWith('page') ? Math.ceil(n / 5) : n;
    const [values, bare] = await inTurns(work, yardstick.work, count);
    rows.push(
      { name, values, unit: 'ms' },
      { name: `in turns: ${yardstick.name}`, values: bare, unit: 'ms' },
    );
    ratios.push([name, yardstick.name, (summarize(values).median / summarize(bare).median).toFixed(2)]);
    rates.push([name, (await together(work, count * 2)).toFixed(0)]);
  }
  report.table(ratios);
  report.text('');
  report.measured(rows);
  report.text('');
  report.table(rates);
}

interface Yardstick {
  name: string;
  work: () => Promise<unknown>;
}

/** One and then the other, so that they share the machine's moments; the first rounds are not measured. */
async function inTurns(
  work: () => Promise<unknown>,
  other: () => Promise<unknown>,
  count: number,
): Promise<[number[], number[]]> {
  const values: [number[], number[]] = [[], []];
  for (let round = -WARM_UP; round < count; round += 1) {
    for (const [place, each] of [work, other].entries()) {
      const start = performance.now();
      await each();
      if (round >= 0) values[place]!.push(performance.now() - start);
    }
  }
  return values;
}

async function together(work: () => Promise<unknown>, count: number): Promise<number> {
  let left = count;
  const start = performance.now();
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return count / ((performance.now() - start) / 1_000);
}
