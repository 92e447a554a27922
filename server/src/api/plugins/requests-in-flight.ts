import type { Socket } from 'node:net';
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
  interface FastifyRequest {
    /** Whose slot it holds until its answer has been taken. */
    slot: string | undefined;
  }
}

/**
 * Bounds what one caller has in flight. An answer is in memory until it has been read, and lists have megabytes: without
 * this, who asks for a thousand and reads none takes gigabytes. The others wait for their turn, so nobody else does. Who never
 * reads is told by `drop-unread.ts`.
 */
export const requestsInFlight = fastifyPlugin(async (app: FastifyInstance) => {
  const slots = new Slots(MOST_WAITING);
  /** Whose slots the requests of a connection hold, one for each. */
  const held = new Map<Socket, string[]>();

  function heldOf(socket: Socket): string[] {
    const known = held.get(socket);
    if (known) return known;
    const keys: string[] = [];
    held.set(socket, keys);
    // One listener for all requests of a connection. Of those that were sent in a row, Node tells only the answer whose turn it
    // is that the connection is over.
    socket.once('close', () => {
      held.delete(socket);
      for (const key of keys) slots.give(key);
    });
    return keys;
  }

  function hold(request: FastifyRequest, keys: string[], key: string): void {
    request.slot = key;
    keys.push(key);
  }

  app.decorateRequest('slot', undefined);

  app.addHook('onRoute', (route) => {
    const query = route.schema?.querystring as { properties?: object } | undefined;
    if (query?.properties && 'take' in query.properties) route.config = { ...route.config, isList: true };
  });

  app.addHook('onRequest', (request, _reply, done) => {
    const caller = callerOf(request);
    if (!caller) return done();
    const { key, most } = caller;
    const { socket } = request.raw;
    const keys = heldOf(socket);
    if (slots.take(key, most)) {
      hold(request, keys, key);
      return done();
    }
    const onTaken = () => {
      if (held.has(socket)) {
        hold(request, keys, key);
        return done();
      }
      // It hung up while it waited for its turn: nobody reads this, and nothing more is done for it.
      slots.give(key);
      done(noCapacity('The caller has gone.'));
    };
    if (!slots.wait(key, onTaken)) done(rateLimited(1));
  });

  app.addHook('onResponse', ({ slot, raw: { socket } }, _reply, done) => {
    // Where the connection is not there any more, all of it has been given back.
    const keys = slot === undefined ? undefined : held.get(socket);
    if (slot !== undefined && keys) {
      keys.splice(keys.indexOf(slot), 1);
      slots.give(slot);
    }
    done();
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
