import type { BrowserContextOptions, Page } from 'playwright-core';
import { type Service, type startService, TEST_API_KEY } from './service.ts';
import { useVisits, type Visits } from './visits.ts';
import type { WatchedPage } from './watched-page.ts';

/** The console in the tests of a file. */
export class ConsoleVisits {
  readonly service: Service;
  readonly watched: WatchedPage;
  readonly #visit: Visits['visit'];

  /** Must be called where a file declares its tests, because it adds hooks. */
  constructor(options: Parameters<typeof startService>[0] = {}) {
    const { service, watched, visit } = useVisits(() => options);
    this.service = service;
    this.watched = watched;
    this.#visit = visit;
  }

  /** @param hash the fragment of the address: by default it signs in with the key of the tests */
  async open(options: BrowserContextOptions = {}, hash = `key=${TEST_API_KEY}`): Promise<Page> {
    return (await this.#visit(`${this.service.url}/console/#${hash}`, options)).page;
  }
}
