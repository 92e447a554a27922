/** The pool of worker processes, with workers that follow the script in their conversations' ids. */
export type { WorkerPoolOptions } from '@visavis/server/dist/dispatch/pool-contract.js';
export { WatchedPool } from '@visavis/server/dist/dispatch/testing/watched-pool.js';

/** A worker program that exits before it is ready. */
export const ENDING_WORKER_ENTRY = new URL(
  import.meta.resolve('@visavis/server/dist/dispatch/testing/worker-that-ends.js'),
);
