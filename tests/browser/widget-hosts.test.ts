/** Tests the widget in difficult pages: in a frame of another origin, and without third-party storage. */
import { beforeAll, expect, test } from 'vitest';
import { createShopEmbed } from '../support/shop-embed.ts';
import { useSite, useVisits } from '../support/visits.ts';

/** Returns the URL of a page on another origin that shows the shop in a frame. */
const portal = () => `${shop.origin.replace('127.0.0.1', 'localhost')}/portal`;
let allow = '';
let line = '';
const { service, watched, visit } = useVisits(undefined, 'silent');
const shop = useSite(({ url }) => {
  const content =
    url === '/portal'
      ? `<iframe title="Shop" width="500" height="700" ${allow} src="${shop.origin}"></iframe>`
      : line;
  return `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><main><h1>Shop</h1></main>${content}</html>`;
});
beforeAll(async () => {
  line = (await createShopEmbed(service, shop.origin)).snippet;
});

test.each([
  ['with', 'allow="microphone; autoplay"'],
  ['without', ''],
])('in a frame of another origin, %s the microphone', async (_name, allowed) => {
  allow = allowed;
  await visit(portal());
  const frame = watched.page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Maya' }).click();
  await frame.getByRole('button', { name: 'Start the conversation' }).click();
  await frame.locator('#transcript li.character', { hasText: 'Welcome to the shop.' }).waitFor();
  if (!allowed) await frame.locator('#hint', { hasText: 'does not share the microphone' }).waitFor();
  // Without a microphone there is nothing to mute.
  expect(await frame.locator('#mute').isDisabled()).toBe(!allowed);
  await frame.locator('#text').fill('How are you?');
  await frame.locator('#text').press('Enter');
  await frame.locator('#transcript li.character', { hasText: 'I am well' }).waitFor();
  await frame.getByRole('button', { name: 'Hang up' }).click();
  await frame.locator('#over-reason', { hasText: 'You hung up.' }).waitFor();
});

test('everything works if third parties may not store anything', async () => {
  allow = 'allow="microphone; autoplay"';
  const { page } = await visit('about:blank');
  // Like browsers that block third-party storage: every access in the frame throws.
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
  await page.goto(portal());
  const frame = page.frameLocator('iframe');
  await frame.getByRole('button', { name: 'Maya' }).click();
  await frame.getByRole('button', { name: 'Start the conversation' }).click();
  await frame.locator('#transcript li.character', { hasText: 'Welcome to the shop.' }).waitFor();
  await frame.getByRole('button', { name: 'Hang up' }).click();
  await frame.locator('#over-reason', { hasText: 'You hung up.' }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  expect(watched.complaints).toEqual([]);
});
