import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/** Bodies are JSON and nothing else. */
export const jsonBodies = fastifyPlugin(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    // Many clients announce JSON at every request, also where an operation has no body.
    if (body.trim() === '') done(null, undefined);
    else void parse(request, body, done);
  });
});
