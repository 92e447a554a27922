import { launchBrowser } from '@visavis/tests/dist/support/browser.js';
import type { Page } from 'playwright-core';
import type { ConsumerApi, Observations } from './consumer-page/page.ts';
import { openPageHost } from './page-host.ts';

/** A page with a LiveKit client that notes when it sees and hears what. */
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
  const host = await openPageHost(new URL('./consumer-page/page.js', import.meta.url), () => launchBrowser());
  return {
    async open() {
      const page = await host.open();
      const consumer = new BrowserConsumer(page);
      await page.evaluate(() => (window as unknown as { consumer: ConsumerApi }).consumer.prepare());
      return consumer;
    },
    close: () => host.close(),
  };
}
