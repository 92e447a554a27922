import type { FoundPassage } from '@visavis/contracts';
import type { Config } from '../config.ts';
import type { BlobStore } from '../domain/blobs.ts';
import type { ConversationStore } from '../domain/conversations/conversation.ts';
import type {
  DocumentStore,
  IndexJob,
  IndexQueue,
  KnowledgeIndex,
} from '../domain/knowledge-bases/document.ts';
import type { Documents } from '../domain/knowledge-bases/documents.ts';
import { MIN_SIMILAR } from '../knowledge/embedding/local-embedder.ts';
import { extractPassages } from '../knowledge/extraction/extract-text.ts';
import { type IndexPorts, indexDocument } from '../knowledge/index-document.ts';
import { type Passage, withTitle } from '../knowledge/passages.ts';
import { systemClock } from '../lib/clock.ts';
import type { Logger } from '../lib/logger.ts';
import { embedTexts } from '../providers/llm/embedding-client.ts';
import { Breaker, type Patience } from '../providers/patience.ts';
import { ProviderError } from '../providers/provider-error.ts';
import { enqueueJob } from '../store/jobs/enqueue-job.ts';
import { JobRunner, ProcessEndedError } from '../store/jobs/job-runner.ts';
import type { Database } from '../store/open-database.ts';
import type { Embedding } from '../store/search/embedding-vectors.ts';
import { PassageSearch, readPassages } from '../store/search/passage-search.ts';
import { SearchTurns } from '../store/search/search-turns.ts';
import {
  indexPassages,
  type PassageToIndex,
  removeKnowledgeBase,
  removePassages,
} from '../store/search/write-passages.ts';
import { type Embedder, startBackgroundEmbedding } from './background-embedding.ts';

const INDEX_DOCUMENT = 'index_document';
/**
 * Documents of one organization that are read at once, in all processes together. Organizations take turns,
 * however many documents one has.
 */
const DOCUMENTS_OF_ONE = 4;
/** Places that are left to organizations of which nothing is read now: a document may take two minutes before it is given up. */
const FIRST_OF_ORGANIZATIONS = 1;
/** A document is given up when the service has ended this often while it read it: the document may be what ended it. */
const DEADLY_AFTER = 2;
/** Limits of an embedding of a question; short, because a turn waits for it. */
const QUESTION = { firstMs: 1_000, nextMs: 1_000, wholeMs: 1_000 };
/** Limit of a search in PostgreSQL, where it takes some ten milliseconds. */
const STATEMENT_MS = 5_000;

/** Returns a description for the owner of a document: errors that name the operator's servers are only logged. */
function describeFailure(error: unknown): string {
  if (error instanceof ProviderError) return 'The embedding service does not work; try again later.';
  if (error instanceof ProcessEndedError)
    return 'The service ended while it indexed the document: split it into smaller ones, or try again.';
  return 'The document could not be indexed; try again.';
}

export interface ComposedKnowledge {
  indexQueue: IndexQueue;
  index: KnowledgeIndex;
  /** Passages for a conversation, from its own knowledge base only; none where it has none. */
  searchFor(conversationId: string, query: string, take: number): Promise<FoundPassage[]>;
  /** Starts running jobs, first those that the last shutdown interrupted. */
  start(documents: Documents): Promise<{ stop(): Promise<void> }>;
}

