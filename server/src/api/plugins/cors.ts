import fastifyCors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/** Routes open to every origin: what end users' browsers call, uploads, pictures, the widget and the documentation. */
const OPEN =
  /^\/(v1\/session-passes|v3\/conversations\/[^/]+\/(?:events|access-tokens|rating)|v3\/embeds\/[^/]+\/(?:look|conversations)|embed\.js|widget|uploads|images|openapi\.json|docs|v3\/health)(\/|\?|$)/;

/** Headers that proxies set. A proxy that passes on a page's own values would let it fake the service's address. */
const PROXY_HEADERS = /\b(?:x-)?forwarded\b/i;

const EXPOSED = ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Idempotent-Replayed'];

export const cors = fastifyPlugin(
  async (app: FastifyInstance, options: { origins: readonly string[] | '*' | undefined }) => {
    const shared: FastifyCorsOptions = {
      methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: EXPOSED,
      maxAge: 600,
      // An OPTIONS request without preflight headers is passed on to the routes: 404 or 405.
      strictPreflight: false,
    };
    const open: FastifyCorsOptions = { ...shared, origin: '*' };
    const restricted: FastifyCorsOptions = {
      ...shared,
      origin: options.origins === '*' ? '*' : options.origins?.length ? [...options.origins] : false,
    };
    await app.register(fastifyCors, {
      delegator: (
        request: FastifyRequest,
        done: (error: Error | null, options?: FastifyCorsOptions) => void,
      ) => {
        if (PROXY_HEADERS.test(request.headers['access-control-request-headers'] ?? ''))
          return done(null, { ...shared, origin: false });
        done(null, OPEN.test(request.url) ? open : restricted);
      },
    });
  },
);
