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
  /** In bytes; 0 until it was uploaded. */
  size: number;
  status: DocumentStatus;
  statusReason: string | null;
  /** Counts the indexing runs: reports of earlier runs are ignored. */
  attempt: number;
  /** The blob key; a new one for every upload, so that a reader never sees a partial file. */
  blobKey: string | null;
  /** For a page of a website: the website's id, the page's address and the hash of its content. */
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
export type EventsOfDocument = (document: KnowledgeDocument, client: string | null) => readonly DomainEvent[];

export interface DocumentStore {
  /**
   * @returns false if the knowledge base already has `maxDocuments`
   * @throws DomainError `conflict` if it was deleted
   */
  insert(document: KnowledgeDocument, maxDocuments: number): Promise<boolean>;
  find(knowledgeBaseId: string, id: string): Promise<KnowledgeDocument | undefined>;
  /** Finds a document in any organization, for jobs and signed addresses. */
  findInAnyOrganization(id: string): Promise<KnowledgeDocument | undefined>;
  /** Returns the newest documents of each knowledge base, at most `maxEach`, oldest first. */
  listNewest(ids: readonly string[], maxEach: number): Promise<KnowledgeDocument[]>;
  /**
   * Writes the patch and the entry together if the document still matches `expected`; otherwise does nothing. No other
   * method changes the status.
   */
  updateIfCurrent(
    id: string,
    expected: { statuses: readonly DocumentStatus[]; attempt?: number; blobKey?: string | null },
    patch: DocumentPatch,
    entry: DocumentTimelineEntry,
    toEvents?: EventsOfDocument,
  ): Promise<KnowledgeDocument | undefined>;
  /** No reader finds it from then on; its file and passages are deleted in the background, even after a crash. */
  remove(knowledgeBaseId: string, id: string): Promise<KnowledgeDocument | undefined>;
  /** Returns the pages of a website; if `url` is given, only that page. */
  listOfWebsite: (knowledgeBaseId: string, websiteId: string, url?: string) => Promise<KnowledgeDocument[]>;
  listOfOrganization(organizationId: string): Promise<KnowledgeDocument[]>;
  /** Returns the runs of all organizations that should be queued or running. */
  listIndexing(): Promise<IndexJob[]>;
}

/** The queue of indexing runs. A run reports through `Documents.report`. */
export interface IndexQueue {
  /** Does nothing for a run that is already queued or running. */
  enqueue(job: IndexJob): Promise<void>;
}
export interface IndexJob {
  documentId: string;
  attempt: number;
}

/** A part of a document, as the search finds it and a model receives it. */
export interface Passage {
  documentId: string;
  /** Position in the document, from 0. */
  ordinal: number;
  /** The headings above the passage. */
  title: string | null;
  text: string;
}

export interface RankedPassage extends Passage {
  /** Relevance: higher is better; comparable only within one search. */
  score: number;
  /** The share of the question's weighted terms that the passage contains, 0 to 1. */
  coverage: number;
  /** Cosine similarity to the question's embedding, if there are embeddings. */
  similarity?: number;
}

export interface FoundPassages {
  passages: RankedPassage[];
  /** Why only words counted, if the question could not be embedded. */
  problem?: string;
}

export type IndexedBase = Pick<KnowledgeBase, 'id' | 'organizationId'>;

export interface KnowledgeIndex {
  /** Returns passages in document order; none if the document is not indexed. */
  passagesOf(
    knowledgeBaseId: string,
    documentId: string,
    page: { skip: number; take: number },
  ): Promise<{ rows: Passage[]; total: number }>;
  /** Returns the best passages as a conversation would get them, best first. */
  search(knowledgeBase: IndexedBase, query: string, take: number): Promise<FoundPassages>;
  /** Returns who embeds the passages, and the progress. */
  embeddingsOf(knowledgeBase: IndexedBase): Promise<KnowledgeBaseEmbeddings>;
  /** Deletes all passages of an organization, including those that deleted documents and knowledge bases left. */
  removeOrganization(organizationId: string): Promise<void>;
}

/** An indexer's report about a run. */
export type IndexReport =
  | { type: 'progress'; content: string }
  | { type: 'indexed'; content: string }
  /** `reason` is shown to the owner of the document. */
  | { type: 'failed'; reason: string };
