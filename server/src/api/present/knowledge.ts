import type * as contract from '@visavis/contracts';
import type { KnowledgeBase, KnowledgeDocument, Passage } from '../../domain/knowledge-bases/document.ts';
import type { Website } from '../../domain/knowledge-bases/website.ts';
import { presentOwned, timeOf, withoutEmpty } from './present.ts';

export function presentDocument(document: KnowledgeDocument): contract.KnowledgeBaseDocument {
  const { id, organizationId, knowledgeBaseId, name, description, size, status, statusReason, mimeType } =
    document;
  const { websiteId, url } = document;
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
    websiteId,
    url,
    timeline: document.timeline.map(({ type, recordedAt, content }) => ({
      type,
      recordedAt: timeOf(recordedAt),
      content,
    })),
    createdAt: timeOf(document.createdAt),
    updatedAt: timeOf(document.updatedAt),
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

export function presentWebsite(website: Website): contract.Website {
  const { knowledgeBaseId, url, depth, maxPages, refreshHours, status, statusReason, pages } = website;
  const { readAt, nextReadAt } = website;
  return withoutEmpty({
    knowledgeBaseId,
    url,
    depth,
    maxPages,
    refreshHours,
    status,
    statusReason,
    pages,
    readAt: readAt && timeOf(readAt),
    nextReadAt: nextReadAt && timeOf(nextReadAt),
    ...presentOwned(website),
  });
}

/**
 * Maximum documents of a knowledge base (the newest) shown in a list or within another resource, because a page may
 * have fifty knowledge bases. `GET /v3/knowledge-bases/{id}` returns all.
 */
export const DOCUMENTS_WITHIN = 50;

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
