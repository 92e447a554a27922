import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** The passages of a document in its order; none before it is indexed, when they are still being written. */
export async function readPassages(
  db: Kysely<Schema>,
  knowledgeBaseId: string,
  documentId: string,
  { skip, take }: { skip: number; take: number },
): Promise<{
  rows: { documentId: string; ordinal: number; title: string | null; text: string }[];
  total: number;
}> {
  const passages = db
    .selectFrom('passages as p')
    .innerJoin('documents as d', 'd.id', 'p.document_id')
    .where('p.knowledge_base_id', '=', knowledgeBaseId)
    .where('d.knowledge_base_id', '=', knowledgeBaseId)
    .where('p.document_id', '=', documentId)
    .where('d.status', '=', 'indexed');
  const rows = await passages
    .select(['p.document_id as documentId', 'p.ordinal', 'p.title', 'p.text'])
    .orderBy('p.ordinal')
    .offset(skip)
    .limit(take)
    .execute();
  const { total } = await passages.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}
