import { DocumentParams, KnowledgeBaseDocument } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentDocument } from '../../present/knowledge.ts';

export const indexDocument: Endpoint = (app, { knowledgeBases, documents }) => {
  app.patch(
    '/knowledge-bases/:id/documents/:doc/index',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'indexDocument',
        tags: ['knowledge bases'],
        summary: 'Index document',
        description:
          'Answers `indexing` at once; the work runs in the background and tells its progress in the `timeline` of the ' +
          'document. May be repeated. 409 before the upload.',
        params: DocumentParams,
        response: { 200: KnowledgeBaseDocument },
      },
    },
    async (request) => {
      const knowledgeBase = await knowledgeBases.get(request.organization.id, request.params.id);
      return presentDocument(await documents.index(knowledgeBase, request.params.doc));
    },
  );
};
