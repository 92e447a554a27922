import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { bundleReactApp } from '../support/bundle-react-app.ts';
import { findBlock, ROOT, readGuide } from '../support/guide.ts';
import { type Service, startService } from '../support/service.ts';
import { untilEnded } from '../support/service-client.ts';
import { createShopEmbed } from '../support/shop-embed.ts';
import { writeSilence } from '../support/silence-wav.ts';
import { turnCameraOn } from '../support/turn-camera-on.ts';
import { openWatched, type WatchedPage } from '../support/watched-page.ts';

let service: Service;
let browser: Browser;
let shop: Server;
let origin: string;
let script = '';
let embedId: string;
let watched: WatchedPage;
beforeAll(async () => {
  service = await startService();
  const silence = join(service.dataDir, 'silence.wav');
  await writeSilence(silence);
  browser = await launchBrowser(silence);
  shop = createServer((request, response) => {
    if (request.url === '/app.js') response.setHeader('content-type', 'text/javascript').end(script);
    else
      response
        .setHeader('content-type', 'text/html; charset=utf-8')
        .end(
          '<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><main id="root"></main><script type="module" src="/app.js"></script></html>',
        );
  });
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const embed = await createShopEmbed(service, origin);
  embedId = embed.id;
});
afterEach(() => watched?.close());
afterAll(async () => {
  await browser?.close();
  shop?.close();
  await service?.dispose();
});

/** The guide's code as a page, in React's strict mode, which mounts everything twice. */
async function bundle(about: string, embed: string): Promise<string> {
  const code = findBlock(readGuide('web'), 'React', 'tsx', about)
    .code.replace('https://avatars.example', service.url)
    .replace('emb_…', embed)
    .replace('useConversation();', 'globalThis.used = useConversation();');
  return bundleReactApp(code, 'development');
}

const newest = async () =>
  (await service.client.get('/v3/conversations', { query: { embed: embedId, take: 1 } })).conversations[0]!;

test('the hooks of the guide: a conversation that is started, seen, typed into, hung up, and started again', async () => {
  script = await bundle('app', embedId);
  watched = await openWatched(browser, origin);
  const { page } = watched;
  await page.getByRole('button', { name: 'Talk' }).click();
  await page.getByText('Welcome to the shop.').waitFor();
  await page.waitForFunction(() => {
    const video = document.querySelector('video');
    return video !== null && video.videoWidth > 0 && !video.paused;
  });
  await turnCameraOn(page, 'used');
  await page.getByRole('button', { name: 'Opening hours' }).click();
  await page.locator('li.user', { hasText: 'When are you open?' }).waitFor();
  await page.locator('li.character').nth(1).waitFor();
  expect(await page.locator('video').evaluate((video) => video.getBoundingClientRect().width)).toBe(320);
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('button', { name: 'Talk' }).click();
  await page.locator('li', { hasText: 'Welcome to the shop.' }).waitFor();
  expect(await page.locator('li').count()).toBe(1);
  const { id } = await newest();
  // Leaving the page hangs up, too.
  await watched.close();
  expect(await untilEnded(service, id)).toMatchObject({ endReason: 'consumer_left' });
});

test('a refusal is shown as a message, and can be tried again', async () => {
  script = await bundle('app', 'emb_unknown');
  watched = await openWatched(browser, origin);
  const { page } = watched;
  await page.getByRole('button', { name: 'Talk' }).click();
  expect((await page.getByRole('alert').textContent())?.length).toBeGreaterThan(10);
  await page.getByRole('button', { name: 'Talk' }).waitFor();
});

test('the element as a component', async () => {
  script = await bundle('element', embedId);
  watched = await openWatched(browser, origin);
  const { page } = watched;
  const told = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('over:') });
  await page.getByRole('button', { name: 'Start the conversation' }).click();
  await page.locator('#transcript li.character', { hasText: 'Welcome to the shop.' }).waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  expect((await told).text()).toBe('over: hung_up');
  expect(watched.complaints).toEqual([]);
});

test('a server component may import the package: it says that it runs in browsers', async () => {
  expect(await readFile(join(ROOT, 'react/dist/index.js'), 'utf8')).toMatch(/^'use client';\n/);
});
