import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bundleReactApp } from '../support/bundle-react-app.ts';
import { findBlock, ROOT, readGuide } from '../support/guide.ts';
import { untilEnded } from '../support/service-client.ts';
import { createShopEmbed } from '../support/shop-embed.ts';
import { turnCameraOn } from '../support/turn-camera-on.ts';
import { useSite, useVisits } from '../support/visits.ts';

let script = '';
let embedId: string;
const { service, watched, visit } = useVisits(undefined, 'silent');
const shop = useSite(
  () =>
    '<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><main id="root"></main><script type="module" src="/app.js"></script></html>',
  () => script,
);
beforeAll(async () => {
  embedId = (await createShopEmbed(service, shop.origin)).id;
});

/** Bundles the guide's code as a page, in React's strict mode, which mounts everything twice. */
async function bundle(about: string, embed: string): Promise<string> {
  const code = findBlock(readGuide('web'), 'React', 'tsx', about)
    .code.replace('https://avatars.example', service.url)
    .replace('emb_…', embed)
    .replace('useConversation();', 'globalThis.used = useConversation();');
  return bundleReactApp(code, 'development');
}

const newest = async () =>
  (await service.client.get('/v3/conversations', { query: { embed: embedId, take: 1 } })).conversations[0]!;

test('the hooks of the guide: a conversation is started, seen, typed into, hung up, and started again', async () => {
  script = await bundle('app', embedId);
  const { page } = await visit(shop.origin);
  await page.getByRole('button', { name: 'Talk' }).click();
  await page.getByText('Welcome to the shop.').waitFor();
  await page.waitForFunction(() => {
    const video = document.querySelector('video');
    return video !== null && video.videoWidth > 0 && !video.paused;
  });
  await turnCameraOn(page, 'used');
  // The microphone is open, but nothing recognises speech: the page distinguishes the two.
  await page.getByRole('button', { name: 'Let this browser listen' }).waitFor();
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  await page.getByRole('button', { name: 'Unmute' }).click();
  await page.getByRole('button', { name: 'Mute', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Opening hours' }).click();
  await page.locator('li.user', { hasText: 'When are you open?' }).waitFor();
  await page.locator('li.character').nth(1).waitFor();
  expect(await page.locator('video').evaluate((video) => video.getBoundingClientRect().width)).toBe(320);
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('button', { name: 'Talk' }).click();
  await page.locator('li', { hasText: 'Welcome to the shop.' }).waitFor();
  expect(await page.locator('li').count()).toBe(1);
  const { id } = await newest();
  // Leaving the page also hangs up, without waiting for the visitor to return.
  await page.goto('about:blank');
  expect(await untilEnded(service, id)).toMatchObject({ endReason: 'consumer_left' });
});

test('a refusal is shown as a message, and the start can be tried again', async () => {
  script = await bundle('app', 'emb_unknown');
  const { page } = await visit(shop.origin);
  await page.getByRole('button', { name: 'Talk' }).click();
  expect((await page.getByRole('alert').textContent())?.length).toBeGreaterThan(10);
  await page.getByRole('button', { name: 'Talk' }).waitFor();
});

test('the element works as a component', async () => {
  script = await bundle('element', embedId);
  const { page } = await visit(shop.origin);
  const told = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('over:') });
  await page.getByRole('button', { name: 'Start the conversation' }).click();
  await page.locator('#transcript li.character', { hasText: 'Welcome to the shop.' }).waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  expect((await told).text()).toBe('over: hung_up');
  expect(watched.complaints).toEqual([]);
});

test('a server component may import the package, which says that it only runs in browsers', async () => {
  expect(await readFile(join(ROOT, 'react/dist/index.js'), 'utf8')).toMatch(/^'use client';\n/);
});
