import type { Query } from '@tanstack/react-query';
import type { KnowledgeBase, KnowledgeBaseDocument } from '@visavis/client';
import { fill, texts } from '../texts/texts.ts';
import { formatBytes } from './format.ts';
import { retryInterval } from './query-client.ts';
import { translateFailure } from './service-sentences.ts';

const { events: words } = texts.knowledgeBase;

/** A list of knowledge bases contains at most this many documents of each. */
const LISTED_DOCUMENTS = 50;

/** Whether the service is still reading the document: its state changes by itself. */
export const isProcessing = ({ status }: KnowledgeBaseDocument) =>
  status === 'indexing' || status === 'uploaded';

/** `refetchInterval` of a query until all documents of the base have been read. */
export const documentsRefetchInterval = (base: KnowledgeBase | undefined, query: Pick<Query, 'state'>) =>
  base?.documents.some(isProcessing) ? 1_000 : retryInterval(query);

/** Says how many documents a knowledge base has, and how many of them are ready. */
export function describeDocuments(documents: readonly KnowledgeBaseDocument[]): string {
  const { knowledge } = texts;
  if (documents.length === 0) return knowledge.empty;
  const ready = documents.filter(({ status }) => status === 'indexed').length;
  return documents.length < LISTED_DOCUMENTS
    ? fill(knowledge.documents, { count: documents.length, ready })
    : fill(knowledge.manyDocuments, { documents: documents.length });
}

/** Says why a document failed; otherwise describes its last event in the language of the page, with the numbers of the service's English text. */
export function describeDocument({ size, timeline, statusReason }: KnowledgeBaseDocument): string {
  if (statusReason) return translateFailure(statusReason);
  const last = timeline.at(-1);
  const [first, second] = (last?.content.match(/\d+/g) ?? []).map(Number);
  switch (last?.type) {
    case 'created':
    case 'uploaded':
    case 'indexing':
      return words[last.type];
    case 'indexed':
      return fill(words.indexed, { count: first ?? 0 });
    case 'progress':
      if (first === undefined) break;
      return second === undefined
        ? fill(words.share, { share: fill(texts.units.percent, { share: first }) })
        : fill(words.pages, { done: first, all: second });
  }
  return last?.content ?? formatBytes(size);
}
