import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { invalid, unsupportedType } from '../../domain/errors.ts';
import { exceededShape } from '../../lib/json-shape.ts';

/** Far more than any body needs, and far less than would block the service during validation. */
const MAX_JSON = { depth: 40, values: 5_000 };

const EXCEEDED = {
  depth: `must not be nested deeper than ${MAX_JSON.depth} levels`,
  values: `must not contain more than ${MAX_JSON.values.toLocaleString('en')} values`,
};

/** Accepts JSON bodies only; an empty body needs no media type. */
export const jsonBodies = fastifyPlugin(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const read = () => {
      const exceeded = exceededShape(body, MAX_JSON);
      if (exceeded) done(invalid('body', EXCEEDED[exceeded]));
      // Many clients send `Content-Type: application/json` with every request, even without a body.
      else if (body.trim() === '') done(null, undefined);
      else void parse(request, body, done);
    };
    // Parsing megabytes takes tens of milliseconds: waits for the caller's slots, then in the queue.
    request
      .waitForSlots()
      .then(() => request.waitInQueue())
      .then(read, done);
  });
  // Other clients send a form type or an invalid type without a body; Fastify would reject it unread.
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, routeOptions } = request;
    if (headers['content-type'] === undefined) return done();
    const isEmpty =
      headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
    // An empty upload still has a media type.
    if (isEmpty && routeOptions.config.access !== 'signed') delete headers['content-type'];
    done();
  });
  // Only here is it known whether a chunked body is empty.
  app.addContentTypeParser('*', (_request, payload, done) => {
    let isEmpty = true;
    payload
      .once('data', () => {
        isEmpty = false;
        payload.pause();
        done(unsupportedType('The body must be sent as application/json.'));
      })
      .once('end', () => isEmpty && done(null, undefined))
      .once('error', (error) => isEmpty && done(error));
  });
});
