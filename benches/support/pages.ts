import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '@visavis/tests/dist/support/browser.js';
import { bundleScript } from '@visavis/tests/dist/support/bundle-script.js';
import type { Page } from 'playwright-core';
import type { ConsumerApi, Observations } from './consumer-page.ts';
import { pause, type Scope } from './scope.ts';

const WAIT_MS = 60_000;

// biome-ignore lint/suspicious/noExplicitAny: any functions, whatever they take.
type Functions = Record<string, (...values: any[]) => unknown>;

/** A page whose script exposes its functions as `window.bench`. */
export class DrivenPage<Api extends Functions> {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async call<K extends keyof Api & string>(
    name: K,
    ...values: Parameters<Api[K]>
  ): Promise<Awaited<ReturnType<Api[K]>>> {
    const run = ({ method, all }: { method: string; all: unknown[] }) =>
      (Reflect.get(window, 'bench') as Functions)[method]!(...all);
    return (await this.page.evaluate(run, { method: name, all: values })) as Awaited<ReturnType<Api[K]>>;
  }

  /** Polls every 20 ms until there is a value. @throws Error after a minute */
  async until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await pause(20)) {
      const found = await look();
      if (found !== undefined) return found;
    }
    throw new Error(`no ${what} within ${WAIT_MS} ms`);
  }
}

/** Serves a page with the bundle of a compiled module as its script. Returns a function that opens it in new tabs. */
export async function servePage<Api extends Functions>(
  scope: Scope,
  entry: URL,
  launch = () => launchBrowser(),
): Promise<(viewport?: { width: number; height: number }) => Promise<DrivenPage<Api>>> {
  const script = await bundleScript(fileURLToPath(entry));
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : '<!doctype html><body></body><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  scope.later(() => server.close().closeAllConnections());
  const browser = await launch();
  scope.later(() => browser.close());
  return async (viewport) => {
    const page = await browser.newPage(viewport ? { viewport } : {});
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    return new DrivenPage<Api>(page);
  };
}

export type ConsumerPage = DrivenPage<ConsumerApi>;

/** Starts Chromium. Returns a function that opens a tab with a LiveKit client that records what it sees and hears. */
export async function openConsumerPages(scope: Scope): Promise<() => Promise<ConsumerPage>> {
  const open = await servePage(scope, new URL('./consumer-page.js', import.meta.url));
  return async () => {
    const page: ConsumerPage = await open();
    await page.call('prepare');
    return page;
  };
}

/** Waits until the page's observations contain what is looked for. */
export function seenBy<T>(
  page: ConsumerPage,
  what: string,
  find: (seen: Observations) => T | undefined,
): Promise<T> {
  return page.until(what, async () => find(await page.call('observations')));
}
