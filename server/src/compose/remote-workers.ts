import type { Config } from '../config.ts';
import { createWorkerEndpoint, type WorkerEndpoint } from '../dispatch/worker-endpoint.ts';
import type { Readiness } from '../domain/readiness.ts';
import { countAttempt } from '../domain/request-rates.ts';
import type { Services } from '../domain/services.ts';
import { readTrust } from '../lib/client-address.ts';
import type { Logger } from '../lib/logger.ts';
import { packageVersion } from '../lib/package-version.ts';
import type { Foundation } from './foundation.ts';
import type { Keep } from './opened-parts.ts';
import { configuredEngines } from './worker-pool.ts';
import { startSharingWorkers } from './worker-sharing.ts';

/** Where workers on other machines connect; `undefined` where the settings allow none. */
export async function composeRemoteWorkers(
  needs: Pick<Foundation, 'database' | 'workers'> & {
    config: Config;
    log: Logger;
    keep: Keep;
    services: Pick<Services, 'requestRates'>;
    readiness: Readiness;
    serviceInstanceId: string;
  },
): Promise<WorkerEndpoint | undefined> {
  const { config, log, database, workers, services, readiness } = needs;
  const { token } = config.workers;
  if (token === undefined) return undefined;
  // An embedded store has one process.
  if (database.kind === 'postgres') {
    const sharing = startSharingWorkers(database, workers, {
      id: needs.serviceInstanceId,
      mayTake: () => !readiness.stopping,
      log,
    });
    await needs.keep('the sharing of workers', Promise.resolve(sharing), (it) => it.stop());
  }
  return createWorkerEndpoint({
    token,
    trust: readTrust(config.trustProxy),
    version: packageVersion,
    engines: configuredEngines(config),
    stopping: () => readiness.stopping,
    welcome: (link, capacity) => workers.welcome(link, capacity),
    countAttempt: (address) => countAttempt(services.requestRates, address),
    log,
  });
}
