import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { FaceImageKind, FaceImages } from '../../domain/personas/face-images.ts';

/** Absolute addresses of things that the service serves, as the caller can reach them. */
export interface Links {
  readonly baseUrl: string;
  absolute(path: string): string;
  faceImage(faceId: string, kind: FaceImageKind): string;
}

export const links = fastifyPlugin(
  async (app: FastifyInstance, options: { publicUrl: string | undefined; faceImages: FaceImages }) => {
    const publicUrl = options.publicUrl?.replace(/\/+$/, '');
    app.decorateRequest('links', {
      getter(this: FastifyRequest): Links {
        const baseUrl = publicUrl ?? `${this.protocol}://${this.host || 'localhost'}`;
        const absolute = (path: string) => baseUrl + path;
        return {
          baseUrl,
          absolute,
          faceImage: (faceId, kind) => absolute(options.faceImages.address(faceId, kind)),
        };
      },
    });
  },
);
