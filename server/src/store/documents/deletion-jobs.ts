/**
 * What deleted documents and knowledge bases leave behind: files, and passages with their words and vectors. No reader
 * finds it any more, and jobs delete it, because that may take minutes.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { Schema } from '../schema.ts';
import { removeKnowledgeBase } from '../search/write-passages.ts';

/** The kinds of these jobs. Files have their own, because an organization may store as many bytes again at once. */
export const DELETE_FILES = 'delete_files';
export const DELETE_PASSAGES = 'delete_passages';
/** With the pauses of the job runner, a job is tried for about a week. */
const MAX_ATTEMPTS = 1_000;

export interface FilesToDelete {
  blobKeys: string[];
}

/** Without a document, all passages of the knowledge base. */
export interface PassagesToDelete {
  knowledgeBaseId: string;
  documentId?: string;
}

/** Queues the jobs in the transaction that deletes the rows, so that a crash leaves nothing behind. */
export async function enqueueDeletion(
  trx: Transaction<Schema>,
  lane: string,
  passages: PassagesToDelete,
  blobKeys: readonly (string | null)[],
): Promise<void> {
  const { knowledgeBaseId, documentId = '' } = passages;
  const job = { lane, maxAttempts: MAX_ATTEMPTS, uniqueKey: `${knowledgeBaseId}/${documentId}` };
  await enqueueJob(trx, { ...job, kind: DELETE_PASSAGES, payload: passages });
  const files: FilesToDelete = { blobKeys: blobKeys.filter((key) => key !== null) };
  if (files.blobKeys.length > 0) await enqueueJob(trx, { ...job, kind: DELETE_FILES, payload: files });
}

/** The jobs that are not done yet. With these literals, the planner uses the index of unique keys. */
const openJobs = sql`jobs where kind = ${sql.lit(DELETE_PASSAGES)} and unique_key is not null
  and state in ('queued', 'running')`;

/** Returns the deleted documents of a knowledge base whose passages still exist. */
export async function listDocumentsToDelete(db: Kysely<Schema>, knowledgeBaseId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select payload ->> 'documentId' as id from ${openJobs} and starts_with(unique_key, ${`${knowledgeBaseId}/`})
      and payload ->> 'documentId' is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Deletes the passages of all knowledge bases of an organization, including those that were deleted before. */
export async function removePassagesOfOrganization(
  db: Kysely<Schema>,
  organizationId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from knowledge_bases where organization_id = ${organizationId}
    union select payload ->> 'knowledgeBaseId' from ${openJobs} and lane = ${organizationId}`.execute(db);
  for (const { id } of rows) await removeKnowledgeBase(db, id);
}
