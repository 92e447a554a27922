import { expect, test } from 'vitest';
import { PHONE, SCREENS } from '../support/phone.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useVisits } from '../support/visits.ts';

/** One page of each kind: start, guide with tables and code, reference, generated tables, a decision. */
const PAGES = ['', 'quick-start', 'guides/tools', 'api', 'api/webhooks', 'error-codes', 'decisions/memory'];

const { service, watched, visit } = useVisits();

const open = async (path: string, options = {}) => {
  await visit(`${service.url}/docs/${path}`, options);
  return watched.page;
};

test.each(SCREENS)(
  'the documentation on %s: no axe violation, no error, nothing too wide',
  async (_name, options) => {
    const page = await open('', options);
    for (const path of PAGES) {
      await page.goto(`${service.url}/docs/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await watched.expectAccessible();
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(tooWide, path).toBeLessThanOrEqual(0);
    }
    expect(watched.complaints).toEqual([]);
  },
);

test('a search by keyboard leads to the right heading', async () => {
  const page = await open('');
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('searchbox').fill('signature webhook');
  await dialog.getByRole('link', { name: 'Receive it' }).waitFor();
  await dialog.getByRole('searchbox').fill('start conversation');
  await dialog
    .getByRole('link', { name: /^Start conversation/ })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/docs\/api\/\w+#start\w+$/);
  expect(watched.complaints).toEqual([]);
});

test.each([
  ['own model', 'Your own model server'],
  ['own voice', 'A natural voice'],
  ['record', 'What there is to keep'],
  ['sign-in', 'Console'],
  ['delete data', 'Erase a user'],
  ['GDPR', 'Erase a user'],
  ['barge-in', 'Speech recognition'],
  ['photo', 'A picture of your own'],
  ['GPU', 'What one conversation costs'],
  ['function calling', 'Tools'],
])('a search for "%s" finds the guide first', async (words, title) => {
  const page = await open('');
  await page.keyboard.press('/');
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('searchbox').fill(words);
  expect(await dialog.getByRole('link').first().textContent()).toContain(title);
});

test('the menu on a phone opens and leads to pages, and the choice of colours is remembered', async () => {
  const page = await open('', PHONE);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Concepts' }).click();
  // Until the page has loaded, its script is missing and the button does nothing.
  await page.waitForURL(/\/docs\/concepts$/);
  await page.getByRole('heading', { level: 1, name: 'Concepts' }).waitFor();
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const dark = await ground();
  await page.getByRole('button', { name: /light and dark/ }).click();
  expect(await ground()).not.toBe(dark);
  const light = await ground();
  await page.reload();
  expect(await ground()).toBe(light);
  expect(watched.complaints).toEqual([]);
});

test("the reference sends a call with the reader's key, and shows the answer", async () => {
  const page = await open('api/avatars#listavatars');
  const operation = page.getByRole('region', { name: 'List avatars' });
  await operation.getByRole('button', { name: 'Python' }).click();
  expect(await operation.locator('.sample:visible code').textContent()).toContain('requests.get(');
  await operation.getByRole('button', { name: 'Try it' }).click();
  const form = operation.getByRole('form', { name: 'Try: List avatars' });
  await form.getByLabel('API key').fill('vv_wrong');
  await form.getByRole('button', { name: 'Send GET' }).click();
  await form.getByRole('status').filter({ hasText: /^401 / }).waitFor();
  await form.getByLabel('API key').fill(TEST_API_KEY);
  await form.getByRole('button', { name: 'Send GET' }).click();
  await form.getByRole('status').filter({ hasText: /^200 / }).waitFor();
  expect(JSON.parse((await form.locator('pre').textContent())!)).toMatchObject({
    skip: 0,
    avatars: [{ identity: 'maya' }],
  });
  // Another operation uses the same language and key.
  const other = page.getByRole('region', { name: 'List voices' });
  expect(await other.locator('.sample:visible code').textContent()).toContain('requests.get(');
  await other.getByRole('button', { name: 'Try it' }).click();
  expect(await other.getByLabel('API key').inputValue()).toBe(TEST_API_KEY);
});

test('old addresses below /docs still lead to the page and to operations', async () => {
  await open('../docs#/sessions/startSession');
  await watched.page.waitForURL(/\/docs\/api\/conversations#startsession$/);
  await open('../docs#/sessions/constructor');
  await watched.page.waitForURL(/\/docs\/api$/);
});
