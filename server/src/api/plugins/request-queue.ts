import { setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { noCapacity } from '../../domain/errors.ts';
import { addressBlock } from '../../lib/address-block.ts';
import { FairTurns } from '../../lib/fair-turns.ts';
import { AT_WORK, LONGEST_WORK_MS } from '../request-bounds.ts';
import { ANYBODY, ownerOf } from '../request-owner.ts';

const LEAVE_QUEUE = Symbol('leave queue');
const SIGNING_IN = 'people who sign in';
/** Nobody knows who these are: whoever has many addresses would otherwise count as many organizations. */
const STRANGERS = [ANYBODY, SIGNING_IN];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request costs tens of milliseconds. Set automatically for lists and responses with a transcript. */
    isHeavy?: boolean;
    /** Begins at once: for probes, and for uploads, which last long and cost little. */
    skipsQueue?: boolean;
  }
  interface FastifyRequest {
    /** Waits until the request may be worked on. Resolves at once if it already had its turn, or skips the queue. */
    waitInQueue(): Promise<void>;
    [LEAVE_QUEUE]: (() => void) | undefined;
  }
}

/**
 * Requests wait in a queue for each owner, and the owners take turns: however many requests, users, keys or connections an
 * organization has, another waits for one request of it at most. The wait begins once the body has come; the next request of the
 * queue begins when the answer is made.
 */
export const requestQueue = fastifyPlugin(async (app: FastifyInstance) => {
  // As many wait as there are connections, which are bounded.
  const queues = { light: new FairTurns(AT_WORK.light), heavy: new FairTurns(AT_WORK.heavy) };
  /** Shares the turns of strangers fairly among their addresses. */
  const addresses = new Map(
    STRANGERS.map((owner) => [owner, new FairTurns({ atOnce: AT_WORK.light.ofOne })]),
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
    // `isList` is declared in `requests-in-flight.ts`, which counts lists apart.
    if (isList || isRecord) route.config = { ...route.config, isHeavy: true, isList };
  });

  app.decorateRequest(LEAVE_QUEUE, undefined);
  // Declared in `request-owner.ts`, whose `ownerOf` reads it.
  app.decorateRequest('visitedOrganization', undefined);
  app.decorateRequest('waitInQueue', async function (this: FastifyRequest): Promise<void> {
    const { access, skipsQueue, isHeavy } = this.routeOptions.config;
    if (skipsQueue || this[LEAVE_QUEUE]) return;
    await new Promise<void>((resolve, reject) => {
      // In a later round of the event loop: answers of the store come in one round as long as there are any, and the
      // requests of others are not heard meanwhile.
      const work = async () => {
        await nextRound();
        if (this.raw.socket.destroyed) return reject(noCapacity('The caller has gone.'));
        await new Promise<void>((end) => {
          const timer = setTimeout(() => end(), LONGEST_WORK_MS).unref();
          this[LEAVE_QUEUE] = () => {
            clearTimeout(timer);
            end();
          };
          resolve();
        });
      };
      // They may wait for a provider of OpenID Connect, which may hang.
      const owner = access === 'sign_in' ? SIGNING_IN : ownerOf(this);
      const ofStrangers = addresses.get(owner);
      const enqueue = () => (isHeavy ? queues.heavy : queues.light).run(owner, work);
      void (ofStrangers ? ofStrangers.run(addressBlock(this.ip), enqueue) : enqueue());
    });
  });
  app.addHook('preValidation', (request) => request.waitInQueue());
  app.addHook('onSend', (request, _reply, payload, done) => {
    request[LEAVE_QUEUE]?.();
    done(null, payload);
  });
});
