import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { noCapacity } from '../../domain/errors.ts';

/** Methods that may make the store grow. DELETE stays allowed. */
const STORING_METHODS = ['POST', 'PUT', 'PATCH'];
const RETRY_SECONDS = 60;

/**
 * Refuses requests that store something new while the disk is nearly full. The rest of the disk is reserved for running
 * conversations and for the database, which could otherwise fail in the middle of a write. The operator is not
 * restricted.
 */
export const diskReserve = fastifyPlugin(
  async (app: FastifyInstance, { disk }: { disk: { isShort(): Promise<boolean> } | undefined }) => {
    if (!disk) return;
    const refuse = async (request: FastifyRequest) => {
      const { storesNothing } = request.routeOptions.config;
      // With an `Idempotency-Key` the response itself is stored.
      const storesResponse = request.method === 'POST' && request.headers['idempotency-key'] !== undefined;
      if (storesNothing && !storesResponse) return;
      if (await disk.isShort()) {
        throw noCapacity(
          'The disk of the service is nearly full, so it stores nothing new. Try again later, or ask the operator to free disk space.',
          RETRY_SECONDS,
        );
      }
    };
    // Only routes that may write get the hook.
    app.addHook('onRoute', (route) => {
      const mayStore = [route.method].flat().some((method) => STORING_METHODS.includes(method));
      if (!mayStore || route.config?.access === 'admin') return;
      route.onRequest = [route.onRequest ?? [], refuse].flat();
    });
  },
);
