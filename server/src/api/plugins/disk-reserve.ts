import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { noCapacity } from '../../domain/errors.ts';

/** Methods that may make the store grow. DELETE stays allowed. */
const GROWING = ['POST', 'PUT', 'PATCH'];
const RETRY_SECONDS = 60;

/**
 * Refuses requests that store something new while the disk is nearly full. The rest of the disk is reserved for running
 * conversations and for the database, which could otherwise fail in the middle of a write. The operator is not
 * restricted.
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
