import type { Readable } from 'node:stream';
import { KnowledgeBaseDocument, UNNAMED_BYTES } from '@visavis/contracts';
import { Type } from 'typebox';
import { tooLarge, unsupportedType } from '../../domain/errors.ts';
import type { Services } from '../../domain/services.ts';
import { type ApiApp, operation } from '../api-app.ts';
import { presentDocument } from '../present/knowledge.ts';

/** Accepts a document as a stream, in a Fastify context of its own, where the stream is the body. */
export function uploadDocument(app: ApiApp, { documents, organizations }: Services): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.put(
    '/uploads/:document',
    operation('signed', 'knowledge bases', {
      operationId: 'uploadDocument',
      summary: 'Upload document content',
      description:
        'The URL is the `uploadUrl` from “Add document”. `Content-Type` must be the `mimeType` of the document or ' +
        '`application/octet-stream`. For text that is not UTF-8, it must contain the `charset`. You can repeat the upload until ' +
        'the URL expires; the last upload counts.',
      params: Type.Object({ document: Type.String({ maxLength: 100 }) }),
      querystring: Type.Object({ expires: Type.Integer(), signature: Type.String({ maxLength: 100 }) }),
      response: { 200: KnowledgeBaseDocument },
      flags: { skipsQueue: true, rawBodyTypes: [UNNAMED_BYTES] },
    }),
    async (request, reply) => {
      // If the upload is refused, its remaining bytes are not awaited.
      reply.header('connection', 'close');
      const contentType = request.headers['content-type'];
      // An encoded document would be stored as it is and could not be read.
      const encoding = request.headers['content-encoding'] ?? 'identity';
      if (encoding !== 'identity')
        throw unsupportedType('Send the bytes of the document without a Content-Encoding.');
      const document = await documents.checkUpload(request.params.document, request.query, contentType);
      const { documentBytes } = await organizations.get(document.organizationId);
      const length = request.headers['content-length'];
      const announced = length === undefined ? undefined : Number(length);
      if (announced !== undefined && announced > documentBytes) {
        throw tooLarge(`The document is larger than ${documentBytes} bytes.`);
      }
      const uploaded = await documents.upload(document, request.body as Readable, {
        maxBytes: documentBytes,
        announcedBytes: announced,
        contentType,
      });
      return presentDocument(uploaded);
    },
  );
}
