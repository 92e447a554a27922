/** Tests unsaved text in the console: a user who leaves it is asked for confirmation first. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { askForPath, openAddForm, openPath } from '../support/console-page.ts';
import { ConsoleVisits } from '../support/console-visits.ts';
import { SCREENS } from '../support/phone.ts';

const ADMIN_TOKEN = 'the-admin-token-of-this-test';
const visits = new ConsoleVisits({ env: { VISAVIS_ADMIN_TOKEN: ADMIN_TOKEN } });

async function open(options = {}) {
  const page = await visits.open(options);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return page;
}

const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const headingOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** Whether the browser would ask for confirmation when the tab is closed. */
const asksAtUnload = (page: Page) =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));

async function stay(page: Page): Promise<void> {
  await questionOf(page).getByRole('button', { name: 'Stay' }).click();
  await questionOf(page).waitFor({ state: 'detached' });
}

async function leave(page: Page): Promise<void> {
  await questionOf(page).getByRole('button', { name: 'Leave without saving' }).click();
  await questionOf(page).waitFor({ state: 'detached' });
}

test.each(SCREENS)(
  'on %s a link, the back button, an address and signing out ask before unsaved input is lost',
  async (_name, options) => {
    const page = await open(options);
    const openMenu = async () => {
      const menu = page.getByRole('button', { name: 'Menu' });
      if (await menu.isVisible()) await menu.click();
    };
    const follow = async (name: string) => {
      await openMenu();
      await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    };
    await follow('Webhooks');
    await headingOf(page, 'Webhooks').waitFor();
    // Nothing was typed, so there is no question.
    await follow('Tools');
    await headingOf(page, 'Tools').waitFor();
    await openAddForm(page);
    const name = page.getByLabel('Name');
    await name.fill('book_table');

    await follow('Webhooks');
    await questionOf(page).waitFor();
    await visits.watched.expectAccessible();
    await stay(page);
    expect(await name.inputValue()).toBe('book_table');
    await page.waitForURL(/#\/tools$/);

    await page.evaluate(() => history.back());
    await questionOf(page).waitFor();
    await page.keyboard.press('Escape');
    await questionOf(page).waitFor({ state: 'detached' });
    await page.waitForURL(/#\/tools$/);

    await askForPath(page, '/keys');
    await stay(page);
    await page.waitForURL(/#\/tools$/);
    expect(await name.inputValue()).toBe('book_table');

    await openMenu();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await stay(page);
    const [asked] = await Promise.all([
      page.waitForEvent('dialog'),
      page.evaluate(() => setTimeout(() => location.reload())),
    ]);
    expect(asked.type()).toBe('beforeunload');
    await asked.dismiss();
    expect(await name.inputValue()).toBe('book_table');

    await page.evaluate(() => history.back());
    await leave(page);
    await headingOf(page, 'Webhooks').waitFor();
    await page.waitForURL(/#\/webhooks$/);
    await follow('Tools');
    expect(await name.inputValue()).toBe('');
    // A field that is emptied again contains nothing to lose.
    await name.fill('book_table');
    await name.fill('');
    await follow('Webhooks');
    await headingOf(page, 'Webhooks').waitFor();
    expect(visits.watched.complaints).toEqual([]);
  },
);

test('every form asks before unsaved input is lost, and so does closing the tab', async () => {
  const page = await open();
  for (const [path, title, label] of [
    ['/avatars/new', 'New avatar', 'Greeting'],
    ['/knowledge', 'Knowledge', 'Name'],
    ['/tools', 'Tools', 'Address'],
    ['/webhooks', 'Webhooks', 'Address'],
    ['/keys', 'Keys and tokens', 'New API key'],
    ['/keys', 'Keys and tokens', 'User'],
  ] as const) {
    await openPath(page, path);
    await openAddForm(page);
    const field = page.getByLabel(label).first();
    await field.fill('something');
    await askForPath(page, '/usage');
    await stay(page);
    await headingOf(page, title).waitFor();
    expect(await field.inputValue(), label).toBe('something');
    expect(await asksAtUnload(page), label).toBe(true);
    await askForPath(page, '/usage');
    await leave(page);
    await headingOf(page, 'Usage').waitFor();
    expect(await asksAtUnload(page), label).toBe(false);
  }
  expect(visits.watched.complaints).toEqual([]);
});

test('after saving, nothing asks: neither a form that adds something nor one that leads to what it created', async () => {
  const page = await open();
  await openPath(page, '/webhooks');
  await openAddForm(page);
  await page.getByLabel('Address').fill('https://shop.example/hook');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText('Copy this secret now').waitFor();
  await openPath(page, '/keys');
  await openAddForm(page);
  await page.getByLabel('New API key').fill('a till');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText('Copy this key now').waitFor();
  await page.getByLabel('User').fill('ada');
  await page.getByRole('button', { name: 'Make' }).click();
  await page.getByText(/^Valid until .+\.$/).waitFor();
  await openPath(page, '/knowledge');
  await openAddForm(page);
  await page.getByLabel('Name').fill('Handbook');
  await page.getByRole('button', { name: 'Create' }).click();
  await headingOf(page, 'Handbook').waitFor();
  const { client } = visits.service;
  const { faces } = await client.get('/v3/faces', { query: { take: 1 } });
  const { id } = await client.post('/v3/characters', { body: { name: 'Waiter', faceId: faces[0]!.id } });
  await openPath(page, `/characters/${id}`);
  await headingOf(page, 'Waiter').waitFor();
  await page.getByLabel('In a few words').fill('Brings the soup.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('You talk with the saved version.').waitFor({ state: 'detached' });
  await openPath(page, '/avatars/new');
  await page.getByLabel('Name').fill('Host');
  await page.getByRole('button', { name: 'maya' }).click();
  await page.getByRole('button', { name: 'Make the avatar' }).click();
  await headingOf(page, 'Host').waitFor();
  await openPath(page, '/usage');
  await headingOf(page, 'Usage').waitFor();
  expect(visits.watched.complaints).toEqual([]);
});

test('the dialog of an embed asks on Escape, on its close button and on a click outside, once something is typed', async () => {
  const page = await open();
  await openPath(page, '/embeds');
  const dialog = page.getByRole('dialog', { name: 'New embed' });
  const shut = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(8, 300),
  ];
  const show = async () => {
    await page.getByRole('button', { name: 'New embed' }).first().click();
    await dialog.getByLabel('Name').waitFor();
  };
  for (const close of shut) {
    await show();
    await close();
    await dialog.waitFor({ state: 'detached' });
  }
  await show();
  await dialog.getByLabel('Greeting').fill('Hello.');
  for (const close of shut) {
    await close();
    await questionOf(page).waitFor();
    await visits.watched.expectAccessible();
    await page.keyboard.press('Escape');
    await questionOf(page).waitFor({ state: 'detached' });
    expect(await dialog.getByLabel('Greeting').inputValue()).toBe('Hello.');
  }
  await shut[0]!();
  await leave(page);
  await dialog.waitFor({ state: 'detached' });
  expect(visits.watched.complaints).toEqual([]);
});

test('the form of an organization asks when it is closed, and when the operator signs out', async () => {
  const page = await visits.open({}, '/organizations');
  await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
  await page.getByRole('button', { name: 'Continue' }).click();
  const change = page.getByRole('button', { name: /^Change / });
  const most = page.getByLabel('Conversations at a time');
  await change.click();
  await most.fill('7');
  await change.click();
  await stay(page);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await stay(page);
  expect(await most.inputValue()).toBe('7');
  await change.click();
  await leave(page);
  await most.waitFor({ state: 'detached' });
  // The page may be left without a question, as its other field was never edited.
  await openPath(page, '/models');
  await headingOf(page, 'Speech').waitFor();
  expect(visits.watched.complaints).toEqual([]);
});
