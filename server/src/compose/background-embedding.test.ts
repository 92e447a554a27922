import { afterEach, beforeEach, expect, it } from 'vitest';
import { OWN_VECTOR_PREFIX } from '../domain/model-servers/model-servers.ts';
import { silentLogger } from '../lib/logger.ts';
import { JobRunner } from '../store/jobs/job-runner.ts';
import { crossTenant } from '../store/tenants/tenant-guard.ts';
import { addIndexedDocument } from '../store/testing/add-indexed-document.ts';
import { insertOrganization } from '../store/testing/insert-organization.ts';
import { useTestDatabase } from '../store/testing/use-test-database.ts';
import { type Embedder, startBackgroundEmbedding } from './background-embedding.ts';

let running: { stop(): Promise<void> }[] = [];
const stop = async () => {
  for (const each of running.splice(0)) await each.stop();
};
/** The texts of passages in the order in which they were embedded. */
let embedded: string[];
const database = useTestDatabase();
beforeEach(() => {
  embedded = [];
});
afterEach(async () => {
  await stop();
  await crossTenant(database.kysely, 'operator').deleteFrom('knowledge_bases').execute();
  for (const table of ['passages', 'knowledge_indexes', 'jobs'] as const)
    await crossTenant(database.kysely, 'operator').deleteFrom(table).execute();
});

/** Creates an embedding model that knows two concepts: money and trees. */
function tinyModel(
  model: string,
  onPassage: (text: string) => Promise<void> = async () => undefined,
  replaces: readonly string[] = [],
) {
  return {
    model,
    replaces,
    minSimilarity: 0.25,
    async embed(text: string, kind: string) {
      if (kind === 'passage') {
        embedded.push(text);
        await onPassage(text);
      }
      return Float32Array.from(
        [/refund|money/i, /tree|forest/i].map((concept) => (concept.test(text) ? 1 : 0.1)),
      );
    },
  };
}

function start(
  current: Embedder['current'],
  options: { passagesOfJob?: number; log?: typeof silentLogger } = {},
) {
  const embedder = { current, refresh: async () => undefined, close: async () => undefined };
  const jobs = new JobRunner({ db: database });
  running = [jobs, startBackgroundEmbedding({ database, jobs, embedder, log: silentLogger, ...options })];
  void jobs.start();
  return embedder;
}

const vectors = async () => {
  const rows = await crossTenant(database.kysely, 'operator')
    .selectFrom('passage_embeddings')
    .select(['model'])
    .execute();
  return rows.map(({ model }) => model).toSorted();
};

it('vectors of another model are kept, and the operator is told once what to do', async () => {
  const paid = { model: 'paid', vector: Float32Array.of(1, 0.1) };
  await addIndexedDocument(database.kysely, 'kb_1', 'doc_1', [
    { text: 'Refunds take five days.', embedding: paid },
    { text: 'A forest is dark at night.' },
  ]);
  const warned: unknown[] = [];
  const log = { ...silentLogger, warn: (...said: unknown[]) => void warned.push(said) };
  start(tinyModel('tiny'), { log });
  await expect.poll(vectors).toEqual(['paid', 'tiny']);
  await stop();
  await addIndexedDocument(database.kysely, 'kb_1', 'doc_2', [{ text: 'Trees are tall.' }]);
  start(tinyModel('small'), { log });
  await expect.poll(vectors).toEqual(['paid', 'small', 'tiny']);
  expect(embedded).toEqual(['A forest is dark at night.', 'Trees are tall.']);
  const pairs = warned.map((said) => (said as [{ stored: string; model: string }])[0]);
  expect(pairs.map(({ stored, model }) => `${stored} of ${model}`).toSorted()).toEqual([
    'paid of small',
    'paid of tiny',
    'tiny of small',
  ]);
  expect(warned[0]).toEqual([
    { event: 'knowledge.other_model', stored: 'paid', model: 'tiny' },
    expect.stringMatching(/install it, set EMBEDDINGS_\* to it, or index them again/),
  ]);
});

it('vectors of a server that the organization has removed are replaced by this machine’s model', async () => {
  const own = { model: `${OWN_VECTOR_PREFIX}0123`, vector: Float32Array.of(1, 0.1, 0) };
  await addIndexedDocument(database.kysely, 'kb_1', 'doc_1', [
    { text: 'Refunds take five days.', embedding: own },
  ]);
  start(tinyModel('tiny'));
  await expect.poll(vectors).toEqual(['tiny']);
});

it('vectors of a lesser model of this machine are replaced, and those of others are kept', async () => {
  const of = (model: string) => ({ model, vector: Float32Array.of(1, 0.1) });
  await addIndexedDocument(database.kysely, 'kb_1', 'doc_1', [
    { text: 'Refunds take five days.', embedding: of('english@0123') },
    { text: 'A forest is dark at night.', embedding: of('paid') },
    { text: 'Trees are tall.', embedding: of('english-large@0123') },
  ]);
  const better = (model: string) => tinyModel(model, undefined, ['english@']);
  start(better('multilingual@4567'));
  await expect.poll(vectors).toEqual(['english-large@0123', 'multilingual@4567', 'paid']);
  expect(embedded).toEqual(['Refunds take five days.']);
  await stop();
  // A process that has only the lesser model leaves them.
  await addIndexedDocument(database.kysely, 'kb_1', 'doc_2', [{ text: 'New.' }]);
  start(tinyModel('english@0123'));
  await expect.poll(vectors).toEqual(['english-large@0123', 'english@0123', 'multilingual@4567', 'paid']);
});

it('passages that are removed meanwhile get no vector', async () => {
  const passages = ['One.', 'Two.', 'Three.'].map((text) => ({ text }));
  await addIndexedDocument(database.kysely, 'kb_1', 'doc_1', passages);
  start(
    tinyModel('new', async (text) => {
      if (text !== 'Two.') return;
      const db = crossTenant(database.kysely, 'operator');
      await db.deleteFrom('passages').where('text', '=', 'Two.').execute();
      await db.updateTable('knowledge_indexes').set({ passages: 2 }).execute();
    }),
  );
  await expect.poll(vectors).toEqual(['new', 'new']);
});

it('organizations take turns, however many passages one has', async () => {
  const many = Array.from({ length: 40 }, (_, n) => ({ text: `Of the first, ${n}.` }));
  await addIndexedDocument(database.kysely, 'kb_1', 'doc_1', many);
  await insertOrganization(database.kysely, { id: 'org_2' });
  await addIndexedDocument(database.kysely, 'kb_2', 'doc_2', [{ text: 'Of the second.' }]);
  await crossTenant(database.kysely, 'operator')
    .updateTable('knowledge_bases')
    .set({ organization_id: 'org_2' })
    .where('id', '=', 'kb_2')
    .execute();
  start(tinyModel('tiny'), { passagesOfJob: 8 });
  await expect.poll(() => embedded.includes('Of the second.')).toBe(true);
  expect(embedded.indexOf('Of the second.')).toBeLessThanOrEqual(8);
});
