import type { Clock } from '../lib/clock.ts';
import { ProviderError } from '../providers/provider-error.ts';

/** Of the whole attempt, however often a request of it fails and is made again: somebody looks at a button meanwhile. */
const WHOLE_MS = 15_000;

/**
 * Asks a server or a provider for somebody who waits: what came, or in words what is wrong. Rejects only with what is no
 * failure of theirs.
 */
export async function attempt<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  clock: Clock,
): Promise<{ came: T; problem?: never } | { came?: never; problem: string }> {
  const stop = new AbortController();
  const cancel = clock.after(WHOLE_MS, () => stop.abort());
  try {
    return { came: await ask(stop.signal) };
  } catch (error) {
    if (stop.signal.aborted) return { problem: `It did not answer within ${WHOLE_MS / 1000} seconds.` };
    if (!(error instanceof ProviderError)) throw error;
    return { problem: error.message };
  } finally {
    cancel();
    stop.abort();
  }
}
