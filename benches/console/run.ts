import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { launchBrowser } from '@visavis/tests/dist/support/browser.js';
import type { Browser } from 'playwright-core';
import type { Bench } from '../support/bench.ts';
import { pause } from '../support/scope.ts';
import { startService, TEST_API_KEY } from '../support/service.ts';

/** The baseline: a page of text without a script. */
const BARE = '<!doctype html><html lang="en"><title>Bare</title><h1>Overview</h1><p>Nothing else.</p></html>';
const SLOWDOWN = 4;
/** Duration without a long task after which the page counts as interactive. */
const QUIET_MS = 5_000;
const MAX_MS = 60_000;

/** Milliseconds from the navigation, as Lighthouse defines them. */
interface Loaded {
  firstPaint: number;
  /** The end of the last long task before five quiet seconds; not before the first paint. */
  interactive: number;
}

/** Measures how long it takes from navigation until the page answers clicks, for a first-time visitor. */
export async function run({ options, scope, report }: Bench): Promise<void> {
  const { rounds } = options({ rounds: 8 });
  const service = await startService(scope);
  const bare = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(BARE);
  });
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  scope.later(() => bare.close().closeAllConnections());
  const browser = await launchBrowser();
  scope.later(() => browser.close());
  const pages = {
    console: `${service.url}/console/#/`,
    'sign in': `${service.url}/console/`,
    bare: `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`,
  };
  const loads: Record<keyof typeof pages, Loaded[]> = { console: [], 'sign in': [], bare: [] };
  // The first round warms up the browser and the service.
  for (let round = 0; round <= rounds; round++) {
    for (const [name, address] of Object.entries(pages)) {
      const loaded = await loadPage(browser, address, name === 'console' ? TEST_API_KEY : undefined);
      if (round > 0) loads[name as keyof typeof pages].push(loaded);
    }
  }
  const of = (name: keyof typeof pages, what: keyof Loaded) => loads[name].map((loaded) => loaded[what]);
  const rowOf = (name: keyof typeof pages, title: string) => ({
    name: `${title}: interactive`,
    values: of(name, 'interactive'),
    unit: 'ms',
    ...(name !== 'bare' && { to: of('bare', 'interactive'), target: '≤ 1500' }),
  });
  report.heading(`Opening the console on loopback, processor slowed down ${SLOWDOWN} times, nothing cached`);
  report.measured([
    rowOf('bare', 'a bare page of text (yardstick)'),
    rowOf('sign in', 'sign in'),
    rowOf('console', 'overview'),
    { name: 'overview: first paint', values: of('console', 'firstPaint'), unit: 'ms' },
  ]);
  report.text(`Load of the machine: ${loadavg()[0]!.toFixed(1)}.`);
}

/** Opens a page as a first-time visitor, with the CPU slowed down four times. @param key signs in with this key */
async function loadPage(browser: Browser, address: string, key: string | undefined): Promise<Loaded> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  if (key) await page.addInitScript((it) => sessionStorage.setItem('visavis.key', it), key);
  await page.addInitScript(() => {
    const tasks: { from: number; to: number }[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        tasks.push({ from: startTime, to: startTime + duration });
    }).observe({ type: 'longtask', buffered: true });
  });
  const look = () =>
    page.evaluate(() => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      return {
        now: performance.now(),
        firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        tasks: Reflect.get(globalThis, 'longTasks') as { from: number; to: number }[],
        arrived: Math.max(0, ...resources.map(({ responseEnd }) => responseEnd)),
      };
    });
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  let seen = await look();
  const last = () => Math.max(seen.arrived, ...seen.tasks.map(({ to }) => to));
  while (seen.now - last() < QUIET_MS && seen.now < MAX_MS) {
    await pause(250);
    seen = await look();
  }
  await context.close();
  // Tasks after five quiet seconds are not part of loading: lists are refreshed then.
  let interactive = seen.firstPaint;
  for (const { from, to } of seen.tasks.toSorted((one, other) => one.from - other.from)) {
    if (from - interactive > QUIET_MS) break;
    interactive = Math.max(interactive, to);
  }
  return { firstPaint: seen.firstPaint, interactive };
}
