import {
  DocumentParams,
  FoundPassages,
  IdParams,
  KnowledgeBaseEmbeddings,
  Page,
  Passage,
  PassagesQuery,
  SearchPassagesQuery,
} from '@visavis/contracts';
import { type Endpoint, operation } from '../api-app.ts';
import { presentPassage } from '../present/knowledge.ts';

/** Registers the operations that read the extracted text of the documents of a knowledge base. */
export const passageRoutes: Endpoint = (app, { documents, knowledgeBases }) => {
  app.get(
    '/knowledge-bases/:id/documents/:doc/passages',
    operation('api_key', 'knowledge bases', {
      operationId: 'listPassages',
      summary: 'List passages of a document',
      description:
        'Returns the extracted text of the document as passages, in document order. The list is empty until the document is ' +
        '`indexed`. A passage can begin with the end of the previous one.',
      params: DocumentParams,
      querystring: PassagesQuery,
      response: { 200: Page('passages', Passage) },
    }),
    async (request) => {
      const { id, doc } = request.params;
      const { skip = 0, take = 20 } = request.query;
      const knowledgeBase = await knowledgeBases.get(request.organization.id, id);
      const { document, rows, total } = await documents.passages(knowledgeBase, doc, { skip, take });
      return { skip, take, total, passages: rows.map((passage) => presentPassage(document, passage)) };
    },
  );
  app.get(
    '/knowledge-bases/:id/passages',
    operation('api_key', 'knowledge bases', {
      operationId: 'searchPassages',
      summary: 'Search passages',
      description:
        'Returns the passages that a conversation would get for this question, best first. The list is empty if neither words nor meaning match.',
      params: IdParams,
      querystring: SearchPassagesQuery,
      response: { 200: FoundPassages },
    }),
    async (request) => {
      const { query, take = 5 } = request.query;
      const knowledgeBase = await knowledgeBases.get(request.organization.id, request.params.id);
      const { found, problem } = await documents.search(knowledgeBase, query, take);
      return {
        ...(problem !== undefined && { problem }),
        passages: found.map(({ document, passage }) => ({
          ...presentPassage(document, passage),
          score: passage.score,
          coverage: passage.coverage,
          ...(passage.similarity !== undefined && { similarity: passage.similarity }),
        })),
      };
    },
  );
  app.get(
    '/knowledge-bases/:id/embeddings',
    operation('api_key', 'knowledge bases', {
      operationId: 'getKnowledgeBaseEmbeddings',
      summary: 'Get embedding state of a knowledge base',
      description:
        'Returns what computes the embeddings of the passages, with which they can also be found by meaning, and how many passages are embedded.',
      params: IdParams,
      response: { 200: KnowledgeBaseEmbeddings },
      flags: { isHeavy: true },
    }),
    async ({ organization, params }) =>
      documents.embeddings(await knowledgeBases.get(organization.id, params.id)),
  );
};
