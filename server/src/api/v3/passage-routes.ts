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
    operation('api_key', {
      operationId: 'listPassages',
      tags: ['knowledge bases'],
      summary: 'List passages of a document',
      description:
        'Its text as it was extracted, in pieces, in their order; none before it is `indexed`. A long passage may begin with the ' +
        'end of the one before.',
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
    operation('api_key', {
      operationId: 'searchPassages',
      tags: ['knowledge bases'],
      summary: 'Search passages',
      description:
        'What a conversation would get for a question, best first; nothing where no word of it, nor its meaning, leads anywhere.',
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
    operation('api_key', {
      operationId: 'getKnowledgeBaseEmbeddings',
      tags: ['knowledge bases'],
      summary: 'Get embeddings of a knowledge base',
      description:
        'Who embeds its passages, so that they are found by meaning as well, and how many are done.',
      params: IdParams,
      response: { 200: KnowledgeBaseEmbeddings },
      flags: { isHeavy: true },
    }),
    async ({ organization, params }) =>
      documents.embeddings(await knowledgeBases.get(organization.id, params.id)),
  );
};
