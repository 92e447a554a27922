import { TimeoutError, withTimeout } from '../lib/timeout.ts';
import {
  errorOfStatus,
  LONGEST_PAUSE_MS,
  ProviderError,
  type ProviderName,
  toProviderError,
} from './provider-error.ts';

export interface ProviderRequest extends RequestInit {
  /** Time-out until the answer begins; a stream may take longer. */
  timeoutMs?: number;
  /** Removed from error messages. */
  secret?: string | undefined;
}

/**
 * Returns a successful response with its body unread. Rejects with a `ProviderError`, or with the caller's own abort.
 */
export async function providerFetch(
  provider: ProviderName,
  url: string,
  { timeoutMs = 15_000, secret, signal, ...init }: ProviderRequest = {},
): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  let response: Response;
  try {
    const signals = signal ? [signal, timeout.signal] : [timeout.signal];
    response = await fetch(url, { ...init, signal: AbortSignal.any(signals) });
  } catch (error) {
    if (signal?.aborted) throw error;
    if (timeout.signal.aborted) throw new ProviderError(provider, 'timeout', 'no answer');
    throw networkError(provider, error, secret);
  } finally {
    clearTimeout(timer);
  }
  if (response.ok) return response;
  const body = await response.text().catch(() => '');
  const error = errorOfStatus(provider, response.status, body.slice(0, 4096), secret);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  if (error.kind === 'unavailable' && seconds >= 0)
    error.retryAfterMs ??= Math.min(seconds * 1000, LONGEST_PAUSE_MS);
  throw error;
}

/**
 * The bytes of an answer as they come. Rejects with a `ProviderError` when none have come for too long: a service that
 * hangs in the middle of a sentence keeps its connection open. `firstMs` is for the first, `idleMs` for those after.
 */
export async function* readBody(
  provider: ProviderName,
  response: Response,
  { firstMs, idleMs }: { firstMs: number; idleMs: number },
): AsyncGenerator<Uint8Array> {
  if (!response.body) return;
  const reader = response.body.getReader();
  let patienceMs = firstMs;
  try {
    for (;;) {
      const { done, value } = await withTimeout(reader.read(), patienceMs, 'the answer stopped');
      if (done) return;
      patienceMs = idleMs;
      yield value;
    }
  } catch (error) {
    if (error instanceof TimeoutError) throw new ProviderError(provider, 'timeout', error.message);
    throw error;
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

/** `fetch` rejects with "fetch failed" or "terminated" and puts the reason into `cause`. */
export function networkError(provider: ProviderName, error: unknown, secret?: string): ProviderError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return toProviderError(provider, cause, secret);
}
