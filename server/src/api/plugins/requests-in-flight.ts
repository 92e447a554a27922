import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { noCapacity, rateLimited } from '../../domain/errors.ts';
import { addressBlock } from '../../lib/address-block.ts';
import { Budget } from '../../lib/budget.ts';
import { Slots } from '../../lib/slots.ts';
import { BODIES, IN_FLIGHT, MOST_WAITING } from '../request-bounds.ts';
import { ownerOf } from '../request-owner.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the answer may have megabytes, as a page of a list has. */
    isList?: boolean;
    /** Whether the request takes seconds of the threads that draw and speak, which all organizations share. */
    isPreview?: boolean;
  }
}

/**
 * Limits how much of one caller is in memory: how many requests, and how many bytes of their bodies. An answer stays in
 * memory until it has been read, and lists have megabytes. Further requests of that caller queue; other callers are not
 * delayed, and what end users take is no part of what their organization has. `drop-unread.ts` disconnects clients that
 * never read; of pipelined requests on one connection only the first gets here (`answer-in-turn.ts`).
 */
export const requestsInFlight = fastifyPlugin(
  async (app: FastifyInstance, { most = BODIES }: { most?: typeof BODIES }) => {
    const slots = new Slots(MOST_WAITING);
    const bodies = new Budget(most);
    const queue = ({ key, most, amount }: Place) =>
      new Promise<void>((resolve, reject) => {
        if (!slots.wait(key, most, resolve, amount)) reject(rateLimited(1));
      });

    app.addHook('onRequest', async (request, reply) => {
      const answer = reply.raw;
      const gone = () => {
        if (answer.destroyed) throw noCapacity('The caller has gone.');
      };
      // The client may disconnect during authentication, or while the request is queued: nothing more is done for it.
      gone();
      for (const place of placesOf(request, most.ofOne)) {
        const { key, most, amount } = place;
        if (!slots.take(key, most, amount)) await queue(place);
        if (answer.destroyed) slots.give(key, amount);
        else answer.once('close', () => slots.give(key, amount));
        gone();
      }
      const bytes = bodyBytes(request);
      if (bytes === 0) return;
      const owner = ownerOf(request);
      // Its own bound has been waited for above.
      if (bodies.isExceededBy(owner, bytes))
        throw noCapacity('Too many bodies are being received; try again shortly.', 1);
      bodies.take(owner, bytes);
      answer.once('close', () => bodies.give(owner, bytes));
    });
  },
);

interface Place {
  key: string;
  most: number;
  /** How much of it; 1 where absent. */
  amount?: number;
}

/** In the order in which they are taken; none for public routes without a body, and streams. */
function placesOf(request: FastifyRequest, mostOfBodies: number): Place[] {
  const places = placesAmongRequests(request);
  const amount = bodyBytes(request);
  if (amount > 0) places.push({ key: `bodies of ${ownerOf(request)}`, most: mostOfBodies, amount });
  return places;
}

function placesAmongRequests(request: FastifyRequest): Place[] {
  const { access, streams, isList, isPreview } = request.routeOptions.config;
  const owner = ownerOf(request);
  switch (streams ? undefined : access) {
    case 'signed':
      // Pictures, up to megabytes each. An upload may take an hour, and holds next to nothing.
      return request.method === 'GET' ? [{ key: owner, most: IN_FLIGHT.address }] : [];
    case 'api_key':
    case 'client_token':
    case 'api_key_or_client_token':
      if (request.grantIfAny)
        return [
          { key: `user ${JSON.stringify(request.grantIfAny)}`, most: IN_FLIGHT.user },
          { key: `${owner} ${addressBlock(request.ip)}`, most: IN_FLIGHT.usersOfAddress },
          { key: owner, most: IN_FLIGHT.users },
        ];
      if (isPreview) return [{ key: `${owner} previews`, most: IN_FLIGHT.previews }];
      return [
        isList
          ? { key: `${owner} lists`, most: IN_FLIGHT.lists }
          : { key: owner, most: IN_FLIGHT.organization },
      ];
    default:
      return [];
  }
}

/** Of a body that is kept in memory, as the head announces it: without a length, the most that it may have. */
function bodyBytes({ headers, method, routeOptions }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD' || routeOptions.config.rawBodyTypes) return 0;
  const most = routeOptions.bodyLimit;
  return headers['transfer-encoding'] === undefined
    ? Math.min(Number(headers['content-length'] ?? 0), most)
    : most;
}
