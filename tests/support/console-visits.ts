import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { launchBrowser } from './browser.ts';
import { type Service, startService, TEST_API_KEY } from './service.ts';
import { openWatched, type WatchedPage } from './watched-page.ts';

/** The console in the tests of a file: one service and one browser, and a page at a time, which is closed after its test. */
export class ConsoleVisits {
  service!: Service;
  /** The newest page. */
  watched!: WatchedPage;
  #browser: Browser | undefined;

  /** To be called where a file declares its tests: it adds hooks to them. */
  constructor(options?: Parameters<typeof startService>[0]) {
    beforeAll(async () => {
      [this.service, this.#browser] = await Promise.all([startService(options), launchBrowser()]);
    });
    afterEach(() => this.watched?.close());
    afterAll(async () => {
      await this.#browser?.close();
      await this.service?.dispose();
    });
  }

  /** @param hash what follows the address of the console: by default the visitor is signed in with the key of the tests */
  async open(options: BrowserContextOptions = {}, hash = `key=${TEST_API_KEY}`): Promise<Page> {
    this.watched = await openWatched(this.#browser!, `${this.service.url}/console/#${hash}`, options);
    return this.watched.page;
  }
}
