import type { Clock } from '../lib/clock.ts';
import { ProviderError } from '../providers/provider-error.ts';

/** Limit of the whole attempt, in milliseconds, however often its requests are repeated: somebody waits in front of a button. */
const WHOLE_MS = 15_000;

/**
 * Asks a server or a provider for somebody who waits. Resolves with what came, or with a sentence that says
 * what is wrong. Rejects only with errors that are not theirs.
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
