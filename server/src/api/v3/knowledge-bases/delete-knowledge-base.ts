import { IdParams, KnowledgeBase } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentKnowledgeBase } from '../../present/knowledge.ts';

export const deleteKnowledgeBase: Endpoint = (app, { knowledgeBases }) => {
  app.delete(
    '/knowledge-bases/:id',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'deleteKnowledgeBase',
        tags: ['knowledge bases'],
        summary: 'Delete knowledge base',
        description: 'With all its documents. Irreversible; 409 while an agent or a character uses it.',
        params: IdParams,
        response: { 200: KnowledgeBase },
      },
    },
    async (request) =>
      presentKnowledgeBase(await knowledgeBases.remove(request.organization.id, request.params.id), []),
  );
};
