import { CreateKnowledgeBase, KnowledgeBase } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentKnowledgeBase } from '../../present/knowledge.ts';

export const createKnowledgeBase: Endpoint = (app, { knowledgeBases }) => {
  app.post(
    '/knowledge-bases',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'createKnowledgeBase',
        tags: ['knowledge bases'],
        summary: 'Create knowledge base',
        body: CreateKnowledgeBase,
        response: { 201: KnowledgeBase },
      },
    },
    async (request, reply) => {
      const knowledgeBase = await knowledgeBases.create(request.organization.id, request.body);
      return reply.code(201).send(presentKnowledgeBase(knowledgeBase, []));
    },
  );
};
