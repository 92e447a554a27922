/**
 * Repeats the work every `everyMs`, first immediately if `atOnce` is set. Runs never overlap: a turn is skipped while
 * the previous one is in progress. The timer does not keep the process alive. `stop` waits for the work in progress.
 */
export function repeat(
  work: () => Promise<unknown>,
  { everyMs, atOnce, onFailure }: { everyMs: number; atOnce?: boolean; onFailure: (error: unknown) => void },
): { stop(): Promise<void> } {
  let working: Promise<void> | undefined;
  const turn = () => {
    working ??= work()
      .then(() => undefined, onFailure)
      .finally(() => {
        working = undefined;
      });
  };
  if (atOnce) turn();
  const timer = setInterval(turn, everyMs).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await working;
    },
  };
}
