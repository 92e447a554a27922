import type { Kysely, Selectable } from 'kysely';
import type {
  DocumentPatch,
  DocumentStore,
  DocumentTimelineEntry,
  KnowledgeDocument,
} from '../../domain/knowledge-bases/documents.ts';
import { createRowCodec } from '../columns.ts';
import { asGoneReference } from '../owned/owned-repository.ts';
import type { Schema } from '../schema.ts';
import { writeEvents } from '../webhooks/write-events.ts';

type DocumentRow = Omit<KnowledgeDocument, 'timeline'>;
const codec = createRowCodec<DocumentRow>();
type Columns = Selectable<Schema['documents']>;

export function createDocumentRepository(db: Kysely<Schema>): DocumentStore {
  async function withTimelines(reader: Kysely<Schema>, rows: Columns[]): Promise<KnowledgeDocument[]> {
    if (rows.length === 0) return [];
    const documents = new Map(
      rows.map((columns) => [
        columns.id,
        { ...codec.fromColumns(columns), timeline: [] as DocumentTimelineEntry[] },
      ]),
    );
    const entries = await reader
      .selectFrom('document_timeline')
      .selectAll()
      .where('document_id', 'in', [...documents.keys()])
      .orderBy('id')
      .execute();
    for (const { document_id, type, recorded_at: recordedAt, content } of entries) {
      documents.get(document_id)?.timeline.push({ type, recordedAt, content });
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
  }

  return {
    async insert({ timeline, ...row }) {
      await db.transaction().execute(async (trx) => {
        try {
          await trx
            .insertInto('documents')
            .values(codec.toColumns(row) as never)
            .execute();
        } catch (error) {
          throw asGoneReference(error);
        }
        for (const entry of timeline) await addEntry(trx, row.id, entry);
      });
    },
    async find(id) {
      const rows = await db.selectFrom('documents').selectAll().where('id', '=', id).execute();
      return (await withTimelines(db, rows))[0];
    },
    async ofKnowledgeBases(ids) {
      const rows = await db
        .selectFrom('documents')
        .selectAll()
        .where('knowledge_base_id', 'in', [...ids])
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return withTimelines(db, rows);
    },
    async ofOrganization(organizationId) {
      const rows = await db
        .selectFrom('documents')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .execute();
      return withTimelines(db, rows);
    },
    async indexing() {
      const rows = await db
        .selectFrom('documents')
        .select(['id', 'attempt'])
        .where('status', '=', 'indexing')
        .execute();
      return rows.map(({ id, attempt }) => ({ documentId: id, attempt }));
    },
    advance(id, { statuses, attempt, blobKey }, patch: DocumentPatch, entry, tell) {
      return db.transaction().execute(async (trx) => {
        let update = trx
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
        if (tell) await writeEvents(trx, tell(document, await clientOf(trx, document.knowledgeBaseId)));
        return document;
      });
    },
    remove(id) {
      return db.transaction().execute(async (trx) => {
        const rows = await trx.selectFrom('documents').selectAll().where('id', '=', id).forUpdate().execute();
        const [document] = await withTimelines(trx, rows);
        await trx.deleteFrom('documents').where('id', '=', id).execute();
        return document;
      });
    },
  };
}

async function clientOf(trx: Kysely<Schema>, knowledgeBaseId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('knowledge_bases')
    .select('client')
    .where('id', '=', knowledgeBaseId)
    .executeTakeFirst();
  return row?.client ?? null;
}
