import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { FACE_IMAGE_KINDS } from '../../domain/personas/face-images.ts';
import type { Endpoint } from '../api-app.ts';

export const getFaceImage: Endpoint = (app, { faceImages }) => {
  app.get(
    '/images/faces/:id/:kind',
    {
      config: { access: 'signed' },
      schema: {
        hide: true,
        params: Type.Object({ id: Type.String({ maxLength: 100 }), kind: Type.Enum(FACE_IMAGE_KINDS) }),
        querystring: Type.Object({ signature: Type.String({ maxLength: 100 }) }),
      },
    },
    async (request, reply) => {
      const { id, kind } = request.params;
      const { bytes, contentType, release } = await faceImages.read(id, kind, request.query.signature);
      if (reply.raw.destroyed) release();
      else reply.raw.once('close', release);
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      reply
        .header('etag', etag)
        .header('cache-control', 'public, max-age=3600')
        .header('cross-origin-resource-policy', 'cross-origin');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type(contentType).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
  );
};
