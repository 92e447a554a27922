import type { WorkerPool } from '../dispatch/pool-contract.ts';
import type { Logger } from '../lib/logger.ts';
import { repeat } from '../lib/repeat.ts';
import { fewestPlaces, tellPlaces } from '../store/installation.ts';
import type { Database } from '../store/open-database.ts';

const TELL_MS = 3_000;
/** A worker takes some seconds to move, and the other process some to tell of it. */
const LEAST_INTERVAL_MS = 12_000;
const SEEN_MS = 15_000;

/**
 * Workers of other machines spread over the processes that share the store: behind one address they would all stay at the
 * process that they reached when the others were being replaced. A process with many gives one after the other away.
 * @param mayTake whether workers can come here now.
 */
export function startBalancing(
  { kysely }: Database,
  workers: Pick<WorkerPool, 'giveTo' | 'stats'>,
  { id, mayTake, log }: { id: string; mayTake: () => boolean; log: Logger },
): { stop(): Promise<void> } {
  let askedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    await tellPlaces(kysely, id, mayTake() ? workers.stats().capacity : null);
    if (!mayTake() || performance.now() - askedAt < LEAST_INTERVAL_MS) return;
    const other = await fewestPlaces(kysely, { besides: id, seenSince: new Date(Date.now() - SEEN_MS) });
    if (!other || !workers.giveTo(other.id, other.places)) return;
    askedAt = performance.now();
    log.info(
      { event: 'worker.asked_to_move', instance: other.id, places: other.places },
      'the service asked a worker to move to another process of the service',
    );
  };
  return repeat(look, {
    everyMs: TELL_MS,
    onFailure: (err) =>
      log.warn(
        { event: 'worker.balance_failed', err },
        'the service could not compare its workers with those of its other processes',
      ),
  });
}
