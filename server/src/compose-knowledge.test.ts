import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeKnowledge } from './compose-knowledge.ts';
import type { BlobStore } from './domain/blobs.ts';
import { systemClock } from './domain/clock.ts';
import { createDocuments } from './domain/knowledge-bases/documents.ts';
import { createKnowledgeBases } from './domain/knowledge-bases/knowledge-bases.ts';
import { openFileBlobStore } from './store/blobs/file-blob-store.ts';
import { createStores } from './store/create-stores.ts';
import { createTestDatabase, type TestDatabase } from './store/testing/test-database.ts';

let database: TestDatabase;
let folder: string;
let blobs: BlobStore;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'visavis-blobs-'));
  blobs = await openFileBlobStore(folder);
  const now = new Date();
  await database.kysely
    .insertInto('organizations')
    .values({
      id: 'org_1',
      name: 'x',
      plan: 'free',
      max_session_seconds: 60,
      concurrent_sessions: 1,
      document_bytes: 1000,
      monthly_seconds: null,
      charge_by_second: 0,
      anchor_day: 1,
      allowed_origins: '[]',
      created_at: now,
      updated_at: now,
    })
    .execute();
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

/** `failing`: the service dies between the change of status and the queue. */
function compose(failing = false) {
  const stores = createStores(database.kysely);
  const knowledge = composeKnowledge({
    database,
    blobs,
    conversations: stores.conversations,
    documents: stores.documents,
    log: pino({ level: 'silent' }),
  });
  const never = new Promise<void>(() => undefined);
  const documents = createDocuments({
    store: stores.documents,
    blobs,
    queue: failing ? { enqueue: () => never } : knowledge.indexQueue,
    knowledgeIndex: knowledge.index,
    secret: new Uint8Array(32),
    clock: systemClock,
  });
  const knowledgeBases = createKnowledgeBases({
    store: stores.knowledgeBases,
    documents,
    clock: systemClock,
  });
  return { knowledge, documents, knowledgeBases, stores };
}

const countIndexed = async () => {
  const counts: Record<string, number> = {};
  for (const table of ['passages', 'knowledge_lexemes', 'knowledge_words', 'knowledge_indexes'] as const) {
    const { n } = await database.kysely
      .selectFrom(table)
      .select((e) => e.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(n);
  }
  return counts;
};

it('a document left indexing is indexed after a restart, once; deleting its knowledge base leaves nothing', async () => {
  const before = compose(true);
  const kb = await before.knowledgeBases.create('org_1', { name: 'Manuals' });
  const { document } = await before.documents.create(kb, { name: 'a.txt', mimeType: 'text/plain' });
  await before.documents.upload(document, Readable.from([Buffer.from('The museum opens at nine.')]), 1000);
  void before.documents.index(kb, document.id);
  const status = async () => (await before.stores.documents.find(document.id))?.status;
  await expect.poll(status).toBe('indexing');

  const after = compose();
  expect(await after.documents.resumeIndexing()).toBe(1);
  expect(await after.documents.resumeIndexing()).toBe(1);
  const jobs = await database.kysely.selectFrom('jobs').select('payload').execute();
  expect(jobs).toEqual([{ payload: { documentId: document.id, attempt: 1 } }]);
  await database.kysely.deleteFrom('jobs').execute();

  const running = await after.knowledge.start(after.documents);
  try {
    await expect.poll(status, { timeout: 30_000 }).toBe('indexed');
    expect(await countIndexed()).toMatchObject({ passages: 1, knowledge_indexes: 1 });
    await after.knowledgeBases.remove('org_1', kb.id);
    expect(await countIndexed()).toEqual({
      passages: 0,
      knowledge_lexemes: 0,
      knowledge_words: 0,
      knowledge_indexes: 0,
    });
  } finally {
    await running.stop();
  }
}, 60_000);
