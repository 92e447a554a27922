import type { Page } from 'playwright-core';

/** To another page of the console, as a link does: without loading it anew. */
export const openPath = (page: Page, path: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, path);
