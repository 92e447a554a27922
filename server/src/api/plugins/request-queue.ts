import { setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { noCapacity } from '../../domain/errors.ts';
import { addressBlock } from '../../lib/address-block.ts';
import { FairTurns } from '../../lib/fair-turns.ts';
import { CONCURRENT_REQUESTS, MAX_TURN_MS } from '../request-bounds.ts';
import { ANONYMOUS, ownerOf } from '../request-owner.ts';

const LEAVE_QUEUE = Symbol('leave queue');
const SIGNING_IN = 'people who sign in';
/** Callers of unknown identity: counted by address, a caller with many addresses would count as many organizations. */
const UNIDENTIFIED_OWNERS = [ANONYMOUS, SIGNING_IN];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request costs tens of milliseconds. Set automatically for lists and for responses with a transcript. */
    isHeavy?: boolean;
    /** Starts at once: for probes, and for uploads, which take long but cost little. */
    skipsQueue?: boolean;
  }
  interface FastifyRequest {
    /** Waits for the request's turn. Resolves at once if it already had its turn, or skips the queue. */
    waitInQueue(): Promise<void>;
    [LEAVE_QUEUE]: (() => void) | undefined;
  }
}

/**
 * Requests wait in a queue per owner, and the owners take turns: however many requests, users, keys or connections an
 * organization has, another waits for at most one of its requests. A request is queued once its body has arrived; the
 * next one starts when the response is ready.
 */
export const requestQueue = fastifyPlugin(async (app: FastifyInstance) => {
  // Unbounded, because the number of connections is limited.
  const queues = {
    light: new FairTurns(CONCURRENT_REQUESTS.light),
    heavy: new FairTurns(CONCURRENT_REQUESTS.heavy),
  };
  /** Shares the turns of unknown callers fairly among their addresses. */
  const addresses = new Map(
    UNIDENTIFIED_OWNERS.map((owner) => [owner, new FairTurns({ atOnce: CONCURRENT_REQUESTS.light.ofOne })]),
  );

  app.addHook('onRoute', (route) => {
    const { querystring, response } = (route.schema ?? {}) as {
      querystring?: { properties?: object };
      response?: Record<number, { properties?: object }>;
    };
    const isList = 'take' in (querystring?.properties ?? {});
    const isRecord = Object.values(response ?? {}).some(
      ({ properties }) => 'transcript' in (properties ?? {}),
    );
    // `isList` is declared in `requests-in-flight.ts`, which counts lists separately.
    if (isList || isRecord) route.config = { ...route.config, isHeavy: true, isList };
  });

  app.decorateRequest(LEAVE_QUEUE, undefined);
  // Declared in `request-owner.ts`, where `ownerOf` reads it.
  app.decorateRequest('visitedOrganization', undefined);
  app.decorateRequest('waitInQueue', async function (this: FastifyRequest): Promise<void> {
    const { access, skipsQueue, isHeavy } = this.routeOptions.config;
    if (skipsQueue || this[LEAVE_QUEUE]) return;
    await new Promise<void>((resolve, reject) => {
      // Runs in a later iteration of the event loop: consecutive results of the store are delivered in one iteration,
      // during which no other request is read.
      const run = async () => {
        await nextRound();
        if (this.raw.socket.destroyed) return reject(noCapacity('The client closed the connection.'));
        await new Promise<void>((end) => {
          const timer = setTimeout(() => end(), MAX_TURN_MS).unref();
          this[LEAVE_QUEUE] = () => {
            clearTimeout(timer);
            end();
          };
          resolve();
        });
      };
      // Signing in may wait for an OpenID Connect provider, which may hang.
      const owner = access === 'sign_in' ? SIGNING_IN : ownerOf(this);
      const addressTurns = addresses.get(owner);
      const enqueue = () => (isHeavy ? queues.heavy : queues.light).run(owner, run);
      void (addressTurns ? addressTurns.run(addressBlock(this.ip), enqueue) : enqueue());
    });
  });
  app.addHook('preValidation', (request) => request.waitInQueue());
  app.addHook('onSend', (request, _reply, payload, done) => {
    request[LEAVE_QUEUE]?.();
    done(null, payload);
  });
});
