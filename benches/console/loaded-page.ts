import type { Browser } from 'playwright-core';

/** Milliseconds from the navigation, as Lighthouse defines them. */
export interface Loaded {
  firstPaint: number;
  /** The end of the last long task before five quiet seconds; no earlier than the first paint. */
  interactive: number;
  /** What long tasks between the two took beyond 50 ms each. */
  blocked: number;
  /** Bytes of scripts and styles, as they were sent. */
  bytes: number;
}

export const SLOWDOWN = 4;
/** How long there must be no long task. */
const QUIET_MS = 5_000;

interface Seen {
  firstPaint: number;
  tasks: { from: number; to: number }[];
  resources: { to: number; bytes: number }[];
}

/** Opens a page as a first-time visitor does, on a processor four times as slow. */
export async function loadPage(browser: Browser, address: string): Promise<Loaded> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(() => {
      const tasks: Seen['tasks'] = [];
      Object.assign(globalThis, { longTasks: tasks });
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries())
          tasks.push({ from: startTime, to: startTime + duration });
      }).observe({ type: 'longtask', buffered: true });
    });
    await page.goto(address);
    await page.locator('h1').first().waitFor();
    for (;;) {
      const { now, last } = await page.evaluate(() => {
        const ends = (Reflect.get(globalThis, 'longTasks') as Seen['tasks']).map(({ to }) => to);
        const arrivals = performance
          .getEntriesByType('resource')
          .map((entry) => (entry as PerformanceResourceTiming).responseEnd);
        return { now: performance.now(), last: Math.max(0, ...ends, ...arrivals) };
      });
      if (now - last > QUIET_MS || now > 60_000) break;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    const seen = await page.evaluate(
      (): Seen => ({
        firstPaint: performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
        tasks: Reflect.get(globalThis, 'longTasks') as Seen['tasks'],
        resources: (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map((entry) => ({
          to: entry.responseEnd,
          bytes: /\.(js|css)$/.test(new URL(entry.name).pathname) ? entry.encodedBodySize : 0,
        })),
      }),
    );
    return measure(seen);
  } finally {
    await context.close();
  }
}

function measure({ firstPaint, tasks, resources }: Seen): Loaded {
  // Tasks after five quiet seconds do not belong to the loading: lists are refreshed then.
  let interactive = firstPaint;
  for (const { from, to } of [...tasks].sort((one, other) => one.from - other.from)) {
    if (from - interactive > QUIET_MS) break;
    interactive = Math.max(interactive, to);
  }
  const blocked = tasks
    .filter(({ from }) => from >= firstPaint && from < interactive)
    .reduce((sum, { from, to }) => sum + (to - from - 50), 0);
  return { firstPaint, interactive, blocked, bytes: resources.reduce((sum, { bytes }) => sum + bytes, 0) };
}
