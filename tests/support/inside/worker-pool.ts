/** The pool of worker processes, with workers that do what the ids of their conversations say. */
export type { WorkerPoolOptions } from '@visavis/server/dist/dispatch/pool-contract.js';
export { WatchedPool } from '@visavis/server/dist/dispatch/testing/watched-pool.js';

/** A worker program that ends before it has begun. */
export const ENDING_WORKER_ENTRY = new URL(
  import.meta.resolve('@visavis/server/dist/dispatch/testing/worker-that-ends.js'),
);
