/** Tests a knowledge base in the console, on a phone. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPath } from '../support/console-page.ts';
import { ConsoleVisits } from '../support/console-visits.ts';
import { MUSEUM } from '../support/museum.ts';
import { PHONE, SCREENS } from '../support/phone.ts';
import { poll } from '../support/poll.ts';

const visits = new ConsoleVisits();

test('a knowledge base shows its contents; a file of another type is refused; text and passages are shown', async () => {
  const page = await visits.open(PHONE);
  await openPath(page, '/knowledge');
  await page.getByLabel('Name').fill('Handbook');
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
  // Only one form is open at a time, and typed text is kept.
  const website = page.getByLabel('Address of the website');
  await page.getByRole('button', { name: 'Read a website' }).click();
  await website.waitFor();
  expect(await page.getByRole('textbox', { name: 'Name of the document' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Type or paste text' }).click();
  await website.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Text of Dogs.md' }).waitFor();
  // The extracted text of the document, and the passages that a query finds.
  await page.getByRole('button', { name: 'Text of museum.md' }).click();
  const text = page.getByRole('dialog', { name: 'museum.md' });
  await text.getByText(MUSEUM.fact).first().waitFor();
  await visits.watched.expectAccessible();
  await text.getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Question').fill(MUSEUM.question);
  await page.getByRole('button', { name: 'Search' }).click();
  const found = page.getByRole('region', { name: 'Passages found' });
  await found.getByText(MUSEUM.fact).first().waitFor();
  await found.getByText('best match').waitFor();
  // The words of the question, in the order of the passage.
  expect(await found.locator('mark').allTextContents()).toEqual(['ship', 'Margareta', 'long']);
  await found.getByText('Each passage is compared with the best one.', { exact: false }).waitFor();
  await openPath(page, '/knowledge');
  await page.getByText('Hours and prices of the museum.').waitFor();
  await visits.watched.expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(visits.watched.complaints).toEqual([]);
});

test('the form of an avatar says which documents are being read, are ready or have failed, by itself', async () => {
  const page = await visits.open(PHONE);
  const { client } = visits.service;
  const { id } = await client.post('/v3/knowledge-bases', { body: { name: 'Harbour' } });
  for (const [name, mimeType, content] of [
    ['harbour.md', 'text/markdown', MUSEUM.text],
    ['broken.pdf', 'application/pdf', '%PDF-1.4'],
  ] as const)
    await client.uploadDocument(id, { name, mimeType, content });
  await poll(
    'both documents',
    () => client.get('/v3/knowledge-bases/{id}', { path: { id } }),
    ({ documents }) => documents.every(({ status }) => status === 'indexed' || status === 'failed'),
  );
  let isRead = false;
  await page.route('**/v3/knowledge-bases?*', async (route) => {
    const json = (await (await route.fetch()).json()) as {
      items: { documents: { name: string; status: string }[] }[];
    };
    for (const { documents } of json.items)
      for (const document of documents)
        if (document.name === 'harbour.md' && !isRead) document.status = 'indexing';
    await route.fulfill({ json });
  });
  await openPath(page, '/avatars/new');
  await page.getByRole('combobox', { name: 'Answers from' }).click();
  await page.getByRole('option', { name: 'Harbour' }).click();
  await page.getByText('2 documents, 0 ready').waitFor();
  await page.getByText('harbour.md: being read').waitFor();
  await page.getByText('broken.pdf: failed – The file is damaged.').waitFor();
  await visits.watched.expectAccessible();
  isRead = true;
  await page.getByText('2 documents, 1 ready').waitFor();
  expect(await page.getByText('harbour.md: being read').count()).toBe(0);
  expect(visits.watched.complaints).toEqual([]);
});

test('documents can be added to a new avatar without leaving its form, and what is typed in it stays', async () => {
  const page = await visits.open(PHONE);
  const { client } = visits.service;
  await openPath(page, '/avatars/new');
  await page.getByLabel('Name').first().fill('Doorman');
  await page.getByRole('button', { name: 'Maya' }).click();
  await page.getByRole('button', { name: 'New knowledge base' }).click();
  const dialog = page.getByRole('dialog', { name: 'New knowledge base' });
  await dialog.getByLabel('Documents').setInputFiles([
    { name: 'doors.md', mimeType: 'text/markdown', buffer: Buffer.from(MUSEUM.text) },
    { name: 'virus.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') },
    { name: 'draft.md', mimeType: 'text/markdown', buffer: Buffer.from('Not meant.') },
  ]);
  for (const name of ['doors.md', 'virus.exe']) await dialog.getByText(name, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Leave out draft.md' }).click();
  await dialog.getByText('draft.md', { exact: true }).waitFor({ state: 'detached' });
  await visits.watched.expectAccessible();
  await dialog.getByLabel('Name').press('Enter');
  await dialog.getByRole('alert').filter({ hasText: 'virus.exe' }).waitFor();
  await visits.watched.expectAccessible();
  // Enter in the dialog does not submit the form behind it.
  const named = async () =>
    (await client.get('/v1/avatars', { query: { take: 50 } })).avatars.find(({ name }) => name === 'Doorman');
  expect(await named()).toBeUndefined();
  await dialog.getByText('Close', { exact: true }).click();
  expect(await page.getByRole('combobox', { name: 'Answers from' }).inputValue()).toBe('doors');
  await page.getByRole('button', { name: 'Make the avatar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Doorman' }).waitFor();
  const { items } = await client.get('/v3/knowledge-bases', { query: { take: 50 } });
  const made = items.find(({ name }) => name === 'doors');
  expect(made?.documents.map(({ name }) => name)).toEqual(['doors.md']);
  expect((await named())?.agent?.knowledgeBaseId).toBe(made?.id);
  expect(visits.watched.complaints).toEqual([]);
});

test.each(SCREENS)(
  'on %s an upload shows its progress, and leaves nothing in the service if it is cancelled',
  async (_name, options) => {
    const { client, dataDir } = visits.service;
    const { id } = await client.post('/v3/knowledge-bases', { body: { name: 'Long reads' } });
    const page = await visits.open(options);
    await openPath(page, `/knowledge/${id}`);
    const documents = page.getByLabel('Documents');
    await documents.waitFor({ state: 'attached' });
    const files = async () =>
      (await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true })).filter((one) =>
        one.isFile(),
      );
    const before = (await files()).length;
    // Slow enough that the upload would take minutes.
    const line = await page.context().newCDPSession(page);
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 64 * 1024,
    });
    await documents.setInputFiles([
      { name: 'long.txt', mimeType: 'text/plain', buffer: Buffer.alloc(16 * 2 ** 20, 'long ') },
      { name: 'short.txt', mimeType: 'text/plain', buffer: Buffer.from('short') },
    ]);
    const progress = page.getByRole('progressbar', {
      name: /^Sending long.txt: [1-9][\d.]* [KM]iB of 16.0 MiB$/,
    });
    await progress.waitFor();
    await poll('a part of it in the service', files, (found) => found.length > before);
    await visits.watched.expectAccessible();
    await page.getByRole('button', { name: 'Cancel' }).click();
    // The upload of the next file continues.
    await page.getByRole('button', { name: 'Text of short.txt' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    const left = await client.get('/v3/knowledge-bases/{id}', { path: { id } });
    expect(left.documents.map(({ name }) => name)).toEqual(['short.txt']);
    await poll('nothing of it in the service', files, (found) => found.length === before + 1);
    expect(visits.watched.complaints).toEqual([]);
  },
);
