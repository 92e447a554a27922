import type { DocumentStatus, DocumentType, KnowledgeBaseEmbeddings } from '@visavis/contracts';
import type { Owned } from '../owned.ts';
import type { DomainEvent } from '../webhooks/domain-event.ts';

export interface KnowledgeBase extends Owned {
  name: string;
  description: string | null;
}

export interface DocumentTimelineEntry {
  type: string;
  recordedAt: Date;
  content: string;
}

export interface KnowledgeDocument {
  id: string;
  organizationId: string;
  knowledgeBaseId: string;
  name: string;
  description: string | null;
  mimeType: DocumentType;
  /** Bytes; 0 until uploaded. */
  size: number;
  status: DocumentStatus;
  statusReason: string | null;
  /** Counts the runs of the indexer: what an earlier run still reports is ignored. */
  attempt: number;
  /** The blob key; a new one for every upload, so that a reader never sees a partial file. */
  blobKey: string | null;
  /** For a page of a website: the website's id, the page's address and the hash of the content that was read. */
  websiteId: string | null;
  url: string | null;
  contentHash: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** Oldest first. */
  timeline: DocumentTimelineEntry[];
}

export type DocumentPatch = Partial<
  Pick<
    KnowledgeDocument,
    'name' | 'size' | 'status' | 'statusReason' | 'attempt' | 'blobKey' | 'contentHash' | 'updatedAt'
  >
>;

/** Returns the events of a change, stored in the same transaction. `client`: that of the knowledge base. */
export type TellOfDocument = (document: KnowledgeDocument, client: string | null) => readonly DomainEvent[];

export interface DocumentStore {
  /**
   * @returns false when the knowledge base has `most` already
   * @throws DomainError `conflict` when it is gone
   */
  insert(document: KnowledgeDocument, most: number): Promise<boolean>;
  find(knowledgeBaseId: string, id: string): Promise<KnowledgeDocument | undefined>;
  /** Finds it in any organization: for jobs and signed addresses. */
  findInAnyOrganization(id: string): Promise<KnowledgeDocument | undefined>;
  /** Returns at most `most` documents of each knowledge base, oldest first. */
  newestOf(ids: readonly string[], most: number): Promise<KnowledgeDocument[]>;
  /**
   * Writes the patch and the event together if the document still matches `expected`; otherwise does nothing. No other
   * method changes the status.
   */
  advance(
    id: string,
    expected: { statuses: readonly DocumentStatus[]; attempt?: number; blobKey?: string | null },
    patch: DocumentPatch,
    entry: DocumentTimelineEntry,
    tell?: TellOfDocument,
  ): Promise<KnowledgeDocument | undefined>;
  remove(knowledgeBaseId: string, id: string): Promise<KnowledgeDocument | undefined>;
  /** Returns the pages of a website; the one at `url` alone where that is given. */
  ofWebsite(knowledgeBaseId: string, websiteId: string, url?: string): Promise<KnowledgeDocument[]>;
  ofOrganization(organizationId: string): Promise<KnowledgeDocument[]>;
  /** Returns the runs of all organizations that should be queued or running. */
  indexing(): Promise<IndexJob[]>;
}

/** The queue of indexing runs. A run reports through `Documents.report`. */
export interface IndexQueue {
  /** Does nothing for a run that is queued or running already. */
  enqueue(job: IndexJob): Promise<void>;
}
export interface IndexJob {
  documentId: string;
  attempt: number;
}

/** A part of a document, as the search finds it and a model gets it. */
export interface Passage {
  documentId: string;
  /** Position in the document, from 0. */
  ordinal: number;
  /** The headings above it. */
  title: string | null;
  text: string;
}

export interface RankedPassage extends Passage {
  /** Relevance, higher is better; comparable within one search only. */
  score: number;
  /** The share of the question's weighted terms that the passage contains, 0 to 1. */
  coverage: number;
  /** Cosine to the question's embedding, where there are embeddings. */
  similarity?: number;
}

export interface FoundPassages {
  passages: RankedPassage[];
  /** Why words alone counted, where what embeds questions did not work. */
  problem?: string;
}

export type IndexedBase = Pick<KnowledgeBase, 'id' | 'organizationId'>;

export interface KnowledgeIndex {
  /** Returns passages in the order of the document; none where it is not indexed. */
  passagesOf(
    knowledgeBaseId: string,
    documentId: string,
    page: { skip: number; take: number },
  ): Promise<{ rows: Passage[]; total: number }>;
  /** The best passages as a conversation would get them, best first. */
  search(knowledgeBase: IndexedBase, query: string, take: number): Promise<FoundPassages>;
  /** Who embeds its passages, and how far that is. */
  embeddingsOf(knowledgeBase: IndexedBase): Promise<KnowledgeBaseEmbeddings>;
  remove(knowledgeBaseId: string, documentId: string): Promise<void>;
  removeKnowledgeBase(knowledgeBaseId: string): Promise<void>;
}

/** An indexer's report about a run. */
export type IndexReport =
  | { type: 'progress'; content: string }
  | { type: 'indexed'; content: string }
  /** `reason` is for the owner of the document. */
  | { type: 'failed'; reason: string };
