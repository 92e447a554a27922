/** A timer that rings later than this was held up by a standstill, of the process or of its machine. */
export const STANDSTILL_MS = 1000;

/**
 * Calls back `delayMs` from now; after a standstill of this process, so much later: what was sent to it meanwhile has not been
 * read yet. The answer cancels.
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
