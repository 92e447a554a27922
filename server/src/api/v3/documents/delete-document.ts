import { DocumentParams, KnowledgeBaseDocument } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentDocument } from '../../present/knowledge.ts';

export const deleteDocument: Endpoint = (app, { knowledgeBases, documents }) => {
  app.delete(
    '/knowledge-bases/:id/documents/:doc',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'deleteDocument',
        tags: ['knowledge bases'],
        summary: 'Delete document',
        description: 'With its file and its index entries. Irreversible.',
        params: DocumentParams,
        response: { 200: KnowledgeBaseDocument },
      },
    },
    async (request) => {
      const knowledgeBase = await knowledgeBases.get(request.organization.id, request.params.id);
      return presentDocument(await documents.remove(knowledgeBase, request.params.doc));
    },
  );
};
