import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '@visavis/tests/dist/support/browser.js';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import type { ConsumerApi, Observations } from './consumer-page/page.ts';

/** A page with a LiveKit client whose eyes and ears have clocks. */
export class BrowserConsumer {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  join(url: string, token: string): Promise<void> {
    return this.#call('join', url, token) as Promise<void>;
  }

  observations(): Promise<Observations> {
    return this.#call('observations') as Promise<Observations>;
  }

  /** Resolves with the time of sending. */
  say(text: string): Promise<number> {
    return this.#call('say', text) as Promise<number>;
  }

  interrupt(): Promise<number> {
    return this.#call('interrupt') as Promise<number>;
  }

  leave(): Promise<void> {
    return this.#call('leave') as Promise<void>;
  }

  /** Asks every 20 ms until the observations are as wanted. @throws Error after `timeoutMs` */
  async until<T>(what: string, find: (seen: Observations) => T | undefined, timeoutMs = 15_000): Promise<T> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const found = find(await this.observations());
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`no ${what} within ${timeoutMs} ms`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  close(): Promise<void> {
    return this.#page.close();
  }

  async #call(method: keyof ConsumerApi, ...values: unknown[]): Promise<unknown> {
    const run = (call: { method: string; values: unknown[] }) => {
      const api = (window as unknown as { consumer: Record<string, (...args: unknown[]) => unknown> })
        .consumer;
      return api[call.method]!(...call.values);
    };
    return this.#page.evaluate(run, { method, values });
  }
}

export interface ConsumerHost {
  open(): Promise<BrowserConsumer>;
  close(): Promise<void>;
}

export async function openConsumerHost(): Promise<ConsumerHost> {
  const entry = fileURLToPath(new URL('./consumer-page/page.js', import.meta.url));
  const bundle = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'error',
  });
  const server = createServer((request, response) => {
    if (request.url === '/page.js')
      response.setHeader('content-type', 'text/javascript').end(bundle.outputFiles[0]!.contents);
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><body></body><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchBrowser();
  return {
    async open() {
      const page = await browser.newPage();
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
      const consumer = new BrowserConsumer(page);
      await page.evaluate(() => (window as unknown as { consumer: ConsumerApi }).consumer.prepare());
      return consumer;
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
