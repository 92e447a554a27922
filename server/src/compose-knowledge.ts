import type { FoundPassage } from '@visavis/contracts';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { BlobStore } from './domain/blobs.ts';
import type { ConversationStore } from './domain/conversations/conversation.ts';
import type {
  DocumentStore,
  Documents,
  IndexJob,
  IndexQueue,
  KnowledgeIndex,
} from './domain/knowledge-bases/documents.ts';
import { embedTexts } from './engines/pipeline/embedding-client.ts';
import { ProviderError } from './engines/provider-error.ts';
import { extractPassages } from './knowledge/extraction/extract-text.ts';
import { type IndexPorts, indexDocument } from './knowledge/index-document.ts';
import { type Passage, withTitle } from './knowledge/passages.ts';
import { enqueueJob } from './store/jobs/enqueue-job.ts';
import { JobRunner } from './store/jobs/job-runner.ts';
import type { Database } from './store/open-database.ts';
import type { Embedding } from './store/search/embedding-vectors.ts';
import { PassageSearch } from './store/search/passage-search.ts';
import { readPassages } from './store/search/read-passages.ts';
import {
  indexPassages,
  type PassageToIndex,
  removeKnowledgeBase,
  removePassages,
} from './store/search/write-passages.ts';

const INDEX_DOCUMENT = 'index_document';
/** Of an organization at once, in all processes together. Organizations take turns, however many documents one has. */
const DOCUMENTS_OF_ONE = 4;
/** Short, because a turn waits for it. */
const QUESTION_MS = 1_000;

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
  blobs: BlobStore;
  conversations: Pick<ConversationStore, 'find'>;
  documents: Pick<DocumentStore, 'find'>;
  /** Absent: knowledge bases are searched by words alone. */
  embeddings?: Config['embeddings'];
  log: Logger;
}): ComposedKnowledge {
  const { database, blobs, embeddings, log } = needs;
  const db = database.kysely;
  const search = new PassageSearch(db);

  async function embed(passages: Passage[], signal: AbortSignal): Promise<PassageToIndex[]> {
    if (!embeddings) return passages;
    const vectors = await embedTexts(embeddings, passages.map(withTitle), { signal });
    const { model } = embeddings;
    return passages.map((passage, place) => ({
      ...passage,
      embedding: { model, vector: vectors[place]! },
    }));
  }

  /** Without an embedding in time the search uses words only, because a user is waiting. */
  async function embedQuestion(query: string): Promise<Embedding | undefined> {
    if (!embeddings) return undefined;
    try {
      const [vector] = await embedTexts(embeddings, [query], { timeoutMs: QUESTION_MS });
      return { model: embeddings.model, vector: vector! };
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'a question was searched by its words alone');
      return undefined;
    }
  }

  const find = async (knowledgeBaseId: string, query: string, take: number) =>
    search.search(knowledgeBaseId, query, take, await embedQuestion(query));

  function ports(documents: Documents, signal: AbortSignal): IndexPorts {
    return {
      take: (job) => documents.take(job),
      exists: async (documentId) => (await needs.documents.find(documentId)) !== undefined,
      report: (job, report) => documents.report(job, report),
      async open(blobKey) {
        const blob = await blobs.get(blobKey);
        if (!blob) throw new Error(`the file of a document is gone: ${blobKey}`);
        return blob.stream;
      },
      async replacePassages({ knowledgeBaseId, id }, batches) {
        const passages: PassageToIndex[] = [];
        for await (const batch of batches) passages.push(...(await embed(batch, signal)));
        await indexPassages(db, knowledgeBaseId, id, passages, { signal });
      },
      removePassages: ({ id }) => removePassages(db, id),
      extract: extractPassages,
    };
  }

  return {
    indexQueue: {
      async enqueue(job) {
        const document = await needs.documents.find(job.documentId);
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
      remove: (documentId) => removePassages(db, documentId),
      removeKnowledgeBase: (knowledgeBaseId) => removeKnowledgeBase(db, knowledgeBaseId),
      passagesOf: (documentId, page) => readPassages(db, documentId, page),
      search: find,
    },
    async searchFor(conversationId, query, take) {
      const knowledgeBaseId = (await needs.conversations.find(conversationId))?.knowledgeBaseId;
      if (!knowledgeBaseId) return [];
      const rows = await find(knowledgeBaseId, query, take);
      return Promise.all(
        rows.map(async ({ documentId, title, text, score }) => ({
          documentId,
          documentName: (await needs.documents.find(documentId))?.name ?? '',
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
            run: async (payload, { signal, lastAttempt }) => {
              const job = payload as IndexJob;
              try {
                await indexDocument(job, ports(documents, signal), signal);
              } catch (error) {
                if (lastAttempt && !signal.aborted) {
                  await documents.report(job, {
                    type: 'failed',
                    // Errors that name the operator's servers are only logged.
                    reason:
                      error instanceof ProviderError
                        ? 'The embedding service does not work; try again later.'
                        : 'The document could not be indexed; try again.',
                  });
                }
                throw error;
              }
            },
          },
        },
      });
      await documents.resumeIndexing();
      await runner.start();
      return { stop: () => runner.stop() };
    },
  };
}
