import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { noCapacity, rateLimited } from '../../domain/errors.ts';
import { addressBlock } from '../../lib/address-block.ts';
import { Budget } from '../../lib/budget.ts';
import { Slots } from '../../lib/slots.ts';
import { BODIES, IN_FLIGHT, MAX_WAITING } from '../request-bounds.ts';
import { ownerOf } from '../request-owner.ts';

const RESPONSE = Symbol('answer');
const HAS_SLOTS = Symbol('has place');

declare module 'fastify' {
  interface FastifyRequest {
    /** Resolves when the caller has free slots. @throws DomainError if too many of its requests wait */
    waitForSlots(): Promise<void>;
    [RESPONSE]: ServerResponse;
    [HAS_SLOTS]: boolean;
  }
  interface FastifyContextConfig {
    /** Whether the response may have megabytes, as a page of a list. */
    isList?: boolean;
    /** Whether the request takes seconds, usually of the face and speech threads that all organizations share. */
    isPreview?: boolean;
  }
}

/**
 * Limits how much memory one caller occupies: the number of its requests, from the arrival of their bodies on, and the
 * bytes of those bodies. A response stays in memory until it has been read, and lists have megabytes. Further requests
 * of that caller queue; other callers are not delayed, and end users have limits separate from their organization's.
 * `drop-unread.ts` disconnects clients that never read; of the pipelined requests on one connection only the first gets
 * here (`answer-in-turn.ts`).
 */
export const requestsInFlight = fastifyPlugin(
  async (app: FastifyInstance, { maxBytes = BODIES }: { maxBytes?: typeof BODIES }) => {
    const slots = new Slots(MAX_WAITING);
    const bodies = new Budget(maxBytes);

    async function acquire(response: ServerResponse, { key, maxAmount, amount }: SlotRequest): Promise<void> {
      if (!slots.take(key, maxAmount, amount))
        await new Promise<void>((resolve, reject) => {
          if (!slots.wait(key, maxAmount, resolve, amount)) reject(rateLimited(1));
        });
      if (response.destroyed) slots.release(key, amount);
      else response.once('close', () => slots.release(key, amount));
      throwIfDisconnected(response);
    }

    app.decorateRequest(RESPONSE);
    app.decorateRequest(HAS_SLOTS, false);
    app.decorateRequest('waitForSlots', async function (this: FastifyRequest): Promise<void> {
      if (this[HAS_SLOTS]) return;
      for (const slot of slotsOf(this)) await acquire(this[RESPONSE], slot);
      this[HAS_SLOTS] = true;
    });

    app.addHook('onRequest', async (request, reply) => {
      request[RESPONSE] = reply.raw;
      // The client may disconnect during authentication, or while the request is queued; processing then stops.
      throwIfDisconnected(reply.raw);
      const slot = bodySlot(request, maxBytes);
      if (slot) await acquire(reply.raw, slot);
    });
    app.addHook('preParsing', (request, reply, payload, done) => {
      done(null, payload);
      if (bodyBytes(request) === 0) return;
      const owner = ownerOf(request);
      let held = 0;
      const charge = ({ length }: Buffer) => {
        // A caller without another body in flight may always send one.
        if (bodies.heldBy(owner) > held && bodies.isExceededBy(owner, length)) {
          payload.off('data', charge);
          payload.emit(
            'error',
            noCapacity('Too many request bodies are being received; try again shortly.', 1),
          );
          return;
        }
        bodies.take(owner, length);
        held += length;
      };
      // Counts bytes as they arrive, so that announced bytes that never arrive reserve nothing.
      payload.on('data', charge);
      reply.raw.once('close', () => {
        payload.off('data', charge);
        bodies.release(owner, held);
      });
    });
    // Takes its slots only after the body has arrived, so that a stalled body holds up no other request.
    app.addHook('preValidation', (request) => request.waitForSlots());
  },
);

function throwIfDisconnected(response: ServerResponse): void {
  if (response.destroyed) throw noCapacity('The client closed the connection.');
}

interface SlotRequest {
  key: string;
  maxAmount: number;
  /** How many slots the request takes; default 1. */
  amount?: number;
}

/**
 * Returns the slots that a request with a body takes once its headers have arrived. Bodies sent with an organization's
 * key wait for one another; those of end users, visitors and others wait for those of the same address block.
 */
function bodySlot(request: FastifyRequest, { ofOne, ofAddress }: typeof BODIES): SlotRequest | undefined {
  const amount = bodyBytes(request);
  if (amount === 0) return undefined;
  const { access } = request.routeOptions.config;
  const isByKey = access === 'admin' || (access?.startsWith('api_key') && !request.grantIfAny);
  const key = `bodies of ${ownerOf(request)}`;
  return isByKey
    ? { key, maxAmount: ofOne, amount }
    : { key: `${key} ${addressBlock(request.ip)}`, maxAmount: ofAddress, amount };
}

/** Returns the slots that a request needs, in the order of taking them; none for public routes and streams. */
function slotsOf(request: FastifyRequest): SlotRequest[] {
  const { access, streams, isList, isPreview } = request.routeOptions.config;
  const owner = ownerOf(request);
  switch (streams ? undefined : access) {
    case 'signed':
      // A picture may have megabytes. An upload may take an hour, but holds hardly any memory.
      return request.method === 'GET' ? [{ key: owner, maxAmount: IN_FLIGHT.address }] : [];
    case 'api_key':
    case 'client_token':
    case 'api_key_or_client_token':
      if (request.grantIfAny)
        return [
          { key: `user ${JSON.stringify(request.grantIfAny)}`, maxAmount: IN_FLIGHT.user },
          { key: `${owner} ${addressBlock(request.ip)}`, maxAmount: IN_FLIGHT.usersOfAddress },
          { key: owner, maxAmount: IN_FLIGHT.users },
        ];
      if (isPreview) return [{ key: `${owner} previews`, maxAmount: IN_FLIGHT.previews }];
      return [
        ...memberSlot(request, isList === true),
        isList
          ? { key: `${owner} lists`, maxAmount: IN_FLIGHT.lists }
          : { key: owner, maxAmount: IN_FLIGHT.organization },
      ];
    default:
      return [];
  }
}

/** Prevents one member from taking the slots of all. */
function memberSlot({ signedIn }: FastifyRequest, isList: boolean): SlotRequest[] {
  if (!signedIn) return [];
  const { requests, lists } = IN_FLIGHT.member;
  const key = `member ${signedIn.member.id}`;
  return [isList ? { key: `${key} lists`, maxAmount: lists } : { key, maxAmount: requests }];
}

/** Returns the bytes of a body to keep in memory: its stated length, or else the route's maximum. */
function bodyBytes({ headers, method, routeOptions }: FastifyRequest): number {
  if (method === 'GET' || method === 'HEAD' || routeOptions.config.rawBodyTypes) return 0;
  const maxBytes = routeOptions.bodyLimit;
  return headers['transfer-encoding'] === undefined
    ? Math.min(Number(headers['content-length'] ?? 0), maxBytes)
    : maxBytes;
}
