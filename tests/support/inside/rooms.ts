/** What live tests start without the API: the room server and the worker pool. */
export { silentLogger } from '@visavis/server/dist/lib/logger.js';
export { startWorkerPool, type WorkerPool } from '@visavis/server/dist/media/dispatch/worker-pool.js';
export { isRoomPath, proxyRequest, proxyUpgrade } from '@visavis/server/dist/room-server/room-proxy.js';
export {
  type RoomServer,
  type RoomServerOptions,
  startRoomServer,
} from '@visavis/server/dist/room-server/start-room-server.js';

/** The program of a worker that speaks in tones and shows a test picture. */
export const TONE_WORKER_ENTRY = new URL(
  import.meta.resolve('@visavis/server/dist/media/testing/tone-worker.js'),
);
