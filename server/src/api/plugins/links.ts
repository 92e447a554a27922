import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { FaceImageKind, FaceImages } from '../../domain/personas/face-images.ts';
import { trimEnd } from '../../lib/trim-end.ts';

/** Absolute addresses of what the service serves, as the caller can reach them. */
export interface Links {
  readonly baseUrl: string;
  /**
   * Origin of the service's own pages; `undefined` if `VISAVIS_PUBLIC_URL` is not set and the Host header is a public
   * name, because anybody can send that.
   */
  readonly ownOrigin: string | undefined;
  absolute(path: string): string;
  faceImage(faceId: string, kind: FaceImageKind): string;
}

/** A host name or address with an optional port (RFC 9110, 7.2); IPv6 in brackets. */
const HOST = /^(?:[A-Za-z0-9._-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::\d{1,5})?$/;

/**
 * Returns the address that the caller used, from its Host header; for installations without a public address. A value
 * that is not a host (with a path, a user or a quote) never gets into a response.
 */
export function baseUrlOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const scheme = protocol === 'https' ? 'https' : 'http';
  const baseUrl = `${scheme}://${host}`;
  return HOST.test(host ?? '') && URL.canParse(baseUrl) ? baseUrl : `${scheme}://localhost`;
}

/**
 * Whether pages at this host are certainly ours: an IP address, or a name that nobody can own on the internet. The
 * owner of any other name can serve a page under it and then point the name here (DNS rebinding).
 */
function isOwnHost(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0 || /^[^.]+$|\.(?:localhost|local)$/.test(hostname);
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
          get ownOrigin() {
            const { origin, hostname } = new URL(baseUrl);
            return publicUrl !== undefined || isOwnHost(hostname) ? origin : undefined;
          },
          absolute,
          faceImage: (faceId, kind) => absolute(options.faceImages.address(faceId, kind)),
        };
      },
    });
  },
);
