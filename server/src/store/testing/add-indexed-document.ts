import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import { indexPassages, type PassageToIndex } from '../search/write-passages.ts';
import { insertOrganization } from './insert-organization.ts';

/** Adds an indexed document with these passages to `org_1`. Creates the rows it belongs to if they are missing. */
export async function addIndexedDocument(
  kysely: Kysely<Schema>,
  knowledgeBaseId: string,
  documentId: string,
  passages: readonly PassageToIndex[],
): Promise<void> {
  const now = new Date();
  const times = { created_at: now, updated_at: now };
  const organization = { organization_id: 'org_1', ...times };
  await insertOrganization(kysely);
  await kysely
    .insertInto('knowledge_bases')
    .values({ id: knowledgeBaseId, name: 'x', description: null, client: null, ...organization })
    .onConflict((same) => same.doNothing())
    .execute();
  await kysely
    .insertInto('documents')
    .values({
      id: documentId,
      knowledge_base_id: knowledgeBaseId,
      name: 'x',
      description: null,
      mime_type: 'text/plain',
      size: 1,
      status: 'indexed',
      status_reason: null,
      attempt: 1,
      blob_key: null,
      ...organization,
    })
    .onConflict((same) => same.doNothing())
    .execute();
  await indexPassages(kysely, knowledgeBaseId, documentId, [passages]);
}
