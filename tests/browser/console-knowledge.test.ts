/** A knowledge base in the console, on a phone. */
import { expect, test } from 'vitest';
import { openPath } from '../support/console-page.ts';
import { ConsoleVisits } from '../support/console-visits.ts';
import { MUSEUM } from '../support/museum.ts';
import { PHONE } from '../support/phone.ts';

const visits = new ConsoleVisits();

test('a knowledge base says what it holds; a file of another type is refused; text and passages are shown', async () => {
  const page = await visits.open(PHONE);
  await openPath(page, '/knowledge');
  await page.getByLabel('New knowledge base').fill('Handbook');
  await page.getByLabel('What it holds').fill('Hours and prices of the museum.');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'Handbook' }).waitFor();
  await page.getByText('Hours and prices of the museum.').waitFor();
  await page.getByLabel('Documents').setInputFiles([
    { name: 'museum.md', mimeType: 'text/markdown', buffer: Buffer.from(MUSEUM.text) },
    { name: 'virus.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
  ]);
  await page.getByRole('button', { name: 'Text of museum.md' }).waitFor();
  await page.getByRole('alert').filter({ hasText: 'virus.exe' }).waitFor();
  await page.getByRole('button', { name: 'Type or paste text' }).click();
  await page.getByRole('textbox', { name: 'Name of the document' }).fill('Dogs');
  await page
    .getByRole('textbox', { name: 'Text', exact: true })
    .fill('# Dogs\n\nDogs may come in on Mondays, on a lead.');
  await visits.watched.expectAccessible();
  // What was typed is there again.
  await page.locator('main form').getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Type or paste text' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Text of Dogs.md' }).waitFor();
  // The text that was extracted from it, and the passages that a question finds.
  await page.getByRole('button', { name: 'Text of museum.md' }).click();
  const text = page.getByRole('dialog', { name: 'museum.md' });
  await text.getByText(MUSEUM.fact).first().waitFor();
  await visits.watched.expectAccessible();
  await text.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Question').fill(MUSEUM.question);
  await page.getByRole('button', { name: 'Search' }).click();
  const found = page.getByRole('region', { name: 'Passages found' });
  await found.getByText(MUSEUM.fact).first().waitFor();
  await found
    .getByText(/^score /)
    .first()
    .waitFor();
  await openPath(page, '/knowledge');
  await page.getByText('Hours and prices of the museum.').waitFor();
  await visits.watched.expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(visits.watched.complaints).toEqual([]);
});
