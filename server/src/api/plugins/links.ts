import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { FaceImageKind, FaceImages } from '../../domain/personas/face-images.ts';
import { trimEnd } from '../../lib/trim-end.ts';

/** Absolute addresses of things that the service serves, as the caller can reach them. */
export interface Links {
  readonly baseUrl: string;
  absolute(path: string): string;
  faceImage(faceId: string, kind: FaceImageKind): string;
}

/** A host name or address with an optional port (RFC 9110, 7.2); IPv6 in brackets. */
const HOST = /^(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * The address that the caller used, by its Host header; for installations without a public address. A value that is not
 * a host (with a path, a user or a quote) never gets into an answer.
 */
export function baseUrlOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const scheme = protocol === 'https' ? 'https' : 'http';
  return `${scheme}://${HOST.test(host ?? '') ? host : 'localhost'}`;
}

export const links = fastifyPlugin(
  async (app: FastifyInstance, options: { publicUrl: string | undefined; faceImages: FaceImages }) => {
    const publicUrl = options.publicUrl && trimEnd(options.publicUrl, '/');
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
