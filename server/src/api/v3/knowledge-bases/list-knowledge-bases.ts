import { KnowledgeBase, ListQuery, Page } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { counts, pageRequest } from '../../page.ts';
import { presentKnowledgeBase } from '../../present/knowledge.ts';

export const listKnowledgeBases: Endpoint = (app, { knowledgeBases, documents }) => {
  app.get(
    '/knowledge-bases',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listKnowledgeBases',
        tags: ['knowledge bases'],
        summary: 'List knowledge bases',
        querystring: ListQuery,
        response: { 200: Page('items', KnowledgeBase) },
      },
    },
    async (request) => {
      const page = await knowledgeBases.list(request.organization.id, pageRequest(request.query));
      const held = await documents.ofKnowledgeBases(page.rows.map((row) => row.id));
      return {
        ...counts(page),
        items: page.rows.map((row) => presentKnowledgeBase(row, held.get(row.id) ?? [])),
      };
    },
  );
};
