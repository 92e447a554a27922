/** Tests ratings, transcripts and usage: users rate in page and widget, and the console shows and totals them. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPath } from '../support/console-page.ts';
import { PHONE, SCREENS } from '../support/phone.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useSite, useVisits } from '../support/visits.ts';

let line = '';
const { service, watched, visit } = useVisits();
const shop = useSite(
  () =>
    `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><main><h1>Shop</h1></main>${line}</html>`,
);

/** Sends a message, hangs up, and rates the conversation. */
async function talkAndRate(page: Page, said: string, thumb: string, word: string): Promise<void> {
  await page.locator('#text').fill(said);
  await page.locator('#text').press('Enter');
  await page.locator('#transcript li.user', { hasText: said }).waitFor();
  // The answer shows that the service has received the message.
  await page.locator('#transcript li.user + li.character').waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByText('How was it?').waitFor();
  await watched.expectAccessible();
  await page.getByRole('button', { name: thumb, exact: true }).click();
  await page.getByText('Thank you!').waitFor();
  await page.getByLabel('A word about it, if you like').fill(word);
  const rated = page.waitForResponse((response) => response.url().endsWith('/rating') && response.ok());
  await page.getByRole('button', { name: 'Send' }).last().click();
  await rated;
}

test('page and widget ask for feedback, which is shown with the conversations', async () => {
  await visit(`${service.url}/talk/#key=${TEST_API_KEY}`);
  await watched.page.getByRole('button', { name: 'Maya' }).click();
  await talkAndRate(watched.page, 'Where is the Lighthouse?', 'Good', 'Very kind.');
  expect(watched.complaints).toEqual([]);
  await watched.close();

  const { origin } = shop;
  const { avatars } = await service.client.get('/v1/avatars', { query: { take: 1 } });
  const embed = await service.client.post('/v3/embeds', {
    body: { name: 'Shop', characterId: avatars[0]!.id, allowedOrigins: [origin] },
  });
  line = embed.snippet;
  await visit(origin, PHONE);
  await watched.page.getByRole('button', { name: 'Talk with Maya' }).click();
  await watched.page.getByRole('button', { name: 'Start the conversation' }).click();
  await talkAndRate(watched.page, 'Do you sell nets?', 'Not good', 'Too slow.');
  expect(watched.complaints).toEqual([]);

  const { conversations } = await service.client.get('/v3/conversations');
  expect(conversations.map(({ rating, ratingComment }) => [rating, ratingComment])).toEqual([
    ['down', 'Too slow.'],
    ['up', 'Very kind.'],
  ]);
});

test.each(SCREENS)(
  'on %s conversations are found by what was said and by feedback, and usage is a chart',
  async (_name, options) => {
    const { page } = await visit(`${service.url}/console/#key=${TEST_API_KEY}`, options);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await openPath(page, '/conversations');
    const rows = page.locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByText(/“Do you sell nets\?”.* · Rating: not good “Too slow\.”/).waitFor();
    await page.getByLabel('What was said').fill('LIGHTHOUSE');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByText(/“Where is the Lighthouse\?”/).waitFor();
    await page.getByLabel('What was said').fill('100% _');
    await page.getByText('No conversation fits').waitFor();
    await page.getByLabel('What was said').fill('');
    await expect.poll(() => rows.count()).toBe(2);
    if (options === PHONE) await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Rating' }).click();
    await page.getByRole('option', { name: 'not good' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    await watched.expectAccessible();
    await rows.getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor();
    await page.getByText('not good “Too slow.”').waitFor();

    await openPath(page, '/usage');
    const chart = page.getByRole('list').filter({ hasText: 'conversation' });
    const bars = chart.getByRole('listitem');
    await bars.getByText(/in 2 conversations/).waitFor();
    await page.getByText('Avatar', { exact: true }).click();
    await bars
      .filter({ hasText: 'Maya' })
      .getByText(/in 2 conversations/)
      .waitFor();
    await page.getByText('Embed', { exact: true }).click();
    await bars
      .filter({ hasText: 'Shop' })
      .getByText(/in 1 conversation/)
      .waitFor();
    await page.getByRole('cell', { name: 'visitors of Shop' }).waitFor();
    // No price is set, so no charge is shown.
    expect(await page.getByText('Charge (currency units)').count()).toBe(0);
    await watched.expectAccessible();
    expect(watched.complaints).toEqual([]);
  },
);
