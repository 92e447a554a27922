import type { Page } from 'playwright-core';

/** Asks for another page of the console, as a link does: without loading it anew. Whether it is shown is another matter. */
export const askForPath = (page: Page, path: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, path);

/**
 * Opens another page of the console and waits until it is shown: its code comes when it is first opened, and the page
 * before stays until then, often with a field of the same name.
 */
export async function openPath(page: Page, path: string): Promise<void> {
  await askForPath(page, path);
  await page.waitForFunction((pathname) => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      /** TanStack's own handle for its developer tools. */
      __TSR_ROUTER__: { state: { resolvedLocation?: { pathname: string } } };
    };
    return router.state.resolvedLocation?.pathname === pathname;
  }, path);
}
