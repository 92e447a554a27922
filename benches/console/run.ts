import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg } from 'node:os';
import { launchBrowser } from '@visavis/tests/dist/support/browser.js';
import { type Bench, summarize } from '../support/report.ts';
import { startService, TEST_API_KEY } from '../support/service.ts';
import { type Loaded, loadPage, SLOWDOWN } from './loaded-page.ts';

/** The yardstick: a page of text without a script. */
const BARE = '<!doctype html><html lang="en"><title>Bare</title><h1>Overview</h1><p>Nothing else.</p></html>';

/** `[rounds]`: the console from its address to the moment when it answers clicks, for a first-time visitor. */
export const run: Bench = async ([rounds = '8'], report) => {
  const service = await startService();
  const bare = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(BARE);
  });
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  const browser = await launchBrowser();
  const pages = {
    console: `${service.url}/console/#key=${TEST_API_KEY}`,
    'sign in': `${service.url}/console/`,
    bare: `http://127.0.0.1:${(bare.address() as AddressInfo).port}/`,
  };
  const loads: Record<keyof typeof pages, Loaded[]> = { console: [], 'sign in': [], bare: [] };
  try {
    // The first round warms the browser and the service.
    for (let round = 0; round <= Number(rounds); round++) {
      for (const [name, address] of Object.entries(pages)) {
        const loaded = await loadPage(browser, address);
        if (round > 0) loads[name as keyof typeof pages].push(loaded);
      }
    }
  } finally {
    await browser.close();
    bare.close();
    await service.dispose();
  }
  const of = (name: keyof typeof pages, what: keyof Loaded) => loads[name].map((loaded) => loaded[what]);
  report.heading(`Opening the console on loopback, processor slowed down ${SLOWDOWN} times, nothing cached`);
  report.measured([
    { name: 'overview: first paint', values: of('console', 'firstPaint'), unit: 'ms' },
    { name: 'overview: interactive', values: of('console', 'interactive'), unit: 'ms', target: '≤ 1500' },
    { name: 'overview: blocked', values: of('console', 'blocked'), unit: 'ms' },
    { name: 'overview: scripts and styles', values: of('console', 'bytes'), unit: 'bytes' },
    { name: 'sign in: interactive', values: of('sign in', 'interactive'), unit: 'ms', target: '≤ 1500' },
    { name: 'a bare page of text: interactive', values: of('bare', 'interactive'), unit: 'ms' },
  ]);
  const ratio = summarize(of('console', 'interactive')).median / summarize(of('bare', 'interactive')).median;
  report.text(
    `\nThe overview takes ${ratio.toFixed(1)} times as long as the bare page. Load of the machine: ${loadavg()[0]!.toFixed(1)}.`,
  );
};
