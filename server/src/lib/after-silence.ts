/** A timer that fires later than this was delayed because the process or its machine was suspended. */
export const STANDSTILL_MS = 1000;

/**
 * Calls back `delayMs` from now, or later by as long as this process was suspended, because messages of that time have
 * not been read yet. Returns a function that cancels.
 */
export function afterSilence(delayMs: number, callback: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const dueAt = performance.now() + delayMs;
    timer = setTimeout(() => {
      if (performance.now() - dueAt > STANDSTILL_MS) wait();
      else callback();
    }, delayMs);
  };
  wait();
  return () => clearTimeout(timer);
}
