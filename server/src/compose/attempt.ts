import type { Clock } from '../lib/clock.ts';
import { ProviderError } from '../providers/provider-error.ts';

/** Timeout of the whole attempt in milliseconds, including retries, because a person is waiting for the result. */
const WHOLE_MS = 15_000;

/**
 * Sends requests to a server or a provider for a person who is waiting. Resolves with the result, or with a sentence
 * that describes the problem. Rejects only for errors that are not the server's.
 */
export async function attempt<T>(
  request: (signal: AbortSignal) => Promise<T>,
  clock: Clock,
): Promise<{ result: T; problem?: never } | { result?: never; problem: string }> {
  const stop = new AbortController();
  const cancel = clock.after(WHOLE_MS, () => stop.abort());
  try {
    return { result: await request(stop.signal) };
  } catch (error) {
    if (stop.signal.aborted) return { problem: `It did not respond within ${WHOLE_MS / 1000} seconds.` };
    if (!(error instanceof ProviderError)) throw error;
    return { problem: error.message };
  } finally {
    cancel();
    stop.abort();
  }
}
