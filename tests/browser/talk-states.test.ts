/** Tests the talk page in states in which it cannot continue normally, and the way out of each. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVisavisClient } from '@visavis/client';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { PHONE } from '../support/phone.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useVisits } from '../support/visits.ts';

const { service, watched, visit } = useVisits();

/** @param prepare replaces requests before the page sends any */
async function open(prepare?: (page: Page) => Promise<unknown>, key = TEST_API_KEY): Promise<Page> {
  await visit(`${service.url}/openapi.json`);
  await prepare?.(watched.page);
  await watched.page.goto(`${service.url}/talk/#key=${key}`);
  return watched.page;
}
const isAvatars = (url: URL) => url.pathname === '/v1/avatars';
const isSessions = (url: URL) => url.pathname === '/v1/sessions';
const isModels = (url: URL) => url.pathname === '/admin/models';
const says = (page: Page, role: 'status' | 'alert', text: string) =>
  page.getByRole(role).filter({ hasText: text }).waitFor();
const cards = (page: Page) => page.locator('button.avatar');
const hasFocus = (page: Page, selector: string) =>
  page.waitForFunction((wanted) => document.activeElement?.matches(wanted), selector);
const refuse = (status: number, detail: string) => (route: Route) =>
  route.fulfill({
    status,
    headers: { 'retry-after': '0' },
    contentType: 'application/problem+json',
    body: JSON.stringify({ status, code: 'refused', detail }),
  });

test('the page says when it is waiting for the service and when the service does not answer, and offers another try by one key', async () => {
  let answer: 'silent' | 'away' | 'there' = 'silent';
  const held: Route[] = [];
  const page = await open((one) =>
    one.route(isAvatars, (route) => {
      if (answer === 'silent') return void held.push(route);
      return answer === 'away' ? route.abort() : route.continue();
    }),
  );
  await says(page, 'status', 'One moment…');
  await expect.poll(() => held.length).toBe(1);
  answer = 'away';
  await held[0]!.abort();
  await page.getByRole('heading', { name: 'The service does not answer' }).waitFor();
  await page.getByText(`The service at ${service.url} cannot be reached. Is it running?`).waitFor();
  await hasFocus(page, '#try-again');
  await watched.expectAccessible();
  answer = 'there';
  await page.keyboard.press('Enter');
  await cards(page).first().waitFor();
});

test('an organization without avatars is told how to get one', async () => {
  const page = await open((one) =>
    one.route(isAvatars, (route) => route.fulfill({ json: { avatars: [], total: 0 } })),
  );
  await says(page, 'alert', 'There is no avatar yet.');
  await page.getByRole('link', { name: 'console' }).waitFor();
});

