/** Maximum wait of a test for an event: longer than any busy machine takes, so that only a hang reaches it. */
export const DEADLINE_MS = 180_000;
/** For `vi.setConfig`: time for several such waits, so that a hang is reported by the wait, not by vitest. */
export const LIVE_TIMEOUTS = { testTimeout: 300_000, hookTimeout: 300_000 };

/** Resolves as `work`. @throws Error naming `what` if that takes longer than `DEADLINE_MS` */
export async function inTime<T>(what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`waited ${DEADLINE_MS} ms for ${what}`)), DEADLINE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
