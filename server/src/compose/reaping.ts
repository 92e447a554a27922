import { setTimeout } from 'node:timers/promises';
import type { WorkerPool } from '../dispatch/pool-contract.ts';
import type { Services } from '../domain/services.ts';
import type { Logger } from '../lib/logger.ts';
import { repeat } from '../lib/repeat.ts';

const REAP_MS = 5_000;
const DRAIN_LOOK_MS = 250;

/** Resolves when no conversation of these workers runs any more, or after this time. */
export async function untilIdle(workers: WorkerPool, timeoutMs: number): Promise<void> {
  const latest = performance.now() + timeoutMs;
  while (workers.active().length > 0 && performance.now() < latest) await setTimeout(DRAIN_LOOK_MS);
}

/** The reaper fails while the store does. Its next run ends what this one could not, so a failure is only logged. */
export const startReaping = ({ reaper }: Services, log: Logger): { stop(): Promise<void> } =>
  repeat(() => reaper.reap(), {
    everyMs: REAP_MS,
    onFailure: (err) =>
      log.error(
        { event: 'conversation.reaping_failed', err },
        'the service could not end conversations whose worker died or whose limit was reached; it tries again',
      ),
  });
