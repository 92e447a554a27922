import type { FoundPassage } from '@visavis/contracts';
import type { Config } from '../config.ts';
import type { BlobStore } from '../domain/blobs.ts';
import type { ConversationStore } from '../domain/conversations/conversation.ts';
import type {
  DocumentStore,
  FoundPassages,
  IndexedBase,
  IndexQueue,
  KnowledgeIndex,
} from '../domain/knowledge-bases/document.ts';
import type { Documents } from '../domain/knowledge-bases/documents.ts';
import { extractPassages } from '../knowledge/extraction/extract-text.ts';
import { type IndexJob, type IndexPorts, indexDocument } from '../knowledge/index-document.ts';
import { type Passage, withTitle } from '../knowledge/passages.ts';
import type { DiskReserve } from '../lib/disk-reserve.ts';
import type { Logger } from '../lib/logger.ts';
import { packageVersion } from '../lib/package-version.ts';
import { RecentSet } from '../lib/recent-set.ts';
import { embedTexts } from '../providers/llm/embedding-client.ts';
import type { Patience } from '../providers/patience.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { removePassagesOfOrganization } from '../store/documents/deletion-jobs.ts';
import { enqueueJob } from '../store/jobs/enqueue-job.ts';
import {
  ContinueLater,
  type JobContext,
  type JobRunner,
  ProcessEndedError,
} from '../store/jobs/job-runner.ts';
import type { Database } from '../store/open-database.ts';
import { PassageSearch, readPassages } from '../store/search/passage-search.ts';
import { SearchTurns } from '../store/search/search-turns.ts';
import { indexPassages, type PassageToIndex, removePassages } from '../store/search/write-passages.ts';
import { type Embedder, type OwnServers, startBackgroundEmbedding } from './background-embedding.ts';
import { deletionHandlers } from './deletions.ts';
import { QuestionEmbedding } from './question-embedding.ts';

const INDEX_DOCUMENT = 'index_document';
/** Maximum documents of one organization processed at once, by all processes together. */
const DOCUMENTS_OF_ONE = 4;
/** Slots for organizations without a document in progress: reading a document may take two minutes before it fails. */
const RESERVED_SLOTS = 1;
/** How long a document is written, or passages are deleted, while other organizations wait; then it continues after theirs. */
const TURN_MS = 20_000;
/** A document fails if the service has ended this often while processing it, because it may be the cause. */
const MAX_CRASHED_ATTEMPTS = 2;
/** Timeout of a search in PostgreSQL, which normally takes some ten milliseconds. */
const STATEMENT_MS = 5_000;
/** Maximum number of conversations remembered as already warned. */
const MAX_WARNED = 1_000;

/** A run that continues, and the release that wrote its passages: another one may divide a document differently. */
type ContinuedJob = IndexJob & { release?: string };

/** Returns a description for the owner of a document; errors that name the operator's servers are only logged. */
function describeFailure(error: unknown): string {
  if (error instanceof ProviderError) return 'The embeddings server failed; try again later.';
  if (error instanceof ProcessEndedError)
    return 'The service stopped while it indexed the document: try again, or split the document into smaller ones.';
  return 'The document could not be indexed; try again.';
}

export type ComposedKnowledge = ReturnType<typeof composeKnowledge>;

