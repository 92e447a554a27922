import type { Organizations } from '../organizations/organizations.ts';
import type { StoredBytes } from '../organizations/stored-bytes.ts';
import type { FilledPorts, Stores } from '../ports.ts';
import { createDocuments } from './documents.ts';
import { createKnowledgeBases } from './knowledge-bases.ts';
import { createWebsites } from './websites.ts';

type KnowledgeServicesNeeds = Pick<
  FilledPorts,
  'blobs' | 'indexQueue' | 'knowledgeIndex' | 'websiteQueue' | 'messageTargets' | 'secret' | 'clock'
> & {
  stores: Pick<Stores, 'documents' | 'knowledgeBases' | 'websites'>;
  organizations: Pick<Organizations, 'get'>;
  storedBytes: StoredBytes;
};

/** What avatars know: knowledge bases with their documents and websites. */
export function createKnowledgeServices(needs: KnowledgeServicesNeeds) {
  const { stores, indexQueue, websiteQueue, messageTargets: targets, clock } = needs;
  const documents = createDocuments({ ...needs, store: stores.documents, queue: indexQueue });
  const knowledgeBases = createKnowledgeBases({ store: stores.knowledgeBases, documents, clock });
  const websites = createWebsites({
    ...needs,
    store: stores.websites,
    documents,
    knowledgeBases,
    queue: websiteQueue,
    targets,
  });
  return { documents, knowledgeBases, websites };
}
