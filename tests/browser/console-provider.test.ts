/** Nobody is asked for a provider whom they have not chosen: an avatar is answered by what this service has. */
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { openPath } from '../support/console-page.ts';
import { PHONE } from '../support/phone.ts';
import { type Service, startService, TEST_API_KEY } from '../support/service.ts';
import { openWatched, type WatchedPage } from '../support/watched-page.ts';

let service: Service;
let browser: Browser;
let watched: WatchedPage;
beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), launchBrowser()]);
});
afterEach(() => watched?.close());
afterAll(async () => {
  await browser?.close();
  await service?.dispose();
});

test.each([
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['a phone in the dark', PHONE],
])(
  'a new avatar on %s has what this service has, which is named; another one can be chosen',
  async (_name, options) => {
    watched = await openWatched(browser, `${service.url}/console/#key=${TEST_API_KEY}`, options);
    const { page } = watched;
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await openPath(page, '/avatars/new');
    const provider = page.getByRole('combobox', { name: 'Provider' });
    await expect.poll(() => provider.inputValue()).toBe('What this service has (now the offline demo)');
    await page.getByLabel('Name').first().fill('Guide');
    await page.getByRole('button', { name: 'maya' }).click();
    await watched.expectAccessible();
    await page.getByRole('button', { name: 'Make the avatar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Guide' }).waitFor();
    const { avatars } = await service.client.get('/v1/avatars', { query: { take: 1 } });
    expect(avatars[0]!.agent).toMatchObject({ anyProvider: true });
    const { session } = await service.client.post('/v1/sessions', {
      body: { name: 'Try', avatar: { id: avatars[0]!.id }, consumerIdentity: { identity: 'visitor' } },
    });
    const { timeline } = await service.client.get('/v3/conversations/{id}', { path: { id: session.id } });
    const warnings = timeline.filter(({ type }) => type === 'warning').map(({ content }) => content);
    expect(warnings.join()).not.toMatch(/_API_KEY/);

    await provider.click();
    await page.getByRole('option', { name: 'OpenAI Realtime' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Guide is saved.').waitFor();
    const saved = await service.client.get('/v1/avatars/{id}', { path: { id: avatars[0]!.id } });
    expect(saved.agent).toMatchObject({ anyProvider: false, provider: 'openai' });
    expect(await provider.inputValue()).toBe('OpenAI Realtime');
    expect(watched.complaints).toEqual([]);
  },
);

test('the people of the gallery name no provider', async () => {
  const { avatars } = await service.client.get('/v1/avatars', { query: { take: 50 } });
  expect(avatars.filter(({ name }) => name !== 'Guide').map(({ agent }) => agent!.anyProvider)).not.toContain(
    false,
  );
});
