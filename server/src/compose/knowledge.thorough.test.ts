import { Readable } from 'node:stream';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Config } from '../config.ts';
import type { BlobStore } from '../domain/blobs.ts';
import { systemClock } from '../domain/clock.ts';
import type { KnowledgeBase, KnowledgeDocument } from '../domain/knowledge-bases/document.ts';
import { createDocuments } from '../domain/knowledge-bases/documents.ts';
import { createKnowledgeBases } from '../domain/knowledge-bases/knowledge-bases.ts';
import { packageVersion } from '../lib/package-version.ts';
import { useFolder } from '../lib/testing/use-folder.ts';
import { useServers } from '../lib/testing/use-servers.ts';
import { openFileBlobStore } from '../store/blobs/file-blob-store.ts';
import { createStores } from '../store/create-stores.ts';
import { JobRunner } from '../store/jobs/job-runner.ts';
import { claimJobs, requeueExpired } from '../store/jobs/job-statements.ts';
import { PassageSearch } from '../store/search/passage-search.ts';
import { indexPassages, removeKnowledgeBase } from '../store/search/write-passages.ts';
import { crossTenant } from '../store/tenants/tenant-guard.ts';
import { addIndexedDocument } from '../store/testing/add-indexed-document.ts';
import { insertOrganization } from '../store/testing/insert-organization.ts';
import { useTestDatabase } from '../store/testing/use-test-database.ts';
import { composeKnowledge } from './knowledge.ts';

type ModelEndpoint = NonNullable<Config['embeddings']>;

let blobs: BlobStore;

const folder = useFolder();
const database = useTestDatabase();
beforeAll(async () => {
  blobs = await openFileBlobStore(folder);
  await insertOrganization(database.kysely);
});

/** `failing`: crashes between the change of status and the queueing of the job. `read`: replaces `blobs.get`. */
function compose({
  failing = false,
  embeddings,
  read = (key) => blobs.get(key),
  turnMs,
}: {
  failing?: boolean;
  embeddings?: ModelEndpoint;
  read?: BlobStore['get'];
  turnMs?: number;
} = {}) {
  const stores = createStores(database.kysely);
  const knowledge = composeKnowledge({
    database,
    blobs: { get: read, delete: (key) => blobs.delete(key) },
    conversations: stores.conversations,
    documents: stores.documents,
    embeddings,
    ...(turnMs !== undefined && { turnMs }),
    log: pino({ level: 'silent' }),
  });
  const never = new Promise<void>(() => undefined);
  const documents = createDocuments({
    store: stores.documents,
    blobs,
    queue: failing ? { enqueue: () => never } : knowledge.indexQueue,
    knowledgeIndex: knowledge.index,
    storedBytes: { reserve: async (_id, { maxBytes }) => ({ bytes: maxBytes, release: () => undefined }) },
    secret: new Uint8Array(32),
    clock: systemClock,
  });
  const knowledgeBases = createKnowledgeBases(stores.knowledgeBases, systemClock);
  return { knowledge, documents, knowledgeBases, stores };
}

type Composed = ReturnType<typeof compose>;

/** Uploads a text, by default into a new knowledge base, and queues it for indexing. */
async function addText(
  { documents, knowledgeBases }: Composed,
  organizationId: string,
  text: string,
  { into, mimeType = 'text/plain' }: { into?: KnowledgeBase; mimeType?: 'text/plain' | 'text/html' } = {},
) {
  const kb = into ?? (await knowledgeBases.create(organizationId, { name: 'Manuals' }));
  const { document } = await documents.create(kb, { name: 'a', mimeType });
  await documents.upload(document, Readable.from([Buffer.from(text)]), { maxBytes: 10_000_000 });
  return { kb, document: await documents.index(kb, document.id) };
}

/** Indexes what is queued during `work`, and leaves no job. */
async function whileIndexing(
  { knowledge, documents }: Pick<Composed, 'knowledge' | 'documents'>,
  work: () => Promise<void>,
): Promise<void> {
  const jobs = new JobRunner({ db: database });
  const running = await knowledge.start(documents, jobs);
  await jobs.start();
  try {
    await work();
  } finally {
    await jobs.stop();
    await running.stop();
    await database.kysely.deleteFrom('jobs').execute();
  }
}

const statusOf =
  ({ stores }: Composed, { id }: KnowledgeDocument) =>
  async () =>
    (await stores.documents.findInAnyOrganization(id))?.status;

