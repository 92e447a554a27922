import { CreateDocument, DocumentUpload, IdParams } from '@visavis/contracts';
import type { Endpoint } from '../../api-app.ts';
import { presentDocument } from '../../present/knowledge.ts';

export const addDocument: Endpoint = (app, { knowledgeBases, documents }) => {
  app.post(
    '/knowledge-bases/:id/documents',
    {
      config: { access: 'api_key' },
      schema: {
        operationId: 'addDocument',
        tags: ['knowledge bases'],
        summary: 'Add document',
        description:
          'Announces a document. Its bytes are then sent with `PUT` to `uploadUrl`, with `Content-Type` = `mimeType`, ' +
          'before `expireAt`.',
        params: IdParams,
        body: CreateDocument,
        response: { 201: DocumentUpload },
      },
    },
    async (request, reply) => {
      const knowledgeBase = await knowledgeBases.get(request.organization.id, request.params.id);
      const { document, uploadPath, expiresAt } = await documents.create(knowledgeBase, request.body);
      return reply.code(201).send({
        document: presentDocument(document),
        uploadUrl: request.links.absolute(uploadPath),
        expireAt: expiresAt.toISOString(),
      });
    },
  );
};
