import type { CreateKnowledgeBase, UpdateKnowledgeBase } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { type OwnedStore, ownedResources } from '../owned.ts';
import type { KnowledgeBase } from './document.ts';
import type { Documents } from './documents.ts';

export interface KnowledgeBasesNeeds {
  store: OwnedStore<KnowledgeBase>;
  documents: Pick<Documents, 'newestOf' | 'forgetKnowledgeBase'>;
  clock: Clock;
}

export type KnowledgeBases = ReturnType<typeof createKnowledgeBases>;

export function createKnowledgeBases({ store, documents, clock }: KnowledgeBasesNeeds) {
  const knowledgeBases = ownedResources('knowledge base', 'kb', store, clock);
  return {
    ...knowledgeBases,
    create: (organizationId: string, fields: CreateKnowledgeBase) =>
      knowledgeBases.add(organizationId, {
        name: fields.name,
        description: fields.description ?? null,
        client: fields.client ?? null,
      }),
    update: (organizationId: string, id: string, { name, description, client }: UpdateKnowledgeBase) =>
      knowledgeBases.change(organizationId, id, { name, description, client }),
    remove: async (organizationId: string, id: string) => {
      await knowledgeBases.get(organizationId, id);
      const held = (await documents.newestOf([id])).get(id) ?? [];
      // Rows first: the deletion fails while an agent or a character uses the knowledge base, and cascades to its
      // documents.
      const knowledgeBase = await knowledgeBases.remove(organizationId, id);
      await documents.forgetKnowledgeBase(id, held);
      return knowledgeBase;
    },
  };
}
