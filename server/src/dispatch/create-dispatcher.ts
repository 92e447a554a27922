import type { Dispatcher } from '../domain/conversations/live-ports.ts';
import { noCapacity } from '../domain/errors.ts';
import { CapacityError, type WorkerPool } from './pool-contract.ts';

/** Assigns conversations to workers; refuses them while the service is `stopping`. */
export function createDispatcher(pool: WorkerPool, stopping: () => boolean): Dispatcher {
  return {
    async start(plan) {
      if (stopping()) throw noCapacity('The service is stopping and accepts no more conversations.');
      try {
        await pool.start(plan);
      } catch (error) {
        throw error instanceof CapacityError ? noCapacity(error.message) : error;
      }
    },
    async stop(conversationId, reason) {
      pool.stop(conversationId, reason);
    },
    async forget(conversationId, content) {
      pool.forget(conversationId, content);
    },
  };
}