const countIndexed = async () => {
  const counts: Record<string, number> = {};
  for (const table of ['passages', 'knowledge_lexemes', 'knowledge_words', 'knowledge_indexes'] as const) {
    const { n } = await crossTenant(database.kysely, 'operator')
      .selectFrom(table)
      .select((e) => e.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(n);
  }
  return counts;
};

it('a document that was being indexed is indexed once after a restart; deleting its knowledge base leaves nothing', async () => {
  const before = compose({ failing: true });
  const kb = await before.knowledgeBases.create('org_1', { name: 'Manuals' });
  const { document } = await before.documents.create(kb, { name: 'a.txt', mimeType: 'text/plain' });
  await before.documents.upload(document, Readable.from([Buffer.from('The museum opens at nine.')]), {
    maxBytes: 1000,
  });
  void before.documents.index(kb, document.id);
  const status = statusOf(before, document);
  await expect.poll(status).toBe('indexing');

  const after = compose();
  expect(await after.documents.resumeIndexing()).toBe(1);
  expect(await after.documents.resumeIndexing()).toBe(1);
  const jobs = await database.kysely.selectFrom('jobs').select('payload').execute();
  expect(jobs).toEqual([{ payload: { documentId: document.id, attempt: 1 } }]);
  await database.kysely.deleteFrom('jobs').execute();

  await whileIndexing(after, async () => {
    await expect.poll(status).toBe('indexed');
    expect(await countIndexed()).toMatchObject({ passages: 1, knowledge_indexes: 1 });
    await after.knowledgeBases.remove('org_1', kb.id);
    await expect.poll(async () => Object.values(await countIndexed())).toEqual([0, 0, 0, 0]);
  });
});

it('a document during which the process died twice is marked as failed, not read again', async () => {
  let reads = 0;
  const composed = compose({
    read: async (key) => {
      reads += 1;
      return blobs.get(key);
    },
  });
  const { documents, stores } = composed;
  const { kb, document } = await addText(composed, 'org_1', 'It opens at nine.');
  for (let death = 0; death < 2; death++) {
    expect(await claimJobs(database.kysely, { kind: 'index_document', limit: 1, leaseMs: 0 })).toHaveLength(
      1,
    );
    await requeueExpired(database.kysely, true);
  }
  await whileIndexing(composed, async () => {
    const state = async () => {
      const { status, statusReason } = (await stores.documents.find(kb.id, document.id))!;
      return { status, statusReason };
    };
    await expect.poll(state).toEqual({
      status: 'failed',
      statusReason:
        'The service stopped while it indexed the document: try again, or split the document into smaller ones.',
    });
    expect(reads).toBe(0);
    expect(await documents.resumeIndexing()).toBe(0);
  });
});

it.each([
  [packageVersion, 'A turn wrote this.'],
  ['another release', 'It opens at nine.'],
])(
  'after a crash, a document continues where its last turn of this release ended (%s)',
  async (release, text) => {
    const composed = compose();
    const { knowledgeBases, knowledge } = composed;
    const { kb, document } = await addText(composed, 'org_1', 'It opens at nine.');
    const { id, attempt } = document;
    const passages = [{ text: 'A turn wrote this.' }, { text: 'The crashed turn wrote this.' }];
    await indexPassages(database.kysely, kb.id, id, [passages], { attempt });
    const payload = JSON.stringify({ documentId: id, attempt, written: 1, release });
    await database.kysely.updateTable('jobs').set({ payload }).where('state', '=', 'queued').execute();
    await whileIndexing(composed, async () => {
      await expect.poll(statusOf(composed, document)).toBe('indexed');
      const { rows } = await knowledge.index.passagesOf(kb.id, id, { skip: 0, take: 10 });
      expect(rows).toMatchObject([{ ordinal: 0, text }]);
    });
    await knowledgeBases.remove('org_1', kb.id);
  },
);

it('slow documents of one organization do not delay those of another', async () => {
  await insertOrganization(database.kysely, { id: 'org_2' });
  const endless: Readable[] = [];
  const composed = compose({
    read: async (key) => {
      if (!key.includes('org_1')) return blobs.get(key);
      endless.push(new Readable({ read: () => undefined }));
      return { stream: endless.at(-1)!, size: 1, contentType: 'text/plain' };
    },
  });
  for (let count = 0; count < 3; count++) await addText(composed, 'org_1', 'It opens at nine.');
  await whileIndexing(composed, async () => {
    try {
      await expect.poll(() => endless.length).toBe(1);
      const other = await addText(composed, 'org_2', 'It opens at nine.');
      await expect.poll(statusOf(composed, other.document)).toBe('indexed');
      expect(endless).toHaveLength(1);
    } finally {
      for (const stream of endless) stream.push(null);
    }
  });
});

it('large documents of two organizations go on after the small one of a third, and miss nothing', async () => {
  const rooms = Array.from({ length: 8_000 }, (_, n) => n);
  const large = rooms.map((n) => `Room ${n} of the museum opens at nine, and closes at ten.\n\n`).join('');
  const reads: string[] = [];
  const composed = compose({
    turnMs: 0,
    read: async (key) => {
      reads.push(key);
      return blobs.get(key);
    },
  });
  const { documents, knowledge } = composed;
  const added: KnowledgeDocument[] = [];
  for (const id of ['org_large_1', 'org_large_2', 'org_small']) {
    await insertOrganization(database.kysely, { id });
    const text = id === 'org_small' ? 'It opens at nine.' : large;
    added.push((await addText(composed, id, text)).document);
  }
  const ends: unknown[] = [];
  const reporting: typeof documents = {
    ...documents,
    report(job, report) {
      const { organizationId } = added.find(({ id }) => id === job.documentId)!;
      if (report.type !== 'progress') ends.push([organizationId, report.type]);
      return documents.report(job, report);
    },
  };
  await whileIndexing({ knowledge, documents: reporting }, async () => {
    await expect.poll(() => ends, { timeout: 100_000 }).toHaveLength(3);
    expect(ends[0]).toEqual(['org_small', 'indexed']);
    expect(reads.length).toBeGreaterThan(3);
    for (const { id, knowledgeBaseId } of added.slice(0, 2)) {
      const { rows } = await knowledge.index.passagesOf(knowledgeBaseId, id, { skip: 0, take: 100_000 });
      expect(rows.map(({ ordinal }) => ordinal)).toEqual(rows.map((_, place) => place));
      const found = rows.flatMap(({ text }) => text.match(/(?<=Room )\d+/g) ?? []);
      expect([...new Set(found)].map(Number)).toEqual(rooms);
    }
  });
  for (const { knowledgeBaseId } of added) await removeKnowledgeBase(database.kysely, knowledgeBaseId);
  await database.kysely.deleteFrom('jobs').execute();
}, 120_000);

it('questions of one organization wait for each other, but not for those of another', async ({ skip }) => {
  if (database.kind !== 'embedded') skip('PostgreSQL answers many at once');
  const { knowledgeBases, knowledge } = compose();
  const ask = async (organizationId: string, count: number) => {
    const { id } = await knowledgeBases.create(organizationId, { name: 'Manuals' });
    await addIndexedDocument(database.kysely, id, `doc_${id}`, [{ text: 'It opens at nine.' }]);
    return Array.from({ length: count }, () => async () => {
      await knowledge.index.search({ id, organizationId }, 'When does it open?', 5);
      answered.push(organizationId);
    });
  };
  const answered: string[] = [];
  await insertOrganization(database.kysely, { id: 'org_3' });
  const questions = [...(await ask('org_1', 12)), ...(await ask('org_3', 1))];
  await Promise.all(questions.map((question) => question()));
  expect(answered).toHaveLength(13);
  expect(answered.indexOf('org_3')).toBeLessThan(2);
});

it('a document is found completely or not at all: not before it is indexed, nor while it is read again', async () => {
  const { documents, knowledgeBases } = compose();
  const kb = await knowledgeBases.create('org_1', { name: 'Manuals' });
  const { document } = await documents.create(kb, { name: 'a.txt', mimeType: 'text/plain' });
  const upload = async (text: string) =>
    documents.upload(
      (await documents.newestOf([kb.id])).get(kb.id)![0]!,
      Readable.from([Buffer.from(text)]),
      { maxBytes: 1000 },
    );
  const search = new PassageSearch(database.kysely);
  const find = async (question: string) => (await search.search(kb.id, question, 5)).map(({ text }) => text);
  const index = async () => {
    const { attempt } = await documents.index(kb, document.id);
    return (content: string) =>
      documents.report({ documentId: document.id, attempt }, { type: 'indexed', content });
  };

  await upload('The museum opens at nine.');
  const first = await index();
  await indexPassages(database.kysely, kb.id, document.id, [[{ text: 'The museum opens at nine.' }]]);
  expect(await find('When does the museum open?')).toEqual([]);
  await first('1 passage was indexed.');
  expect(await find('When does the museum open?')).toEqual(['The museum opens at nine.']);

  await upload('The museum opens at ten.');
  expect(await find('When does the museum open?')).toEqual([]);
  const second = await index();
  await indexPassages(database.kysely, kb.id, document.id, [[{ text: 'The museum opens at ten.' }]]);
  expect(await find('When does the museum open?')).toEqual([]);
  await second('1 passage was indexed.');
  expect(await find('When does the museum open?')).toEqual(['The museum opens at ten.']);
  await removeKnowledgeBase(database.kysely, kb.id);
  await knowledgeBases.remove('org_1', kb.id);
  await database.kysely.deleteFrom('jobs').execute();
});

describe('with an embedding service', () => {
  const serve = useServers();
  let endpoint: ModelEndpoint;
  /** The statuses of the next responses; 200 when the list is empty. */
  const faults: number[] = [];
  const asked: { model: string; input: string[] }[] = [];
  let whenAsked: () => Promise<void> = async () => undefined;
  const CONCEPTS = [/refund|money/i, /tree|forest/i];

  beforeEach(async () => {
    const baseUrl = await serve((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      const answer = () => {
        const status = request.headers.authorization === 'Bearer secret-key' ? (faults.shift() ?? 200) : 401;
        if (status !== 200) return response.writeHead(status).end('{"error":{"message":"no"}}');
        const body = JSON.parse(Buffer.concat(parts).toString()) as { model: string; input: string[] };
        asked.push(body);
        const data = body.input.map((text, index) => ({
          index,
          embedding: [...CONCEPTS.map((concept) => (concept.test(text) ? 1 : 0)), 0.1],
        }));
        return response.end(JSON.stringify({ data: data.toReversed() }));
      };
      request.on('end', () => void whenAsked().then(answer));
    });
    endpoint = { baseUrl: `${baseUrl}/v1`, apiKey: 'secret-key', model: 'tiny' };
  });

  it('what is read of a document is stored before more of it is embedded', async () => {
    const composed = compose({ embeddings: endpoint });
    // Every passage contains its headings, so each is long.
    const content = `<h1>${'漢'.repeat(80)}</h1><h2>${'字'.repeat(70)}</h2>${'<h3>a</h3>bb'.repeat(1_000)}`;
    const { kb, document } = await addText(composed, 'org_1', content, { mimeType: 'text/html' });
    let mostHeld = 0;
    const before = asked.length;
    whenAsked = async () => {
      const embedded = asked.slice(before).reduce((sum, { input }) => sum + input.length, 0);
      mostHeld = Math.max(mostHeld, embedded - ((await countIndexed()).passages ?? 0));
    };
    await whileIndexing(composed, () => expect.poll(statusOf(composed, document)).toBe('indexed'));
    whenAsked = async () => undefined;
    expect(mostHeld).toBeGreaterThan(0);
    expect(mostHeld).toBeLessThan(400);
    await composed.knowledgeBases.remove('org_1', kb.id);
    asked.length = 0;
  });

  it('finds text that shares no word with the question; a first failure is retried', async () => {
    faults.push(503);
    const texts = ['Refunds take five days.', 'A forest is dark at night.'];
    const composed = compose({ embeddings: endpoint });
    const kb = await composed.knowledgeBases.create('org_1', { name: 'Manuals' });
    await whileIndexing(composed, async () => {
      for (const text of texts) {
        const { document } = await addText(composed, 'org_1', text, { into: kb });
        await expect.poll(statusOf(composed, document)).toBe('indexed');
      }
    });
    expect(asked[0]?.model).toBe('tiny');

    // Every conversation in this test uses this knowledge base.
    const asker = composeKnowledge({
      database,
      blobs,
      conversations: { findInAnyOrganization: async () => ({ knowledgeBaseId: kb.id }) as never },
      documents: composed.stores.documents,
      embeddings: endpoint,
      log: pino({ level: 'silent' }),
    });
    const search = async (query: string) =>
      (await asker.searchFor('conv_1', query, 1)).map(({ text }) => text);
    expect(await search('I want my money back')).toEqual([texts[0]]);
    expect(await search('tree')).toEqual([texts[1]]);
    // The word search works without embeddings.
    faults.push(500);
    expect(await search('how dark')).toEqual([texts[1]]);
  });
});
