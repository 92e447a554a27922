import type { WorkerPool } from '../dispatch/pool-contract.ts';
import type { Logger } from '../lib/logger.ts';
import { repeat } from '../lib/repeat.ts';
import { isOneWithoutPlaces, tellPlaces } from '../store/installation.ts';
import type { Database } from '../store/open-database.ts';

const TELL_MS = 3_000;
/**
 * Least pause between two workers that are let go: the other process has some seconds to be found by the worker, and to record
 * it.
 */
const MIN_INTERVAL_MS = 12_000;
const SEEN_MS = 15_000;

/**
 * Behind one address all workers of other machines would stay at the process that they reached while the others were being
 * replaced, and those would never be ready: a process with several lets one go where another process has none.
 * @param mayTake whether workers can come here now.
 */
export function startSharingWorkers(
  { kysely }: Database,
  workers: Pick<WorkerPool, 'releaseOne' | 'stats'>,
  { id, mayTake, log }: { id: string; mayTake: () => boolean; log: Logger },
): { stop(): Promise<void> } {
  let releasedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    const { workers: all, capacity } = workers.stats();
    const isReady = all.some(({ ready, leaving }) => ready && !leaving);
    await tellPlaces(kysely, id, mayTake() ? (isReady ? capacity : 0) : null);
    if (!mayTake() || performance.now() - releasedAt < MIN_INTERVAL_MS) return;
    const seenSince = new Date(Date.now() - SEEN_MS);
    if (!(await isOneWithoutPlaces(kysely, { besides: id, seenSince })) || !workers.releaseOne()) return;
    releasedAt = performance.now();
    log.info(
      { event: 'worker.released' },
      'a worker goes with its last conversation, because another process of the service has none',
    );
  };
  return repeat(look, {
    everyMs: TELL_MS,
    onFailure: (err) =>
      log.warn(
        { event: 'worker.sharing_failed', err },
        'the service could not compare its workers with those of its other processes',
      ),
  });
}
