import { VisavisApiError, VisavisConnectionError } from './errors.ts';
import type { Send } from './send.ts';

const INITIAL_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/** Whether a retry may succeed. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof VisavisApiError) return [429, 502, 503, 504].includes(error.status);
  return error instanceof VisavisConnectionError;
}

/**
 * Returns the delay before the next attempt in milliseconds: the one that the service requests, but at least one that
 * doubles with each failure in a row, up to 30 seconds.
 */
export function retryDelayMs(error: unknown, failures: number, initialMs = INITIAL_DELAY_MS): number {
  const retryAfterMs = ((error as Partial<VisavisApiError> | undefined)?.retryAfterSeconds ?? 0) * 1000;
  return Math.max(retryAfterMs, Math.min(initialMs * 2 ** Math.max(0, failures - 1), MAX_DELAY_MS));
}

/** Retries requests that failed temporarily, if sending them twice is safe. @param maxRetries maximum number of retries */
export function withRetries(send: Send, maxRetries: number): Send {
  return async (method, path, parts) => {
    for (let failures = 1; ; failures++) {
      try {
        return await send(method, path, parts);
      } catch (error) {
        const isSafe =
          method.toUpperCase() !== 'POST' ||
          parts?.idempotencyKey !== undefined ||
          (error as Partial<VisavisApiError>).status === 429;
        const delayMs = retryDelayMs(error, failures);
        if (failures > maxRetries || !isTemporary(error) || !isSafe || delayMs > MAX_DELAY_MS) throw error;
        await delay(delayMs, parts?.signal);
      }
    }
  };
}

/** Waits; rejects with the signal's reason if it is aborted. */
export function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort, { once: true });
  });
}