export function composeKnowledge(needs: {
  database: Database;
  blobs: Pick<BlobStore, 'get'>;
  conversations: Pick<ConversationStore, 'findInAnyOrganization'>;
  documents: Pick<DocumentStore, 'find' | 'findInAnyOrganization'>;
  /** A service that embeds documents and questions. Without it and `embedder`, knowledge bases are searched by words alone. */
  embeddings?: Config['embeddings'];
  /** A model of this machine, in place of the service. */
  embedder?: Embedder | undefined;
  patience?: Patience;
  log: Logger;
}): ComposedKnowledge {
  const { database, blobs, embeddings, embedder, patience, log } = needs;
  const breaker = new Breaker(systemClock);
  const db = database.kysely;
  const isEmbedded = database.kind === 'embedded';
  const search = new PassageSearch(db, isEmbedded ? {} : { statementTimeoutMs: STATEMENT_MS });
  const turns = new SearchTurns();

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

  /** Without an embedding in time the search uses words only, because a user is waiting. */
  async function embedQuestion(query: string): Promise<Embedding | undefined> {
    try {
      if (embedder) {
        const { current } = embedder;
        const vector = await current?.embed(query, 'question', AbortSignal.timeout(QUESTION.wholeMs));
        return vector && { model: current!.model, vector, least: MIN_SIMILAR };
      }
      if (!embeddings || breaker.isOpen) return undefined;
      const [vector] = await embedTexts(embeddings, [query], { patience: QUESTION });
      breaker.close();
      return { model: embeddings.model, vector: vector! };
    } catch (error) {
      if (error instanceof ProviderError && error.retryable) breaker.open(error);
      log.warn(
        { event: 'knowledge.embedding_failed', reason: (error as Error).message },
        'the service searched a knowledge base by words alone: the question could not be embedded',
      );
      return undefined;
    }
  }

  async function find(of: { id: string; organizationId: string }, query: string, take: number) {
    const embedding = await embedQuestion(query);
    const find = () => search.search(of.id, query, take, embedding);
    return isEmbedded ? turns.run(of.organizationId, find) : find();
  }

  function ports(documents: Documents): IndexPorts {
    return {
      take: (job) => documents.take(job),
      report: (job, report) => documents.report(job, report),
      async open(blobKey) {
        const blob = await blobs.get(blobKey);
        if (!blob) throw new Error(`the file of a document is gone: ${blobKey}`);
        return { content: blob.stream, mimeType: blob.contentType };
      },
      async replacePassages({ knowledgeBaseId, id, attempt }, batches, signal) {
        async function* embedded() {
          for await (const batch of batches) yield await embed(batch, signal);
        }
        return indexPassages(db, knowledgeBaseId, id, embedded(), { attempt, signal });
      },
      removePassages: ({ knowledgeBaseId, id }) => removePassages(db, knowledgeBaseId, id),
      extract: extractPassages,
    };
  }

  return {
    indexQueue: {
      async enqueue(job) {
        const document = await needs.documents.findInAnyOrganization(job.documentId);
        // Deleted meanwhile.
        if (!document) return;
        await enqueueJob(db, {
          kind: INDEX_DOCUMENT,
          payload: job,
          lane: document.organizationId,
          uniqueKey: `${job.documentId}/${job.attempt}`,
        });
      },
    },
    index: {
      remove: (knowledgeBaseId, documentId) => removePassages(db, knowledgeBaseId, documentId),
      removeKnowledgeBase: (knowledgeBaseId) => removeKnowledgeBase(db, knowledgeBaseId),
      passagesOf: (knowledgeBaseId, documentId, page) => readPassages(db, knowledgeBaseId, documentId, page),
      search: find,
    },
    async searchFor(conversationId, query, take) {
      const conversation = await needs.conversations.findInAnyOrganization(conversationId);
      if (!conversation?.knowledgeBaseId) return [];
      const { knowledgeBaseId, organizationId } = conversation;
      const rows = await find({ id: knowledgeBaseId, organizationId }, query, take);
      return Promise.all(
        rows.map(async ({ documentId, title, text, score }) => ({
          documentId,
          documentName: (await needs.documents.find(knowledgeBaseId, documentId))?.name ?? '',
          text: withTitle({ title, text }),
          score,
        })),
      );
    },
    async start(documents) {
      const runner = new JobRunner({
        db: database,
        log,
        handlers: {
          [INDEX_DOCUMENT]: {
            perLane: DOCUMENTS_OF_ONE,
            firstOfLanes: FIRST_OF_ORGANIZATIONS,
            deadlyAfter: DEADLY_AFTER,
            run: async (payload, { signal }) => {
              await indexDocument(payload as IndexJob, ports(documents), signal);
            },
            givenUp: async (payload, error) => {
              await documents.report(payload as IndexJob, { type: 'failed', reason: describeFailure(error) });
            },
          },
        },
      });
      await documents.resumeIndexing();
      await runner.start();
      const embedding = embedder && startBackgroundEmbedding({ database, embedder, log });
      return {
        stop: async () => {
          await Promise.all([runner.stop(), embedding?.stop()]);
        },
      };
    },
  };
}
