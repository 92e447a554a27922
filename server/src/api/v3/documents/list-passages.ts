import { DocumentParams, Page, Passage, PassagesQuery } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentPassage } from '../../present/knowledge.ts';

export const listPassages: Endpoint = (app, { knowledgeBases, documents }) => {
  app.get(
    '/knowledge-bases/:id/documents/:doc/passages',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'listPassages',
        tags: ['knowledge bases'],
        summary: 'List passages of a document',
        description:
          'Its text as it was extracted, in pieces, in their order; none before it is `indexed`. A long passage may begin with the ' +
          'end of the one before.',
        params: DocumentParams,
        querystring: PassagesQuery,
        response: { 200: Page('passages', Passage) },
      },
    },
    async (request) => {
      const { id, doc } = request.params;
      const { skip = 0, take = 20 } = request.query;
      const knowledgeBase = await knowledgeBases.get(request.organization.id, id);
      const { document, rows, total } = await documents.passages(knowledgeBase, doc, { skip, take });
      return { skip, take, total, passages: rows.map((passage) => presentPassage(document, passage)) };
    },
  );
};
