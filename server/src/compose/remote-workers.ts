import { createWorkerEndpoint, type WorkerEndpoint } from '../dispatch/worker-endpoint.ts';
import type { Readiness } from '../domain/readiness.ts';
import { countAttempt } from '../domain/request-rates.ts';
import type { Services } from '../domain/services.ts';
import { readTrust } from '../lib/client-address.ts';
import { packageVersion } from '../lib/package-version.ts';
import { repeat } from '../lib/repeat.ts';
import { isOtherWithoutWorkers, storeCapacity } from '../store/installation.ts';
import type { Foundation } from './foundation.ts';
import { configuredEngines } from './worker-pool.ts';

const SHARE_INTERVAL_MS = 3_000;
/** Minimum pause between two releases, so that the worker can reach the other process. */
const MIN_INTERVAL_MS = 12_000;
const SEEN_MS = 15_000;

/** Creates the endpoint for workers on other machines; `undefined` if the settings do not allow any. */
export async function composeRemoteWorkers(
  foundation: Foundation,
  { requestRates }: Pick<Services, 'requestRates'>,
  readiness: Readiness,
): Promise<WorkerEndpoint | undefined> {
  const { config, log, openPart, workers } = foundation;
  const { token } = config.workers;
  if (token === undefined) return undefined;
  // An embedded store has only one process.
  if (foundation.database.kind === 'postgres') {
    const sharing = startSharingWorkers(foundation, () => !readiness.stopping);
    await openPart('the sharing of workers', sharing, (it) => it.stop());
  }
  return createWorkerEndpoint({
    token,
    trust: readTrust(config.trustProxy),
    version: packageVersion,
    engines: configuredEngines(config),
    stopping: () => readiness.stopping,
    addRemoteWorker: (link, capacity) => workers.addRemoteWorker(link, capacity),
    countAttempt: (address) => countAttempt(requestRates, address),
    log,
  });
}

/**
 * Shares remote workers among the processes: a process with several releases one if another has none. Otherwise, behind
 * one address, all might stay with the process that they reached while the others were being replaced, and those would
 * never become ready.
 * @param acceptsWorkers whether workers may currently connect here
 */
function startSharingWorkers(
  { database: { kysely }, workers, serviceInstanceId: id, log }: Foundation,
  acceptsWorkers: () => boolean,
): { stop(): Promise<void> } {
  let releasedAt = Number.NEGATIVE_INFINITY;
  const shareWorkers = async () => {
    const { workers: all, capacity } = workers.stats();
    const isReady = all.some(({ ready, leaving }) => ready && !leaving);
    await storeCapacity(kysely, id, acceptsWorkers() ? (isReady ? capacity : 0) : null);
    if (!acceptsWorkers() || performance.now() - releasedAt < MIN_INTERVAL_MS) return;
    const seenSince = new Date(Date.now() - SEEN_MS);
    if (!(await isOtherWithoutWorkers(kysely, { exceptId: id, seenSince })) || !workers.releaseOne()) return;
    releasedAt = performance.now();
    log.info(
      { event: 'worker.released' },
      'the service released a worker, because another process of the service has none; it leaves after its last conversation',
    );
  };
  return repeat(shareWorkers, {
    everyMs: SHARE_INTERVAL_MS,
    onFailure: (err) =>
      log.warn(
        { event: 'worker.sharing_failed', err },
        'the service could not compare its workers with those of its other processes',
      ),
  });
}
