/** Internal imports for live tests without the API: the room server and the worker pool. */

export type { WorkerPool } from '@visavis/server/dist/dispatch/pool-contract.js';

export { startWorkerPool } from '@visavis/server/dist/dispatch/worker-pool.js';

export { silentLogger } from '@visavis/server/dist/lib/logger.js';

export { isRoomPath, proxyRequest, proxyUpgrade } from '@visavis/server/dist/room-server/room-proxy.js';

export {
  type RoomServer,
  type RoomServerOptions,
  startRoomServer,
} from '@visavis/server/dist/room-server/start-room-server.js';

/** The program of a worker that speaks in tones and shows a test picture. */
export const TONE_WORKER_ENTRY = new URL(
  import.meta.resolve('@visavis/server/dist/dispatch/testing/tone-worker.js'),
);
