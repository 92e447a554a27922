import type { Dispatcher } from '../../domain/conversations/live-ports.ts';
import { noCapacity } from '../../domain/errors.ts';
import { CapacityError, type WorkerPool } from './worker-pool.ts';

/** Hands conversations to the workers of this machine. */
export function createDispatcher(pool: WorkerPool): Dispatcher {
  return {
    async start(plan) {
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
