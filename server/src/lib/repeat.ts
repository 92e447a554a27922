/**
 * Does the work again and again, never twice at the same time: a turn is left out while the one before is at work. The timer does not
 * keep the process alive. `stop` waits for the work in progress.
 */
export function repeat(
  work: () => Promise<unknown>,
  { everyMs, onFailure }: { everyMs: number; onFailure: (error: unknown) => void },
): { stop(): Promise<void> } {
  let working: Promise<void> | undefined;
  const timer = setInterval(() => {
    working ??= work()
      .then(() => undefined, onFailure)
      .finally(() => {
        working = undefined;
      });
  }, everyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await working;
    },
  };
}
