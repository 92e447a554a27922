import {
  CreateDocument,
  DocumentParams,
  DocumentUpload,
  IdParams,
  KnowledgeBaseDocument,
} from '@visavis/contracts';
import { type Endpoint, operation } from '../api-app.ts';
import { presentDocument } from '../present/knowledge.ts';

/** Registers the operations on documents that `/v1` also has. */
export const documentRoutes: Endpoint = (app, { documents, knowledgeBases }) => {
  app.post(
    '/knowledge-bases/:id/documents',
    operation('api_key', 'knowledge bases', {
      operationId: 'addDocument',
      summary: 'Add document',
      description:
        'Creates a document without content. Then upload its bytes with `PUT` to `uploadUrl`, with its `mimeType` as `Content-Type`, ' +
        'before `expireAt`, and index it.',
      params: IdParams,
      body: CreateDocument,
      response: { 201: DocumentUpload },
    }),
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
  app.patch(
    '/knowledge-bases/:id/documents/:doc/index',
    operation('api_key', 'knowledge bases', {
      operationId: 'indexDocument',
      summary: 'Index document',
      description:
        'Starts indexing in the background and returns the document with the status `indexing`; its `timeline` shows the progress. ' +
        'A document can be indexed again. Fails with 409 before the upload.',
      params: DocumentParams,
      response: { 200: KnowledgeBaseDocument },
    }),
    async (request) => {
      const knowledgeBase = await knowledgeBases.get(request.organization.id, request.params.id);
      return presentDocument(await documents.index(knowledgeBase, request.params.doc));
    },
  );
  app.delete(
    '/knowledge-bases/:id/documents/:doc',
    operation('api_key', 'knowledge bases', {
      operationId: 'deleteDocument',
      summary: 'Delete document',
      description: 'Deletes the document with its file and index entries permanently and returns it.',
      params: DocumentParams,
      response: { 200: KnowledgeBaseDocument },
    }),
    async (request) => {
      const knowledgeBase = await knowledgeBases.get(request.organization.id, request.params.id);
      return presentDocument(await documents.remove(knowledgeBase, request.params.doc));
    },
  );
};
