import type { CreateKnowledgeBase, UpdateKnowledgeBase } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import { type OwnedStore, ownedResources } from '../owned.ts';
import type { KnowledgeBase } from './document.ts';

export type KnowledgeBases = ReturnType<typeof createKnowledgeBases>;

export function createKnowledgeBases(store: OwnedStore<KnowledgeBase>, clock: Clock) {
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
  };
}
