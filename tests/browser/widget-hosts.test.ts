/** The widget in difficult pages: in a frame of another origin, without storage for third parties. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { type Service, startService } from '../support/service.ts';
import { createShopEmbed } from '../support/shop-embed.ts';
import { writeSilence } from '../support/silence-wav.ts';
import { openWatched, type WatchedPage } from '../support/watched-page.ts';

let service: Service;
let browser: Browser;
let shop: Server;
let origin: string;
/** Another origin, whose page has the shop in a frame. */
let portal: string;
let allow = '';
let line = '';
let watched: WatchedPage;
beforeAll(async () => {
  service = await startService();
  const silence = join(service.dataDir, 'silence.wav');
  await writeSilence(silence);
  browser = await launchBrowser(silence);
  shop = createServer((request, response) => {
    const isPortal = request.url === '/portal';
    const content = isPortal
      ? `<iframe title="Shop" width="500" height="700" ${allow} src="${origin}"></iframe>`
      : line;
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(
        `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><main><h1>Shop</h1></main>${content}</html>`,
      );
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  const { port } = shop.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  portal = `http://localhost:${port}/portal`;
  const embed = await createShopEmbed(service, origin);
  line = embed.snippet;
});
afterEach(() => watched?.close());
afterAll(async () => {
  await browser?.close();
  shop?.close();
  await service?.dispose();
});

test.each([
  ['with', 'allow="microphone; autoplay"'],
  ['without', ''],
])('in a frame of another origin, %s the microphone', async (_name, allowed) => {
  allow = allowed;
  watched = await openWatched(browser, portal);
  const frame = watched.page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Maya' }).click();
  await frame.getByRole('button', { name: 'Start the conversation' }).click();
  await frame.locator('#transcript li.character', { hasText: 'Welcome to the shop.' }).waitFor();
  if (!allowed) await frame.locator('#hint', { hasText: 'does not share the microphone' }).waitFor();
  // Without one there is nothing to mute.
  expect(await frame.locator('#mute').isDisabled()).toBe(!allowed);
  await frame.locator('#text').fill('How are you?');
  await frame.locator('#text').press('Enter');
  await frame.locator('#transcript li.character', { hasText: 'I am well' }).waitFor();
  await frame.getByRole('button', { name: 'Hang up' }).click();
  await frame.locator('#over-reason', { hasText: 'You hung up.' }).waitFor();
});

test('where third parties may store nothing, everything works', async () => {
  allow = 'allow="microphone; autoplay"';
  watched = await openWatched(browser, 'about:blank');
  const { page } = watched;
  // As browsers do that block third parties: every storage of the frame throws.
  await page.context().addInitScript(() => {
    if (window === window.top) return;
    const refuse = {
      get: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, refuse);
    Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set: refuse.get });
  });
  await page.goto(portal);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Maya' }).click();
  await frame.getByRole('button', { name: 'Start the conversation' }).click();
  await frame.locator('#transcript li.character', { hasText: 'Welcome to the shop.' }).waitFor();
  await frame.getByRole('button', { name: 'Hang up' }).click();
  await frame.locator('#over-reason', { hasText: 'You hung up.' }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  expect(watched.complaints).toEqual([]);
});
