import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { noCapacity, rateLimited } from '../../domain/errors.ts';
import { Slots } from '../../lib/slots.ts';

/** Requests at the same time, in this process. */
const MOST = { organization: 32, user: 8 };
/** Lists beside them: a page may have megabytes, and what is ready at the same time is written before anybody else's turn. */
const MOST_LISTS = 2;
/** Of one caller, behind those: the allowance of a third of a minute. */
const MOST_WAITING = 1_000;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether it answers a page of a list, as its query tells. */
    isList?: boolean;
  }
}

/**
 * Bounds what one caller has in flight. An answer is in memory until it has been read, and lists have megabytes: without
 * this, who asks for a thousand and reads none takes gigabytes. The others wait for their turn, so nobody else does. Who never
 * reads is told by `drop-unread.ts`; of requests in a row on one connection the first alone comes here (`answer-in-turn.ts`).
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
    // It hung up while it was asked who it is, or below while it waited: nobody reads this, and nothing more is done for it.
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

/** Who may have so many at the same time; nobody where anybody may call, or where the answer goes on. */
function callerOf(request: FastifyRequest): { key: string; most: number } | undefined {
  const { access, streams, isList } = request.routeOptions.config;
  if (streams) return undefined;
  const isForEither = access === 'api_key_or_client_token';
  if (access === 'client_token' || (isForEither && request.grantIfAny))
    return { key: `user ${JSON.stringify(request.grantIfAny)}`, most: MOST.user };
  if (access !== 'api_key' && !isForEither) return undefined;
  const { id } = request.organization;
  return isList ? { key: `${id} lists`, most: MOST_LISTS } : { key: id, most: MOST.organization };
}
