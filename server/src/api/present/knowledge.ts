import type * as contract from '@visavis/contracts';
import type { KnowledgeDocument, Passage } from '../../domain/knowledge-bases/documents.ts';
import type { KnowledgeBase } from '../../domain/knowledge-bases/knowledge-bases.ts';
import { presentOwned, withoutEmpty } from './present.ts';

export function presentDocument(document: KnowledgeDocument): contract.KnowledgeBaseDocument {
  const { id, organizationId, knowledgeBaseId, name, description, size, status, statusReason, mimeType } =
    document;
  return withoutEmpty({
    id,
    organizationId,
    knowledgeBaseId,
    name,
    description: description ?? '',
    size,
    status,
    statusReason,
    mimeType,
    timeline: document.timeline.map(({ type, recordedAt, content }) => ({
      type,
      recordedAt: recordedAt.toISOString(),
      content,
    })),
    createdAt: document.createdAt.toISOString(),
    updatedAt: document.updatedAt.toISOString(),
  });
}

export function presentKnowledgeBase(
  knowledgeBase: KnowledgeBase,
  documents: readonly KnowledgeDocument[],
): contract.KnowledgeBase {
  const { name, description } = knowledgeBase;
  return withoutEmpty({
    name,
    description: description ?? '',
    documents: documents.map(presentDocument),
    ...presentOwned(knowledgeBase),
  });
}

export const presentPassage = (
  { id, name }: KnowledgeDocument,
  { ordinal, title, text }: Passage,
): contract.Passage => ({
  documentId: id,
  documentName: name,
  place: ordinal,
  ...(title !== null && { headings: title }),
  text,
});
