import { VisavisApiError, VisavisConnectionError } from './errors.ts';
import type { Send } from './send.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Whether a retry may succeed. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof VisavisApiError) return [429, 502, 503, 504].includes(error.status);
  return error instanceof VisavisConnectionError;
}

/**
 * Returns the pause before the next attempt in milliseconds: what the service asks for, or else twice as long after
 * each failure in a row, at most 30 seconds.
 */
export function pauseMs(error: unknown, failures: number, firstMs = FIRST_WAIT_MS): number {
  const asked = ((error as Partial<VisavisApiError> | undefined)?.retryAfterSeconds ?? 0) * 1000;
  return Math.max(asked, Math.min(firstMs * 2 ** Math.max(0, failures - 1), LONGEST_WAIT_MS));
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
        const ms = pauseMs(error, failures);
        if (failures > maxRetries || !isTemporary(error) || !isSafe || ms > LONGEST_WAIT_MS) throw error;
        await wait(ms, parts?.signal);
      }
    }
  };
}

/** Waits; rejects with the signal's reason if it is aborted. */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
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
