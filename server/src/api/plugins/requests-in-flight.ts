import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { noCapacity, rateLimited } from '../../domain/errors.ts';
import { Slots } from '../../lib/slots.ts';

/** Requests at the same time, in this process. */
const MOST = { organization: 32, user: 8 };
/** Of one caller, behind those: the allowance of a third of a minute. */
const MOST_WAITING = 1_000;
/** A caller that does not take its answer has so long before its connection is closed. */
const UNREAD_MS = 120_000;

/**
 * Bounds what one caller has in flight. An answer is in memory until it has been read, and lists have megabytes: without
 * this, who asks for a thousand and reads none takes gigabytes. The others wait for their turn, so nobody else does.
 */
export const requestsInFlight = fastifyPlugin(async (app: FastifyInstance) => {
  const slots = new Slots(MOST_WAITING);

  app.addHook('onRequest', async (request, reply) => {
    const { access, streams } = request.routeOptions.config;
    if (streams) return;
    const isClient =
      access === 'client_token' || (access === 'api_key_or_client_token' && request.grantIfAny);
    if (!isClient && access !== 'api_key' && access !== 'api_key_or_client_token') return;
    const [key, most] = isClient
      ? [`user ${JSON.stringify(request.grantIfAny)}`, MOST.user]
      : [request.organization.id, MOST.organization];
    const give = await slots.take(key, most).catch(() => {
      throw rateLimited(1);
    });
    const { socket } = request.raw;
    if (socket.destroyed) {
      // It hung up while it waited for its turn: nobody reads this, and nothing more is done for it.
      give();
      throw noCapacity('The caller has gone.');
    }
    reply.raw.once('finish', give).once('close', give);
    const forget = whenClosed(socket, give);
    reply.raw.once('finish', forget).once('close', forget);
  });

  app.addHook('onSend', async (request, reply) => {
    if (request.routeOptions.config.streams) return;
    const cut = setTimeout(() => request.raw.socket.destroy(), UNREAD_MS).unref();
    const done = () => clearTimeout(cut);
    reply.raw.once('finish', done).once('close', done);
  });
});

const waitingForClose = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls back when the connection is over; answers what takes that back. Of requests that were sent in a row, Node tells only
 * the answer whose turn it is that the connection is over; the others never hear of it.
 */
function whenClosed(socket: Socket, callBack: () => void): () => void {
  let waiting = waitingForClose.get(socket);
  if (!waiting) {
    waiting = new Set();
    waitingForClose.set(socket, waiting);
    const all = waiting;
    // One listener, however many requests a connection carries.
    socket.once('close', () => {
      for (const one of all) one();
    });
  }
  waiting.add(callBack);
  return () => waiting.delete(callBack);
}
