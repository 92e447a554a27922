import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { Database } from '../open-database.ts';
import { PassageSearch } from '../search/passage-search.ts';
import { indexPassages } from '../search/write-passages.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { exportDatabase } from './export-database.ts';
import { importDatabase } from './import-database.ts';
import { spoolExport } from './spool-export.ts';
import { listTables } from './transfer-tables.ts';

const opened: TestDatabase[] = [];
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});

async function open(migrate: boolean): Promise<TestDatabase> {
  const database = await createTestDatabase({ migrate });
  opened.push(database);
  return database;
}

async function collect(pieces: AsyncIterable<string>): Promise<string> {
  let all = '';
  for await (const piece of pieces) all += piece;
  return all;
}

/** Returns every row of every table, as PostgreSQL formats it. */
async function everything(db: Database): Promise<Record<string, string[]>> {
  const client = await db.pool.connect();
  try {
    const all: Record<string, string[]> = {};
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query<{ row: string }>(
        `select row_to_json(t)::text as row from "${name}" t order by 1`,
      );
      all[name] = rows.map(({ row }) => row);
    }
    return all;
  } finally {
    client.release();
  }
}

it('moves every row of every type into a new database, which continues from there', async () => {
  const from = await open(true);
  const embedding = { model: 'm', vector: Float32Array.of(1, 2, 3) };
  const passages = Array.from({ length: 450 }, (_, n) => ({
    text: `Passage ${n}\n"über" \\ {parking}`,
    embedding,
  }));
  await indexPassages(from.kysely, 'kb_1', 'doc_1', [passages]);
  await enqueueJob(from.kysely, { kind: 'later', payload: { big: 'x'.repeat(10_000), n: [1.5, null] } });
  // Tables must not be imported in order of their names: knowledge bases refer to organizations.
  await from.pool.query(`
    insert into organizations (id, name, plan, max_session_seconds, concurrent_sessions, document_bytes, charge_by_second,
      anchor_day, allowed_origins, created_at, updated_at)
    values ('org_1', 'Añil', 'free', 1, 1, 1, 0.1, 1, '[]', '2026-01-02 03:04:05.678901+02', now());
    insert into knowledge_bases (id, organization_id, name, created_at, updated_at)
    values ('kb_1', 'org_1', 'One', now(), now());
    insert into documents (id, organization_id, knowledge_base_id, name, mime_type, size, status, attempt, created_at,
      updated_at)
    values ('doc_1', 'org_1', 'kb_1', 'One', 'text/plain', 1, 'indexed', 1, now(), now());
    insert into tools (id, organization_id, name, description, parameters, url, header_names, timeout_ms, secret,
      created_at, updated_at)
    values ('tool_1', 'org_1', 'book', 'Books.', '{"type":"object"}', 'https://a.example/', '["x-key"]', 1000, 'sealed',
      now(), now());
    insert into model_servers (id, organization_id, name, use, url, model, fallback_id, created_at, updated_at)
    values ('msrv_1', 'org_1', 'One', 'llm', 'https://a.example/', repeat('x', 1024 * 1024), 'msrv_2', now(), now()),
      ('msrv_2', 'org_1', 'Two', 'llm', 'https://a.example/', 'of a later batch', 'msrv_1', now(), now());
    insert into agents (id, organization_id, provider, search, emotions, memory, created_at, updated_at)
    values ('agt_1', 'org_1', 'gemini', false, false, true, now(), now());
    insert into agent_tools values ('agt_1', 'tool_1', 0);
    insert into memories (id, organization_id, "user", avatar_id, content, content_key, conversation_id, created_at,
      updated_at)
    values ('mem_1', 'org_1', 'uma', 'avt_1', 'I like tea.', 'i like tea', 'conv_1', now(), now());
    insert into memory_erasures (organization_id, any_client, "user", erased_at)
    values ('org_1', true, 'uma', now())`);
  // The chunks are cut anywhere, even within a character.
  const text = Buffer.from(await collect(exportDatabase(from)));
  const pieces = Array.from({ length: Math.ceil(text.length / 777) }, (_, n) =>
    text.subarray(n * 777, n * 777 + 777),
  );

  const to = await open(false);
  // An import that fails halfway leaves nothing behind.
  const broken = Readable.from([text.toString(), '{"table":"nowhere","columns":[]}\n']);
  await expect(importDatabase(to, broken)).rejects.toThrow('nowhere');
  expect(Object.values(await everything(to)).flat()).toEqual([]);
  const [header, ...rest] = text.toString().trimEnd().split('\n');
  const row = (change: (values: unknown[]) => unknown, of = '"organizations"') => {
    const at = rest.findIndex((line) => line.startsWith(`{"table":${of}`)) + 1;
    return rest.with(at, JSON.stringify(change(JSON.parse(rest[at]!) as unknown[])));
  };
  const forged: [what: string, lines: string[], says: RegExp][] = [
    ['a value too many', row((values) => [...values, 'x']), /a value for each column/],
    ['a value too few', row((values) => values.slice(1)), /a value for each column/],
    ['no row', row(() => 'x'), /neither a table nor a row/],
    ['an empty line', ['', ...rest], /neither a table nor a row/],
    ['a table twice', rest.flatMap((line) => (line.startsWith('{') ? [line, line] : [line])), /twice/],
    ['two rows in a line', rest.map((line) => (line.startsWith('["org_1"') ? `${line},${line}` : line)), /./],
    ['NUL', row(([, ...values]) => ['\0', ...values]), /does not match the database/],
    [
      'a giant number',
      row((values) => values.map((it) => (it === '1' ? '9'.repeat(900) : it))),
      /does not match the database/,
    ],
    [
      'a row twice',
      rest.flatMap((line) => (line.startsWith('["org_1"') ? [line, line] : [line])),
      /does not match the database/,
    ],
    ['what nobody owns', rest.filter((line) => !line.startsWith('["org_1"')), /does not match the database/],
    ['no table', rest.filter((line) => !line.startsWith('{"table":"organizations"')), /./],
    [
      'fewer tables',
      rest.slice(
        0,
        rest.findLastIndex((line) => line.startsWith('{')),
      ),
      /is incomplete/,
    ],
    ['a row of nothing', ['[1]', ...rest], /a row before the first table/],
    ['no JSON', ['{"table"', ...rest], /neither a table nor a row/],
    ['columns that are none', ['{"table":"organizations","columns":3}'], /neither a table nor a row/],
    [
      'a column twice',
      ['{"table":"agent_tools","columns":["agent_id","agent_id","position"]}'],
      /does not match a table/,
    ],
    ['an endless line', ['["'.padEnd(65 * 2 ** 20)], /too long/],
  ];
  for (const [what, lines, says] of forged) {
    const work = importDatabase(to, Readable.from([header, ...lines].map((line) => `${line}\n`)));
    await expect(work, what).rejects.toMatchObject({
      name: 'ImportError',
      message: expect.stringMatching(says),
    });
  }
  await expect(
    importDatabase(to, Readable.from(['{"format":"visavis-export","formatVersion":1,"migration":"x"}'])),
  ).rejects.toThrow('not a Visavis export');
  expect(Object.values(await everything(to)).flat()).toEqual([]);
  const count = await importDatabase(to, Readable.from(pieces));
  const before = await everything(from);
  expect(await everything(to)).toEqual(before);
  expect(count).toBe(Object.values(before).flat().length);

  const id = await enqueueJob(to.kysely, { kind: 'next', payload: null });
  expect(Number(id)).toBeGreaterThan(1);
  const found = await new PassageSearch(to.kysely).search('kb_1', 'parking', 3, embedding);
  expect(found[0]?.similarity).toBeCloseTo(1, 5);
});

it('a slow reader of an export does not block the store, and an export without disk space leaves nothing', async () => {
  const db = await open(true);
  for (let n = 0; n < 20; n++)
    await enqueueJob(db.kysely, { kind: 'later', payload: { n, big: 'x'.repeat(10_000) } });
  const folder = await mkdtemp(join(tmpdir(), 'visavis-export-'));
  const disk = { take: async () => true, settle: () => undefined, isShort: async () => false };
  try {
    const whole = await collect(exportDatabase(db));
    const lines = (await spoolExport(db, folder, disk)).setEncoding('utf8');
    const reading = lines[Symbol.asyncIterator]();
    let read = (await reading.next()).value as string;
    await enqueueJob(db.kysely, { kind: 'of somebody else', payload: {} });
    read += await collect({ [Symbol.asyncIterator]: () => reading });
    expect(read).toBe(whole);

    const full = spoolExport(db, folder, { ...disk, take: async () => false });
    await expect(full).rejects.toThrow('the disk is full');
    await enqueueJob(db.kysely, { kind: 'of somebody else', payload: {} });
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
