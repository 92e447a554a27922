/** Tests the console in languages other than English. */
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openPath } from '../support/console-page.ts';
import { PHONE } from '../support/phone.ts';
import { makeInUse } from '../support/records-in-use.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useVisits } from '../support/visits.ts';

const PAGES = {
  '/': { de: 'Übersicht', ja: '概要' },
  '/avatars': { de: 'Avatare', ja: 'アバター' },
  '/avatars/new': { de: 'Neuer Avatar', ja: '新しいアバター' },
  '/knowledge': { de: 'Wissen', ja: 'ナレッジ' },
  '/model-servers': { de: 'Modelle und Stimmen', ja: 'モデルと音声' },
  '/tools': { de: 'Tools', ja: 'ツール' },
  '/embeds': { de: 'Einbettungen', ja: '埋め込み' },
  '/conversations': { de: 'Gespräche', ja: '会話' },
  '/usage': { de: 'Nutzung', ja: '利用状況' },
  '/memories': { de: 'Erinnerungen', ja: '記憶' },
  '/webhooks': { de: 'Webhooks', ja: 'Webhook' },
  '/start': { de: 'Erste Schritte', ja: 'はじめに' },
  '/keys': { de: 'Schlüssel und Token', ja: 'キーとトークン' },
  '/no-such-page': { de: 'Diese Seite gibt es nicht', ja: 'このページはありません' },
} as const;

const { service, watched, visit } = useVisits(undefined, 'silent');
const open = (locale: string, options = {}) =>
  visit(`${service.url}/console/#key=${TEST_API_KEY}`, { ...options, locale });

// Fills the lists.
beforeAll(async () => {
  const { client } = service;
  const { avatar } = await makeInUse(client);
  await client.post('/v3/webhooks', {
    body: { url: 'https://shop.example/hook', eventTypes: ['conversation.ended'] },
  });
  await client.post('/v1/sessions', {
    body: { name: 'A talk', avatar: { id: avatar.id }, consumerIdentity: { identity: 'ada' } },
  });
});

test.each(['de', 'ja'] as const)(
  'every page in %s on a phone: has its heading, no axe violation, nothing too wide, no placeholder left unfilled',
  async (language) => {
    const { page } = await open(language, PHONE);
    expect(await page.locator('html').getAttribute('lang')).toBe(language);
    for (const [path, titles] of Object.entries(PAGES)) {
      await openPath(page, path);
      await page.getByRole('heading', { level: 1, name: titles[language], exact: true }).waitFor();
      await page.locator('main [aria-busy]').waitFor({ state: 'detached' });
      await watched.expectAccessible();
      // The header is fixed, so it could be too wide without widening the page.
      const tooWide = await page.evaluate(() =>
        [document.documentElement, document.querySelector('header')!]
          .map((element) => element.scrollWidth - innerWidth)
          .filter((by) => by > 0),
      );
      expect(tooWide, path).toEqual([]);
      // `{{name}}` is meant for authors of instructions, and `source={source}` is an example.
      expect(await page.locator('main').textContent(), path).not.toMatch(/(?<![={])\{\w+\}/);
    }
    expect(watched.complaints).toEqual([]);
  },
);

/** Waits until a match is visible; a closed list may contain another one. */
const shown = (texts: Locator) => texts.filter({ visible: true }).first().waitFor();

test('built-in resources are named in the language of the page', async () => {
  const { page } = await open('de-DE');
  // Until then the URL still contains the key.
  await page.getByRole('heading', { level: 1, name: 'Übersicht', exact: true }).waitFor();
  await openPath(page, '/webhooks');
  await shown(page.getByText('Gespräch beendet', { exact: true }));
  expect(await page.locator('main').textContent()).not.toContain('conversation.ended');
  await openPath(page, '/avatars');
  await shown(page.getByText(/^Warm und aufmerksam/));
  await page.goto(`${service.url}/talk/`);
  await shown(page.getByText(/^Warm und aufmerksam/));
});

test('a conversation of the talk page is described in the language of the page', async () => {
  const { avatars } = await service.client.get('/v1/avatars', { query: { take: 1 } });
  const { session } = await service.client.post('/v1/sessions', {
    body: {
      name: `Talk page: ${avatars[0]!.name}`,
      avatar: { id: avatars[0]!.id },
      consumerIdentity: { identity: 'talk-1', name: 'You' },
    },
  });
  await service.client.patch('/v1/sessions/{id}/stop', { path: { id: session.id } });
  const { page } = await open('de-DE');
  await page.getByRole('heading', { level: 1, name: 'Übersicht', exact: true }).waitFor();
  await openPath(page, '/conversations');
  await shown(page.getByText('Besucher der Gesprächsseite'));
  await page.getByRole('link', { name: `Gesprächsseite: ${avatars[0]!.name}` }).click();
  await shown(page.getByText('Das Gespräch wurde angelegt.'));
  await shown(page.getByText('Dieser Dienst hat noch kein Modell, also antwortet die Offline-Demo.'));
  expect(watched.complaints).toEqual([]);
});

test('shows the error of a field in the language of the page, and unfolds its part of the form', async () => {
  const { page } = await open('de-DE');
  await page.getByRole('heading', { level: 1, name: 'Übersicht', exact: true }).waitFor();
  await openPath(page, '/avatars/new');
  const part = page.getByText('Pausen und Unterbrechungen');
  await page.getByLabel('Name').first().fill('Portier');
  await page.getByRole('button', { name: 'Ada' }).click();
  await part.click();
  await page.getByLabel('Kürzeste Stille').fill('5000');
  await page.getByLabel('Längste Stille').fill('300');
  await part.click();
  expect(await page.getByLabel('Längste Stille').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Avatar anlegen' }).click();
  await page.getByText('Längste Stille: darf nicht kürzer sein als die kürzeste Stille, 5000 ms').waitFor();
  await expect
    .poll(() => page.getByLabel('Längste Stille').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await watched.expectAccessible();
});

test('uses the language of the browser, or the one that was chosen, which it remembers', async () => {
  const { page } = await open('pt-PT');
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  await heading('Visão geral');
  await page.getByRole('combobox', { name: 'Idioma' }).selectOption({ label: 'Deutsch' });
  await heading('Übersicht');
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  await page.reload();
  await heading('Übersicht');
  await page.goto(`${service.url}/talk/`);
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
});

test('falls back to English for a language without texts, and to the main language for a regional one', async () => {
  const { page } = await open('nl-NL');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await watched.close();
  await open('es-MX');
  await watched.page.getByRole('heading', { name: 'Resumen' }).waitFor();
});

test('falls back to English if the browser names no valid language, as Chromium does on a machine without a locale', async () => {
  const { page } = await open('en-US');
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'languages', { get: () => ['en-US@posix', 'de_DE.UTF-8'] }),
  );
  await page.reload();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.goto(`${service.url}/talk/`);
  await page.locator('button.avatar').first().waitFor();
  expect(watched.complaints).toEqual([]);
});
