import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface WatchedPage {
  page: Page;
  /** Errors of the page and of its console so far. */
  complaints: string[];
  /** Warnings of its console so far. */
  warnings: string[];
  /** Fails if axe-core finds any problem on the page. */
  expectAccessible(): Promise<void>;
  close(): Promise<void>;
}

const CONSOLE_LINK = /\/console\/#key=/;

/** Confirms in the console that the key of a link is to be used. */
export const agreeToLinkedKey = (page: Page): Promise<void> =>
  page.locator('#linked-key button[type=submit]').click();

/**
 * Opens a page in a new context, and records its errors and what its Content-Security-Policy blocks: pages are tested
 * with the policies they are served with. Confirms the use of a key in a link to the console.
 */
export async function openWatched(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  await context.addInitScript(() => {
    addEventListener(
      'securitypolicyviolation',
      ({ violatedDirective, blockedURI, sourceFile, lineNumber }) => {
        console.error(`refused by ${violatedDirective}: ${blockedURI} of ${sourceFile}:${lineNumber}`);
      },
    );
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  const warnings: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const written = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error') complaints.push(written);
    if (message.type() === 'warning') warnings.push(written);
  });
  await page.goto(address);
  if (CONSOLE_LINK.test(address)) await agreeToLinkedKey(page);
  return {
    page,
    complaints,
    warnings,
    async expectAccessible() {
      // Not as a script element, which the page's policy would block.
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: {
            run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
          };
        };
        const { violations } = await axe.run();
        return violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
        );
      });
      expect(found, page.url()).toEqual([]);
    },
    close: () => context.close(),
  };
}
