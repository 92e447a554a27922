import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { FaceImageKind, FaceImages } from '../../domain/personas/face-images.ts';

/** Absolute addresses of things that the service serves, as the caller can reach them. */
export interface Links {
  readonly baseUrl: string;
  absolute(path: string): string;
  faceImage(faceId: string, kind: FaceImageKind): string;
}

/** A name or an address and perhaps a port, as RFC 9110, 7.2 has it; brackets around IPv6. */
const HOST = /^(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * Where the caller reached us, as it says itself: for who has set no public address. What is no host (a path, a user, a
 * quote) never gets into an answer.
 */
export function baseUrlOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const scheme = protocol === 'https' ? 'https' : 'http';
  return `${scheme}://${HOST.test(host ?? '') ? host : 'localhost'}`;
}

export const links = fastifyPlugin(
  async (app: FastifyInstance, options: { publicUrl: string | undefined; faceImages: FaceImages }) => {
    const publicUrl = options.publicUrl?.replace(/\/+$/, '');
    app.decorateRequest('links', {
      getter(this: FastifyRequest): Links {
        const baseUrl = publicUrl ?? baseUrlOf(this);
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
