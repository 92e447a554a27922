import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { noCapacity } from '../../domain/errors.ts';

/** What may make the store grow. Deleting is how it shrinks again. */
const GROWING = ['POST', 'PUT', 'PATCH'];
const RETRY_SECONDS = 60;

/**
 * Refuses what would be stored anew while the disk is nearly full: what is left is for the conversations that run, and for
 * a database that would fail in the middle of a write. The operator may do all.
 */
export const diskReserve = fastifyPlugin(
  async (app: FastifyInstance, { disk }: { disk: { isShort(): Promise<boolean> } | undefined }) => {
    if (!disk) return;
    const refuse = async () => {
      if (await disk.isShort()) {
        throw noCapacity('The disk of the service is nearly full, so nothing new is stored.', RETRY_SECONDS);
      }
    };
    // What only reads pays for no hook.
    app.addHook('onRoute', (route) => {
      const { access, storesNothing } = route.config ?? {};
      const isGrowing = [route.method].flat().some((method) => GROWING.includes(method));
      if (!isGrowing || storesNothing || access === 'admin') return;
      route.onRequest = [route.onRequest ?? [], refuse].flat();
    });
  },
);
