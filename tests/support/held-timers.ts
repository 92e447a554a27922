import type { Page } from 'playwright-core';

/** Shorter timers, which render and fetch, are not held. */
const LONG_MS = 1000;

type Holder = typeof window & { letPass?: (ms: number) => Promise<void> };

/**
 * Holds all timers of a second or more in this page until the test lets time pass: however slow the machine, the
 * seconds in which people can act do not run out. Unlike with a stopped clock, everything else goes on.
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
        // The timer may start or cancel others.
        await new Promise((resolve) => start(resolve, 0));
      }
      nowMs = untilMs;
    };
  }, LONG_MS);
}

/** Runs the held timers that are due within this many milliseconds. */
export const letPass = (page: Page, ms: number): Promise<void> =>
  page.evaluate((passedMs) => (window as Holder).letPass!(passedMs), ms);
