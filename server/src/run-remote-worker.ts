/** `visavis worker` as a process: works for a service on another machine until it is stopped. */
import { hostname } from 'node:os';
import type { WorkerRegistration } from '@visavis/contracts';
import { composeModelHost, composePool, configuredEngines } from './compose/worker-pool.ts';
import type { Config } from './config.ts';
import {
  connectToService,
  RefusedError,
  type ServiceAddress,
  type ServiceChannel,
} from './dispatch/service-channel.ts';
import { WorkerHost } from './dispatch/worker-host.ts';
import { backoffMs } from './lib/backoff.ts';
import { systemClock } from './lib/clock.ts';
import { logUnhandledRejections } from './lib/log-unhandled-rejections.ts';
import { packageVersion } from './lib/package-version.ts';
import { sleepUnlessAborted } from './lib/sleep-unless-aborted.ts';
import { StartupError } from './lib/startup-error.ts';
import { createLog } from './logging.ts';

const RETRY = { firstMs: 500, maxMs: 15_000 };
/** A connection open for this long resets the reconnect delay. */
const STABLE_MS = 30_000;

export interface WorkOptions {
  /** Prints progress for the operator, one line at a time. */
  say: (line: string) => void;
  /** Fires when it must take no more conversations and leave after the last one. */
  leave: AbortSignal;
  /** Fires when it must leave at once. */
  stop: AbortSignal;
}

/**
 * Resolves when it has left.
 * @throws StartupError if the service refuses this worker, now or later
 */
export async function runRemoteWorker(
  service: ServiceAddress,
  config: Config,
  { say, leave, stop }: WorkOptions,
): Promise<void> {
  const log = createLog(config, 'worker');
  logUnhandledRejections(log);
  const roomsUrl = `${service.url.replace(/^http/, 'ws')}/`;
  const models = await composeModelHost(config, log);
  const host = new WorkerHost(
    (callbacks) => composePool(config, log, models, { ...callbacks, roomsUrl: () => roomsUrl }),
    log,
  );
  const registration = describe(config);
  leave.addEventListener('abort', () => {
    void host.leave().then((running) => {
      if (running > 0)
        say(`Exiting when the last of ${running} conversation(s) has ended… (repeat to end them now)`);
    });
  });
  const closing = new Promise<void>((resolve) => {
    stop.addEventListener('abort', () => void host.close().then(resolve));
  });
  try {
    for (let failures = 0; !leave.aborted; ) {
      const channel = await tryToConnect(service, registration);
      if (!(channel instanceof Error)) {
        const since = performance.now();
        const ready = () => say(`Working for ${service.url}: up to ${registration.capacity} conversations.`);
        await Promise.race([host.serve(channel, ready), closing]);
        if (leave.aborted) break;
        say(
          `The connection to ${service.url} was lost, so the conversations on this machine ended. Reconnecting…`,
        );
        failures = performance.now() - since > STABLE_MS ? 0 : failures;
      } else if (failures === 0) {
        say(`${service.url} cannot be reached (${channel.message}). Trying again…`);
      }
      failures += 1;
      await sleepUnlessAborted(systemClock, backoffMs(failures, RETRY), leave);
    }
  } finally {
    await host.close();
    await models.close();
  }
}

function describe(config: Config): WorkerRegistration {
  const { processes, conversationsPerWorker } = config.workers;
  return {
    version: packageVersion,
    name:
      hostname()
        .replace(/[^\w.-]/g, '-')
        .slice(0, 64) || 'worker',
    capacity: processes * conversationsPerWorker,
    engines: configuredEngines(config),
  };
}

/** Returns an `Error` if a retry may succeed. */
async function tryToConnect(
  service: ServiceAddress,
  registration: WorkerRegistration,
): Promise<ServiceChannel | Error> {
  try {
    return await connectToService(service, registration);
  } catch (error) {
    if (!(error instanceof RefusedError)) return error as Error;
    throw new StartupError(
      `${service.url} refuses this worker: ${error.message}`,
      'Fix this at the service or here, then start the worker again.',
    );
  }
}
