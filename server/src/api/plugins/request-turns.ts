import { setImmediate as nextRound } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { noCapacity } from '../../domain/errors.ts';
import { addressBlock } from '../../lib/address-block.ts';
import { FairTurns } from '../../lib/fair-turns.ts';
import { AT_WORK, LONGEST_TURN_MS } from '../request-bounds.ts';
import { ANYBODY, ownerOf } from '../request-owner.ts';

const TURN = Symbol('turn');

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the request costs tens of milliseconds: so do pages of lists and whole conversations, without saying it. */
    isHeavy?: boolean;
    /** For what is never waited with: probes, and uploads, which last long and cost little. */
    isOutOfTurn?: boolean;
  }
  interface FastifyRequest {
    /** Waits until it may be worked on; at once where it has been waited already. */
    waitForTurn(): Promise<void>;
    [TURN]: (() => void) | undefined;
  }
}

/**
 * Works on requests in turns, by their owner: however many requests, users, keys or connections an organization has,
 * another waits for one turn of it at most. A turn begins once the body has come, and ends when the answer is made.
 */
export const requestTurns = fastifyPlugin(async (app: FastifyInstance) => {
  // As many wait as there are connections, which are bounded.
  const turns = { light: new FairTurns(AT_WORK.light), heavy: new FairTurns(AT_WORK.heavy) };
  /** Of the addresses, at the turns that anybody has. */
  const addresses = new FairTurns({ atOnce: AT_WORK.light.ofOne });

  app.addHook('onRoute', (route) => {
    const { querystring, response } = (route.schema ?? {}) as {
      querystring?: { properties?: object };
      response?: Record<number, { properties?: object }>;
    };
    const isList = 'take' in (querystring?.properties ?? {});
    const isRecord = Object.values(response ?? {}).some(
      ({ properties }) => 'transcript' in (properties ?? {}),
    );
    if (isList || isRecord) route.config = { ...route.config, isHeavy: true, isList };
  });

  app.decorateRequest(TURN, undefined);
  app.decorateRequest('visitedOrganization', undefined);
  app.decorateRequest('waitForTurn', async function (this: FastifyRequest): Promise<void> {
    const { isOutOfTurn, isHeavy } = this.routeOptions.config;
    if (isOutOfTurn || this[TURN]) return;
    await new Promise<void>((resolve, reject) => {
      // In a later round of the event loop: answers of the store come in one round as long as there are any, and the
      // requests of others are not heard meanwhile.
      const work = async () => {
        await nextRound();
        if (this.raw.socket.destroyed) return reject(noCapacity('The caller has gone.'));
        await new Promise<void>((end) => {
          const timer = setTimeout(() => end(), LONGEST_TURN_MS).unref();
          this[TURN] = () => {
            clearTimeout(timer);
            end();
          };
          resolve();
        });
      };
      const owner = ownerOf(this);
      const turn = () => (isHeavy ? turns.heavy : turns.light).run(owner, work);
      void (owner === ANYBODY ? addresses.run(addressBlock(this.ip), turn) : turn());
    });
  });
  app.addHook('preValidation', (request) => request.waitForTurn());
  app.addHook('onSend', (request, _reply, payload, done) => {
    request[TURN]?.();
    done(null, payload);
  });
});
