import { type Kysely, type Selectable, sql } from 'kysely';
import type {
  DocumentPatch,
  DocumentStore,
  DocumentTimelineEntry,
  KnowledgeDocument,
} from '../../domain/knowledge-bases/document.ts';
import { createRowCodec } from '../columns.ts';
import { insertAtMost } from '../owned/insert-at-most.ts';
import { toDeletedReferenceConflict } from '../owned/owned-repository.ts';
import { insertRow } from '../rows.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';
import { type OnRefusal, writeEvents } from '../webhooks/write-events.ts';
import { enqueueDeletion } from './deletion-jobs.ts';

/** The maximum number of entries in a document's timeline, which grows with each indexing; the oldest are deleted. */
const MAX_ENTRIES = 50;
/** How many documents' timelines are read per statement, so that other statements can run in between. */
const DOCUMENTS_AT_ONCE = 50;

type DocumentRow = Omit<KnowledgeDocument, 'timeline'>;
const codec = createRowCodec<DocumentRow>();
type Columns = Selectable<Schema['documents']>;

export function createDocumentRepository(db: Kysely<Schema>, onRefusal?: OnRefusal): DocumentStore {
  async function withTimelines(reader: Kysely<Schema>, rows: Columns[]): Promise<KnowledgeDocument[]> {
    if (rows.length === 0) return [];
    const documents = new Map(
      rows.map((columns) => [
        columns.id,
        { ...codec.fromColumns(columns), timeline: [] as DocumentTimelineEntry[] },
      ]),
    );
    const ids = [...documents.keys()];
    for (let at = 0; at < ids.length; at += DOCUMENTS_AT_ONCE) {
      const entries = await reader
        .selectFrom('document_timeline')
        .selectAll()
        .where(sql<boolean>`document_id = any(${ids.slice(at, at + DOCUMENTS_AT_ONCE)})`)
        // With `id` alone, the planner would walk through the entries of all documents in the order of their ids.
        .orderBy('document_id')
        .orderBy('id')
        .execute();
      for (const { document_id, type, recorded_at: recordedAt, content } of entries) {
        documents.get(document_id)?.timeline.push({ type, recordedAt, content });
      }
    }
    return [...documents.values()];
  }

  async function addEntry(
    trx: Kysely<Schema>,
    documentId: string,
    entry: DocumentTimelineEntry,
  ): Promise<void> {
    await trx
      .insertInto('document_timeline')
      .values({
        document_id: documentId,
        type: entry.type,
        content: entry.content,
        recorded_at: entry.recordedAt,
      })
      .execute();
    await sql`
      delete from document_timeline where document_id = ${documentId} and id <= (
        select id from document_timeline where document_id = ${documentId} order by id desc offset ${MAX_ENTRIES} limit 1
      )`.execute(trx);
  }

  return {
    insert({ timeline, ...row }, maxDocuments) {
      const siblings = (trx: Kysely<Schema>) =>
        trx.selectFrom('documents').where('knowledge_base_id', '=', row.knowledgeBaseId);
      return insertAtMost(db, row.organizationId, maxDocuments, siblings, async (trx) => {
        try {
          await insertRow(trx, 'documents', codec, row);
        } catch (error) {
          throw toDeletedReferenceConflict(error);
        }
        for (const entry of timeline) await addEntry(trx, row.id, entry);
      });
    },
    async find(knowledgeBaseId, id) {
      const rows = await db
        .selectFrom('documents')
        .selectAll()
        .where('knowledge_base_id', '=', knowledgeBaseId)
        .where('id', '=', id)
        .execute();
      return (await withTimelines(db, rows))[0];
    },
    async findInAnyOrganization(id) {
      const rows = await crossTenant(db, 'job')
        .selectFrom('documents')
        .selectAll()
        .where('id', '=', id)
        .execute();
      return (await withTimelines(db, rows))[0];
    },
    async listNewest(ids, maxEach) {
      const rank = sql<number>`row_number() over (partition by knowledge_base_id order by created_at desc, id desc)`;
      const newest = db
        .selectFrom('documents')
        .select(['id', rank.as('rank')])
        .where('knowledge_base_id', 'in', [...ids]);
      const rows = await db
        .selectFrom(newest.as('newest'))
        .innerJoin('documents', 'documents.id', 'newest.id')
        .selectAll('documents')
        .where('knowledge_base_id', 'in', [...ids])
        .where('rank', '<=', maxEach)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return withTimelines(db, rows);
    },
    async listOfWebsite(knowledgeBaseId, websiteId, url) {
      const pages = db
        .selectFrom('documents')
        .selectAll()
        .where('knowledge_base_id', '=', knowledgeBaseId)
        .where('website_id', '=', websiteId);
      return withTimelines(db, await (url === undefined ? pages : pages.where('url', '=', url)).execute());
    },
    async listOfOrganization(organizationId) {
      const rows = await db
        .selectFrom('documents')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .execute();
      return withTimelines(db, rows);
    },
    async listIndexing() {
      const rows = await crossTenant(db, 'upkeep')
        .selectFrom('documents')
        .select(['id', 'attempt'])
        .where('status', '=', 'indexing')
        .execute();
      return rows.map(({ id, attempt }) => ({ documentId: id, attempt }));
    },
    updateIfCurrent(id, { statuses, attempt, blobKey }, patch: DocumentPatch, entry, toEvents) {
      return db.transaction().execute(async (trx) => {
        let update = crossTenant(trx, 'job')
          .updateTable('documents')
          .set(codec.toColumns(patch))
          .where('id', '=', id)
          .where('status', 'in', [...statuses]);
        if (attempt !== undefined) update = update.where('attempt', '=', attempt);
        if (blobKey !== undefined) update = update.where('blob_key', 'is not distinct from', blobKey);
        const rows = await update.returningAll().execute();
        if (rows.length === 0) return undefined;
        await addEntry(trx, id, entry);
        const document = (await withTimelines(trx, rows))[0]!;
        if (toEvents) await writeEvents(trx, toEvents(document, await clientOf(trx, document)), onRefusal);
        return document;
      });
    },
    remove(knowledgeBaseId, id) {
      return db.transaction().execute(async (trx) => {
        const rows = await trx
          .selectFrom('documents')
          .selectAll()
          .where('knowledge_base_id', '=', knowledgeBaseId)
          .where('id', '=', id)
          .forUpdate()
          .execute();
        const [document] = await withTimelines(trx, rows);
        await trx
          .deleteFrom('documents')
          .where('knowledge_base_id', '=', knowledgeBaseId)
          .where('id', '=', id)
          .execute();
        if (document)
          await enqueueDeletion(trx, document.organizationId, { knowledgeBaseId, documentId: id }, [
            document.blobKey,
          ]);
        return document;
      });
    },
  };
}

async function clientOf(
  trx: Kysely<Schema>,
  { organizationId, knowledgeBaseId }: KnowledgeDocument,
): Promise<string | null> {
  const row = await trx
    .selectFrom('knowledge_bases')
    .select('client')
    .where('organization_id', '=', organizationId)
    .where('id', '=', knowledgeBaseId)
    .executeTakeFirst();
  return row?.client ?? null;
}