test('uses the language of the browser, or the one that was chosen, which it remembers', async () => {
  const { page } = await visit(`${service.url}/talk/`, { ...PHONE, locale: 'de-AT' });
  await page.getByRole('heading', { name: 'Mit einem Avatar sprechen' }).waitFor();
  await page.getByLabel('API-Schlüssel').fill(TEST_API_KEY);
  await page.getByRole('button', { name: 'Weiter' }).click();
  const languages = page.locator('#language');
  const headings = {
    en: 'Who do you want to talk with?',
    de: 'Mit wem möchten Sie sprechen?',
    es: '¿Con quién quiere hablar?',
    pt: 'Com quem você quer falar?',
    ja: '誰と話しますか？',
    fr: 'Avec qui voulez-vous parler ?',
  };
  for (const [language, heading] of Object.entries(headings)) {
    await languages.selectOption(language);
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    await cards(page).first().waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    expect(await page.locator('[data-text]', { hasText: /^\s*$/ }).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
    await watched.expectAccessible();
  }
  await cards(page).first().click();
  await page.getByRole('button', { name: 'Raccrocher' }).click();
  await page.getByRole('button', { name: 'Parler avec quelqu’un d’autre' }).waitFor();
  await page.goto(`${service.url}/talk/`);
  await page.getByRole('heading', { name: headings.fr, exact: true }).waitFor();
});

test('if no documents are chosen, the avatar answers from its own', async () => {
  const base = await service.client.post('/v3/knowledge-bases', { body: { name: 'Handbook' } });
  const page = await open();
  await cards(page).first().waitFor();
  expect(await page.getByLabel('Answers from').locator('option').allTextContents()).toEqual([
    'its own documents',
    'Handbook',
  ]);
  await service.client.delete('/v3/knowledge-bases/{id}', { path: { id: base.id } });
});

test('a refusal returns to the choice of avatars with the reason, and the chosen one has the focus', async () => {
  const detail = 'All places are taken.';
  const page = await open();
  await page.route(isSessions, refuse(503, detail));
  await cards(page).nth(1).click();
  await says(page, 'alert', detail);
  await page.getByRole('heading', { name: 'Who do you want to talk with?' }).waitFor();
  await hasFocus(page, '.avatar:nth-child(2)');
  await watched.expectAccessible();
  await page.unroute(isSessions);
  await page.keyboard.press('Enter');
  await page.locator('#transcript li.character').first().waitFor();
  expect(await page.locator('#page-notice').isHidden()).toBe(true);
  await page.getByRole('button', { name: 'Hang up' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the transcript' }).click();
  const transcript = await readFile(await (await saved).path(), 'utf8');
  expect(transcript).toMatch(/^\w+: (Hello|Hi|I am|Good|Welcome)/);
  await page.getByRole('button', { name: 'Talk again' }).press('Enter');
  await page.locator('#transcript li.character').first().waitFor();
  expect(await page.getByRole('button', { name: 'Talk with somebody else' }).isHidden()).toBe(true);
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('button', { name: 'Talk with somebody else' }).press('Enter');
  await cards(page).first().waitFor();
});

test('a key that is deleted while somebody chooses an avatar is forgotten, and the page asks for another', async () => {
  const { id, key } = await service.client.post('/v3/api-keys', { body: { name: 'a visitor' } });
  const page = await open(undefined, key);
  await cards(page).first().waitFor();
  await service.client.delete('/v3/api-keys/{id}', { path: { id } });
  await cards(page).first().click();
  await says(page, 'alert', 'This key is not valid. It may have expired, or somebody has deleted it.');
  await hasFocus(page, '#key');
  // An empty key is not submitted.
  await page.keyboard.press('Enter');
  expect(await page.locator('#key:invalid').count()).toBe(1);
  expect(await page.evaluate(() => sessionStorage.getItem('visavis.key'))).toBeNull();
  await page.getByLabel('API key').fill(` ${TEST_API_KEY} `);
  await page.keyboard.press('Enter');
  await cards(page).first().waitFor();
});

test('the operator’s download of a model: refused, started, connection lost, stopped, and finished', async () => {
  const adminToken = (await readFile(join(service.dataDir, 'admin-token'), 'utf8')).trim();
  const operator = createVisavisClient({ baseUrl: service.url, adminToken });
  const now = await operator.get('/admin/models');
  let download: Record<string, unknown> | undefined = {
    state: 'running',
    names: ['voice'],
    bytes: 5e6,
    totalBytes: 8e7,
  };
  let isLost = false;
  const page = await open(async (one) => {
    await one.addInitScript((token) => sessionStorage.setItem('visavis.admin-token', token), adminToken);
    await one.route(isModels, async (route) => {
      if (route.request().method() === 'POST') return refuse(409, 'Another download is under way.')(route);
      if (isLost) return route.abort();
      const response = await route.fetch();
      return route.fulfill({ response, json: { ...(await response.json()), download } });
    });
  });
  // The download is already in progress when the page opens.
  await says(page, 'status', 'voice: 4.8 MiB of 76.3 MiB');
  isLost = true;
  await says(page, 'status', 'cannot be reached');
  const button = page.getByRole('button', { name: /^Download / });
  await button.waitFor();
  isLost = false;
  await button.click();
  await says(page, 'status', 'Another download is under way.');
  await page.unroute(isModels);
  await page.route(isModels, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ json: {} })
      : route.fulfill({ json: { ...now, download } }),
  );
  await button.click();
  await page.getByRole('progressbar', { name: 'Downloaded' }).waitFor();
  download = { ...download, state: 'stopped' };
  await says(page, 'status', 'The download was stopped. It continues when you start it again.');
  download = { ...download, state: 'running' };
  await button.click();
  await page.getByRole('progressbar').waitFor();
  download = undefined;
  await says(page, 'status', 'Speech recognition and voice are installed: the next conversation uses them.');
  expect(await button.isHidden()).toBe(true);
});