export function composeKnowledge(needs: {
  database: Database;
  blobs: Pick<BlobStore, 'get' | 'delete'>;
  conversations: Pick<ConversationStore, 'findInAnyOrganization'>;
  documents: Pick<DocumentStore, 'find' | 'findInAnyOrganization'>;
  /** The operator's service for embeddings. Without any embeddings, passages are found by words only. */
  embeddings?: Config['embeddings'];
  /** A local model, used instead of the service. */
  embedder?: Embedder | undefined;
  /** The servers of organizations, used instead of the local model; absent while the service starts. */
  servers?: () => OwnServers | undefined;
  /** Reports a problem to a conversation. */
  warn?: (conversationId: string, warning: string) => Promise<void>;
  patience?: Patience;
  /** Default: `TURN_MS`. */
  turnMs?: number;
  disk?: Pick<DiskReserve, 'isShort'> | undefined;
  log: Logger;
}) {
  const { database, blobs, embeddings, embedder, servers = () => undefined, patience, disk, log } = needs;
  const { turnMs = TURN_MS } = needs;
  const db = database.kysely;
  const isEmbedded = database.kind === 'embedded';
  const search = new PassageSearch(db, isEmbedded ? {} : { statementTimeoutMs: STATEMENT_MS });
  const turns = new SearchTurns();
  const questionEmbedding = new QuestionEmbedding({ db, operators: embeddings, embedder, servers, log });
  const warned = new RecentSet<string>(MAX_WARNED);

  async function embed(passages: Passage[], signal: AbortSignal): Promise<PassageToIndex[]> {
    if (!embeddings) return passages;
    const vectors = await embedTexts(embeddings, passages.map(withTitle), {
      signal,
      ...(patience && { patience }),
    });
    const { model } = embeddings;
    return passages.map((passage, place) => ({
      ...passage,
      embedding: { model, vector: vectors[place]! },
    }));
  }

  async function find(base: IndexedBase, query: string, take: number): Promise<FoundPassages> {
    const { embedding, problem } = await questionEmbedding.embed(base.organizationId, query);
    const searchPassages = () => search.search(base.id, query, take, embedding);
    const passages = await (isEmbedded ? turns.run(base.organizationId, searchPassages) : searchPassages());
    return { passages, ...(problem !== undefined && { problem }) };
  }

  /** Warns a conversation once, however many of its questions were searched by words only. */
  async function warnOnce(conversationId: string, problem: string): Promise<void> {
    if (warned.has(conversationId)) return;
    warned.add(conversationId);
    await needs.warn?.(conversationId, `The knowledge base was searched only by keywords: ${problem}`);
  }

  function ports(
    documents: Documents,
    job: IndexJob,
    { isLaneWaiting }: Pick<JobContext, 'isLaneWaiting'>,
  ): IndexPorts {
    return {
      turnMs,
      async endTurn(written) {
        if (await isLaneWaiting())
          throw new ContinueLater({ ...job, written, release: packageVersion } satisfies ContinuedJob);
      },
      findDocument: (job) => documents.findForRun(job),
      report: (job, report) => documents.report(job, report),
      async open(blobKey) {
        const blob = await blobs.get(blobKey);
        if (!blob) throw new Error(`the file of a document is missing: ${blobKey}`);
        return { content: blob.stream, mimeType: blob.contentType };
      },
      async replacePassages({ knowledgeBaseId, id, attempt }, batches, options) {
        async function* embedded() {
          for await (const batch of batches) yield await embed(batch, options.signal);
        }
        return indexPassages(db, knowledgeBaseId, id, embedded(), { attempt, ...options });
      },
      removePassages: ({ knowledgeBaseId, id }) => removePassages(db, knowledgeBaseId, id),
      extract: extractPassages,
    };
  }

  return {
    indexQueue: {
      async enqueue(job) {
        const document = await needs.documents.findInAnyOrganization(job.documentId);
        // It was deleted meanwhile.
        if (!document) return;
        await enqueueJob(db, {
          kind: INDEX_DOCUMENT,
          payload: job,
          lane: document.organizationId,
          uniqueKey: `${job.documentId}/${job.attempt}`,
        });
      },
    } satisfies IndexQueue,
    index: {
      removeOrganization: (organizationId) => removePassagesOfOrganization(db, organizationId),
      passagesOf: (knowledgeBaseId, documentId, page) => readPassages(db, knowledgeBaseId, documentId, page),
      search: find,
      embeddingsOf: (knowledgeBase) => questionEmbedding.stateOf(knowledgeBase),
    } satisfies KnowledgeIndex,
    /** Finds passages for a conversation, from its own knowledge base only; none if it has no knowledge base. */
    async searchFor(conversationId: string, query: string, take: number): Promise<FoundPassage[]> {
      const conversation = await needs.conversations.findInAnyOrganization(conversationId);
      if (!conversation?.knowledgeBaseId) return [];
      const { knowledgeBaseId, organizationId } = conversation;
      const { passages, problem } = await find({ id: knowledgeBaseId, organizationId }, query, take);
      if (problem !== undefined) await warnOnce(conversationId, problem);
      return Promise.all(
        passages.map(async ({ documentId, title, text, score }) => ({
          documentId,
          documentName: (await needs.documents.find(knowledgeBaseId, documentId))?.name ?? '',
          text: withTitle({ title, text }),
          score,
        })),
      );
    },
    /** Starts running jobs, beginning with those that the last shutdown interrupted. */
    async start(documents: Documents, jobs: JobRunner) {
      await documents.resumeIndexing();
      for (const [kind, handler] of Object.entries(deletionHandlers({ db, blobs, turnMs })))
        jobs.handle(kind, handler);
      jobs.handle(INDEX_DOCUMENT, {
        perLane: DOCUMENTS_OF_ONE,
        reservedLaneSlots: RESERVED_SLOTS,
        maxCrashedAttempts: MAX_CRASHED_ATTEMPTS,
        run: async (payload, context) => {
          const { documentId, attempt, written, release } = payload as ContinuedJob;
          const job = { documentId, attempt, written: release === packageVersion ? written : 0 };
          await indexDocument(job, ports(documents, job, context), context.signal);
        },
        onGivenUp: async (payload, error) => {
          await documents.report(payload as IndexJob, { type: 'failed', reason: describeFailure(error) });
        },
      });
      const embedding = embeddings
        ? undefined
        : startBackgroundEmbedding({ database, jobs, embedder, servers: servers(), patience, disk, log });
      return { stop: async () => embedding?.stop() };
    },
  };
}
