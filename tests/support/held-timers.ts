import type { Page } from 'playwright-core';

/** Shorter timers draw and fetch, and are not held. */
const LONG_MS = 1000;

type Holder = typeof window & { letPass?: (ms: number) => Promise<void> };

/**
 * From now on timers of a second and more wait in this page until the test lets time pass for them: however long a busy
 * machine takes, what people have seconds to do can still be done. Unlike a stopped clock, all else goes on.
 */
export async function holdTimers(page: Page): Promise<void> {
  await page.evaluate((longMs) => {
    const start = window.setTimeout.bind(window);
    const stop = window.clearTimeout.bind(window);
    const held = new Map<number, { dueMs: number; run: () => void }>();
    let [nowMs, lastId] = [0, 2 ** 31];
    const hold = (work: TimerHandler, ms = 0, ...rest: unknown[]) => {
      if (ms < longMs || typeof work === 'string') return start(work, ms, ...rest);
      const run = () => (work as (...values: unknown[]) => void)(...rest);
      held.set(++lastId, { dueMs: nowMs + ms, run });
      return lastId;
    };
    const cancel = (id?: number) => {
      if (!held.delete(id ?? 0)) stop(id);
    };
    Object.assign(window, { setTimeout: hold, clearTimeout: cancel });
    (window as Holder).letPass = async (ms) => {
      const untilMs = nowMs + ms;
      for (;;) {
        const [next] = [...held].sort(([, a], [, b]) => a.dueMs - b.dueMs);
        if (!next || next[1].dueMs > untilMs) break;
        held.delete(next[0]);
        nowMs = next[1].dueMs;
        next[1].run();
        // The timer may lead to others that start, or cancel some.
        await new Promise((resolve) => start(resolve, 0));
      }
      nowMs = untilMs;
    };
  }, LONG_MS);
}

/** Runs the timers that were held and are due within so many milliseconds. */
export const letPass = (page: Page, ms: number): Promise<void> =>
  page.evaluate((passedMs) => (window as Holder).letPass!(passedMs), ms);
