import type { Kysely } from 'kysely';
import type { KnowledgeBase } from '../../domain/knowledge-bases/document.ts';
import type { OwnedStore } from '../../domain/owned.ts';
import { createOwnedRepository } from '../owned/owned-repository.ts';
import type { Schema } from '../schema.ts';
import { enqueueDeletion } from './deletion-jobs.ts';

const owned = (db: Kysely<Schema>) =>
  createOwnedRepository<KnowledgeBase>(db, 'knowledge_bases', 'knowledge base');

export function createKnowledgeBaseRepository(db: Kysely<Schema>): OwnedStore<KnowledgeBase> {
  return {
    ...owned(db),
    remove(organizationId, id) {
      return db.transaction().execute(async (trx) => {
        const files = await trx
          .selectFrom('documents')
          .select('blob_key')
          .where('organization_id', '=', organizationId)
          .where('knowledge_base_id', '=', id)
          .forUpdate()
          .execute();
        // Its documents are deleted with it.
        const knowledgeBase = await owned(trx).remove(organizationId, id);
        const blobKeys = files.map(({ blob_key }) => blob_key);
        if (knowledgeBase) await enqueueDeletion(trx, organizationId, { knowledgeBaseId: id }, blobKeys);
        return knowledgeBase;
      });
    },
  };
}
