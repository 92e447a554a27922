import { setTimeout } from 'node:timers/promises';
import type { WorkerPool } from '../dispatch/pool-contract.ts';
import type { Services } from '../domain/services.ts';
import type { Logger } from '../lib/logger.ts';

const REAP_MS = 5_000;
const DRAIN_LOOK_MS = 250;

/** Resolves when no conversation of these workers runs any more, or after this time. */
export async function untilIdle(workers: WorkerPool, timeoutMs: number): Promise<void> {
  const latest = performance.now() + timeoutMs;
  while (workers.active().length > 0 && performance.now() < latest) await setTimeout(DRAIN_LOOK_MS);
}

/** The reaper fails while the store does. Its next run ends what this one could not, so a failure is only logged. */
export function startReaping({ reaper }: Services, log: Logger): NodeJS.Timeout {
  return setInterval(() => {
    reaper
      .reap()
      .catch((error: unknown) =>
        log.error(
          { event: 'conversation.reaping_failed', err: error },
          'the service could not end conversations whose worker died or whose limit was reached; it tries again',
        ),
      );
  }, REAP_MS).unref();
}
