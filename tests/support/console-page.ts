import type { Page } from 'playwright-core';

/** Requests another page of the console as a link does, without a reload. Does not wait for it. */
export const askForPath = (page: Page, path: string): Promise<void> =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, path);

/**
 * Opens another page of the console and waits until it is shown: its code is loaded on first use, and the previous
 * page, which often has a field of the same name, stays until then.
 * @throws Error if the page asks about unsaved input instead: nobody would answer
 */
export async function openPath(page: Page, path: string): Promise<void> {
  await askForPath(page, path);
  await page.waitForFunction((pathname) => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      /** TanStack's handle for its developer tools. */
      __TSR_ROUTER__: { state: { resolvedLocation?: { pathname: string } } };
    };
    if (document.body.textContent.includes('Leave without saving?'))
      throw new Error(`the page has unsaved input: save it before ${pathname} is opened`);
    return router.state.resolvedLocation?.pathname === pathname;
  }, path);
}

/** Opens the form with which the page adds to its list. It is open already if the list is empty. */
export async function openAddForm(page: Page): Promise<void> {
  await page.locator('main [aria-busy]').waitFor({ state: 'detached' });
  const opener = page.locator('main button[data-add]');
  if ((await opener.count()) > 0) await opener.click();
}
