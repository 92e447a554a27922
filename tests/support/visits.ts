/** The service, the browser and the page that the tests of a file share, one page at a time. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import type { Service } from './service.ts';
import { writeSilence } from './silence-wav.ts';
import { lateBound, useService } from './use-service.ts';
import { openWatched, type WatchedPage } from './watched-page.ts';

export interface Visits {
  service: Service;
  browser: Browser;
  /** The newest page, which is closed after its test. */
  watched: WatchedPage;
  visit: (address: string, options?: BrowserContextOptions) => Promise<WatchedPage>;
}

/**
 * Starts one service and one browser for a file's tests. Must be called where they are declared: it adds hooks.
 * @param settings of the service; is called when they are needed
 * @param microphone whether it beeps or is silent
 */
export function useVisits(
  settings?: Parameters<typeof useService>[0],
  microphone: 'beeps' | 'silent' = 'beeps',
): Visits {
  const service = useService(settings);
  let browser: Browser;
  let watched: WatchedPage | undefined;
  beforeAll(async () => {
    const silence = join(service.dataDir, 'silence.wav');
    if (microphone === 'silent') await writeSilence(silence);
    browser = await launchBrowser(microphone === 'silent' ? silence : undefined);
  });
  afterEach(() => watched?.close());
  afterAll(() => browser?.close());
  return {
    service,
    browser: lateBound(() => browser),
    watched: lateBound(() => watched!),
    async visit(address, options) {
      watched = await openWatched(browser, address, options);
      return watched;
    },
  };
}

/** Serves a site of another origin than the service's during the tests of a file; `/app.js` is its script. */
export function useSite(
  pageFor: (request: IncomingMessage, response: ServerResponse) => string,
  script: () => string = () => '',
): { readonly origin: string } {
  const server = createServer((request, response) => {
    if (request.url === '/app.js') response.setHeader('content-type', 'text/javascript').end(script());
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(pageFor(request, response));
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());
  return {
    get origin() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
  };
}
