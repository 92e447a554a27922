/** Tests the form of an embed, which previews what visitors will see while the user types. */
import { expect, test } from 'vitest';
import { openPath } from '../support/console-page.ts';
import { ConsoleVisits } from '../support/console-visits.ts';
import { PHONE } from '../support/phone.ts';

const visits = new ConsoleVisits();

test.each([
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['a phone in the dark', PHONE],
])(
  'on %s an embed is previewed before it is saved, follows what is typed, and can be talked to',
  async (_name, options) => {
    const page = await visits.open(options);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await openPath(page, '/embeds');
    await page.getByRole('button', { name: 'New embed' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Choose an avatar. Its button').waitFor();
    await dialog.getByRole('combobox', { name: 'Avatar' }).click();
    await page.getByRole('option', { name: 'Maya' }).click();
    const [button, widget] = [0, 1].map((n) => dialog.locator('visavis-avatar').nth(n));
    await expect.poll(() => button!.locator('#launcher-text').textContent()).toBe('Talk with Maya');
    await dialog.getByLabel('Title').fill('Our guide');
    await expect.poll(() => button!.locator('#launcher-text').textContent()).toBe('Talk with Our guide');
    await dialog.getByRole('textbox', { name: 'Colour' }).fill('#ffcc00');
    await expect
      .poll(() => widget!.locator('#start').evaluate((start) => getComputedStyle(start).backgroundColor))
      .toBe('rgb(255, 204, 0)');
    await dialog.getByRole('combobox', { name: 'Widget’s language' }).click();
    await page.getByRole('option', { name: 'German' }).click();
    await expect.poll(() => button!.locator('#launcher-text').textContent()).toBe('Mit Our guide sprechen');
    await widget!.getByRole('button', { name: 'Gespräch beginnen' }).waitFor();
    await visits.watched.expectAccessible();
    await widget!.getByRole('button', { name: 'Gespräch beginnen' }).click();
    await widget!.getByRole('button', { name: 'Auflegen' }).click();
    expect(visits.watched.complaints).toEqual([]);
  },
);

test('the page of an avatar, just made, links to its embed, whose preview stays visible', async () => {
  const page = await visits.open({ viewport: { width: 1280, height: 800 } });
  await openPath(page, '/avatars');
  await page.getByRole('link', { name: 'Daniel' }).waitFor();
  // The list that was read before does not have the one who is made now.
  await page.getByRole('link', { name: 'New avatar' }).click();
  await page.getByLabel('Name').first().fill('Porter');
  await page.getByRole('button', { name: 'Daniel' }).click();
  await page.getByRole('button', { name: 'Make the avatar' }).click();
  await page.getByRole('link', { name: 'Put it on your website' }).click();
  const dialog = page.getByRole('dialog');
  await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('Porter');
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Avatar' }).inputValue()).toBe('Porter');
  // An address as people write it, without a scheme and with a path.
  await dialog.getByLabel('Websites that may show it').fill('shop.example/contact');
  const day = dialog.getByLabel('Longest time a day');
  expect(await day.inputValue()).toBe('3 600 s');
  await dialog.getByText('That is 1 h.').waitFor();
  await day.fill('90');
  expect(await day.inputValue()).toBe('90 s');
  await dialog.getByText('That is 1 min 30 s.').waitFor();
  const launcher = dialog.locator('visavis-avatar').first();
  await expect
    .poll(() => launcher.evaluate((element) => element.getBoundingClientRect().top))
    .toBeGreaterThan(0);
  await visits.watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Porter on https://shop.example.').waitFor();
  // The line has the address of this test's service, which only this machine has.
  await page.getByText('This address works only on this machine.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).hash).toBe('#/embeds');
  expect(visits.watched.complaints).toEqual([]);
});

test('an address that others can open has no note that only this machine can', async () => {
  const { client } = visits.service;
  const { avatars } = await client.get('/v1/avatars', { query: { take: 1 } });
  await client.post('/v3/embeds', {
    body: { name: 'Public', characterId: avatars[0]!.id, allowedOrigins: ['https://shop.example'] },
  });
  const page = await visits.open();
  await page.route('**/v3/embeds?*', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replaceAll(
      /http:[^"\\]+\/embed\.js/g,
      'https://avatars.example/embed.js',
    );
    await route.fulfill({ response: answer, body: text });
  });
  await openPath(page, '/embeds');
  await page.getByText('https://avatars.example/embed.js').first().waitFor();
  expect(await page.getByText('This address works only on this machine.').count()).toBe(0);
});

test('what visitors see is tried in the colours that are chosen in the console, unless the embed sets its own', async () => {
  const page = await visits.open({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' });
  await openPath(page, '/avatars');
  await page.getByRole('link', { name: 'Daniel' }).click();
  const widget = page.locator('visavis-avatar');
  const ground = () => widget.locator('#panel').evaluate((panel) => getComputedStyle(panel).colorScheme);
  await expect.poll(ground).toBe('light');
  await page.getByRole('button', { name: 'Switch to dark colours' }).click();
  await expect.poll(ground).toBe('dark');
  await visits.watched.expectAccessible();
  await openPath(page, '/embeds');
  await page.getByRole('button', { name: 'New embed' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Avatar' }).click();
  await page.getByRole('option', { name: 'Maya' }).click();
  const preview = dialog.locator('visavis-avatar').nth(1);
  await expect.poll(() => preview.getAttribute('theme')).toBe('dark');
  await dialog.getByRole('combobox', { name: 'Light or dark' }).click();
  await page.getByRole('option', { name: 'light', exact: true }).click();
  await expect.poll(() => preview.getAttribute('theme')).toBe('light');
  expect(visits.watched.complaints).toEqual([]);
});
