import { errorOfStatus, ProviderError, type ProviderName, toProviderError } from './provider-error.ts';

export interface ProviderRequest extends RequestInit {
  /** Until the answer begins; a stream may go on longer. */
  timeoutMs?: number;
  /** Kept out of every message. */
  secret?: string | undefined;
}

/**
 * A successful answer of a provider, its body unread. Rejects with a `ProviderError`, or with the caller's own
 * abort.
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
  throw errorOfStatus(provider, response.status, body.slice(0, 4096), secret);
}

/** `fetch` says "fetch failed" and "terminated" and keeps the reason in `cause`. */
export function networkError(provider: ProviderName, error: unknown, secret?: string): ProviderError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return toProviderError(provider, cause, secret);
}
