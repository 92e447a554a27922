import type { Clock } from './clock.ts';

/** Resolves after `delayMs` of the clock, or at once when the signal fires. Leaves no timer behind. */
export function sleepUnlessAborted(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(delayMs, end);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
