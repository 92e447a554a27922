/** A promise took too long; it may still settle later, unobserved. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/**
 * Settles as `promise` does, or rejects after `timeoutMs` with a `TimeoutError` whose message begins with `message`.
 */
export function withTimeout<T>(promise: Promise<T>, timeoutMs: number, message: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`${message} (${timeoutMs} ms)`)), timeoutMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
