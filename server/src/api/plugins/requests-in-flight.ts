import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { noCapacity, rateLimited } from '../../domain/errors.ts';
import { Slots } from '../../lib/slots.ts';

/** Requests at the same time, in this process. */
const MOST = { organization: 32, user: 8 };
/**
 * The limit for list requests: a page may have megabytes, and finished pages are written before other requests are
 * processed.
 */
const MOST_LISTS = 2;
/** Of one organization. Its next waits, and those of others come between. */
const MOST_PREVIEWS = 1;
/** The queue of one caller: as many as a third of its limit per minute. */
const MOST_WAITING = 1_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the request reads a page of a list. */
    isList?: boolean;
    /** Whether the request takes seconds of the threads that draw and speak, which all organizations share. */
    isPreview?: boolean;
  }
}

/**
 * Limits how many requests of one caller are processed at once. An answer stays in memory until it has been read, and
 * lists have megabytes: without a limit, a client that requests a thousand pages and reads none takes gigabytes.
 * Further requests of that caller queue; other callers are not delayed. `drop-unread.ts` disconnects clients that never
 * read; of pipelined requests on one connection only the first gets here (`answer-in-turn.ts`).
 */
export const requestsInFlight = fastifyPlugin(async (app: FastifyInstance) => {
  const slots = new Slots(MOST_WAITING);

  app.addHook('onRoute', (route) => {
    const query = route.schema?.querystring as { properties?: object } | undefined;
    if (query?.properties && 'take' in query.properties) route.config = { ...route.config, isList: true };
  });

  app.addHook('onRequest', (request, reply, done) => {
    const caller = callerOf(request);
    if (!caller) return done();
    const { key, most } = caller;
    const answer = reply.raw;
    const begin = () => {
      answer.once('close', () => slots.give(key));
      done();
    };
    // The client disconnected during authentication or, below, while it was queued: nothing more is done for it.
    if (answer.destroyed) return done(noCapacity('The caller has gone.'));
    if (slots.take(key, most)) return begin();
    const onTaken = () => {
      if (!answer.destroyed) return begin();
      slots.give(key);
      done(noCapacity('The caller has gone.'));
    };
    if (!slots.wait(key, onTaken)) done(rateLimited(1));
  });
});

/** The caller that the limit applies to; none for public routes and streams. */
function callerOf(request: FastifyRequest): { key: string; most: number } | undefined {
  const { access, streams, isList, isPreview } = request.routeOptions.config;
  if (streams) return undefined;
  const isForEither = access === 'api_key_or_client_token';
  if (access === 'client_token' || (isForEither && request.grantIfAny))
    return { key: `user ${JSON.stringify(request.grantIfAny)}`, most: MOST.user };
  if (access !== 'api_key' && !isForEither) return undefined;
  const { id } = request.organization;
  if (isPreview) return { key: `${id} previews`, most: MOST_PREVIEWS };
  return isList ? { key: `${id} lists`, most: MOST_LISTS } : { key: id, most: MOST.organization };
}
