import { IdParams, KnowledgeBase } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentKnowledgeBase } from '../../present/knowledge.ts';

export const getKnowledgeBase: Endpoint = (app, { knowledgeBases, documents }) => {
  app.get(
    '/knowledge-bases/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'getKnowledgeBase',
        tags: ['knowledge bases'],
        summary: 'Get knowledge base',
        params: IdParams,
        response: { 200: KnowledgeBase },
      },
    },
    async (request) => {
      const { id } = request.params;
      const knowledgeBase = await knowledgeBases.get(request.organization.id, id);
      return presentKnowledgeBase(knowledgeBase, (await documents.ofKnowledgeBases([id])).get(id) ?? []);
    },
  );
};
