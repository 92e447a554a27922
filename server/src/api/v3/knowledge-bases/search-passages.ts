import { IdParams, RankedPassage, SearchPassagesQuery } from '@visavis/contracts';
import { Type } from 'typebox';
import type { Endpoint } from '../../api-app.ts';
import { presentPassage } from '../../present/knowledge.ts';

export const searchPassages: Endpoint = (app, { knowledgeBases, documents }) => {
  app.get(
    '/knowledge-bases/:id/passages',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'searchPassages',
        tags: ['knowledge bases'],
        summary: 'Search passages',
        description:
          'What a conversation would get for a question, best first; nothing where no word of it, nor its meaning, leads anywhere.',
        params: IdParams,
        querystring: SearchPassagesQuery,
        response: { 200: Type.Object({ passages: Type.Array(RankedPassage) }) },
      },
    },
    async (request) => {
      const { query, take = 5 } = request.query;
      const knowledgeBase = await knowledgeBases.get(request.organization.id, request.params.id);
      const found = await documents.search(knowledgeBase, query, take);
      return {
        passages: found.map(({ document, passage }) => ({
          ...presentPassage(document, passage),
          score: passage.score,
          coverage: passage.coverage,
          ...(passage.similarity !== undefined && { similarity: passage.similarity }),
        })),
      };
    },
  );
};
