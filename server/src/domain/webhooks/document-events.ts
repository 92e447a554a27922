import type { KnowledgeDocument } from '../knowledge-bases/document.ts';
import { type DomainEvent, makeEvent } from './domain-event.ts';

/** Returns the event of an indexing run that has ended. `client`: that of the knowledge base. */
export function documentEvents(document: KnowledgeDocument, client: string | null): DomainEvent[] {
  if (document.status !== 'indexed' && document.status !== 'failed') return [];
  const { attempt: _attempt, blobKey: _blobKey, ...shown } = document;
  const data = { ...shown, description: document.description ?? '' };
  return [makeEvent(`document.${document.status}`, document.updatedAt, { ...document, client }, data)];
}
