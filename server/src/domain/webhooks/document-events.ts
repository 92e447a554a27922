import { newId } from '../ids.ts';
import type { KnowledgeDocument } from '../knowledge-bases/document.ts';
import { type DomainEvent, makePayload } from './domain-event.ts';

/** The event of an indexing run that has ended. `client`: of the knowledge base. */
export function documentEvents(document: KnowledgeDocument, client: string | null): DomainEvent[] {
  if (document.status !== 'indexed' && document.status !== 'failed') return [];
  const type = `document.${document.status}` as const;
  const { attempt: _attempt, blobKey: _blobKey, ...shown } = document;
  const data = { ...shown, description: document.description ?? '' };
  const { organizationId } = data;
  return [
    {
      id: newId('evt'),
      type,
      organizationId,
      client,
      subjectId: document.id,
      occurredAt: document.updatedAt,
      payload: makePayload(type, document.updatedAt, data),
      delayMs: 0,
    },
  ];
}
