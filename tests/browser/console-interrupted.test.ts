/** Work in the console that something interrupts: nothing that was typed is lost. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { openPath } from '../support/console-page.ts';
import { poll } from '../support/poll.ts';
import { type Service, startService, TEST_API_KEY } from '../support/service.ts';
import { openWatched, type WatchedPage } from '../support/watched-page.ts';

let service: Service;
let browser: Browser;
let watched: WatchedPage;
beforeAll(async () => {
  service = await startService();
  browser = await launchBrowser();
});
afterEach(() => watched?.close());
afterAll(async () => {
  await browser?.close();
  await service?.dispose();
});

const open = async () => {
  watched = await openWatched(browser, `${service.url}/console/#key=${TEST_API_KEY}`);
  return watched.page;
};

/** Fills in the form of a tool, and does not send it. */
async function typeTool(page: Page): Promise<void> {
  await openPath(page, '/tools');
  await page.getByLabel('Name').fill('book_table');
  await page.getByLabel('What it does, and when to call it').fill('Books a table.');
  await page.getByLabel('Address').fill('https://restaurant.example/book');
}

test('when a key is revoked in the middle of work, the console asks for another, and nothing typed is lost', async () => {
  const { id, key } = await service.client.post('/v3/api-keys', { body: { name: 'a colleague' } });
  watched = await openWatched(browser, `${service.url}/console/#key=${key}`);
  const { page } = watched;
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await typeTool(page);
  await service.client.delete('/v3/api-keys/{id}', { path: { id } });
  await page.getByRole('button', { name: 'Add' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('API key').fill(TEST_API_KEY);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Name').inputValue()).toBe('book_table');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText('Copy this secret now').waitFor();
});

test('when two tabs edit one avatar, the later one gets a message', async () => {
  const agent = await service.client.post('/v1/agents', { body: { provider: 'gemini', name: 'Guide' } });
  const avatar = await service.client.post('/v1/avatars', {
    body: { identity: 'maya', name: 'Maya two', agentId: agent.id },
  });
  const page = await open();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await openPath(watched.page, `/avatars/${avatar.id}`);
  await page.getByLabel('Greeting').fill('Mine.');
  await service.client.put('/v1/agents/{id}', {
    path: { id: agent.id },
    body: { provider: 'gemini', name: 'Guide', greetingMsg: 'Theirs.' },
  });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody has saved this avatar since you opened it.').waitFor();
  expect(await page.getByLabel('Greeting').inputValue()).toBe('Mine.');
  await page.getByRole('button', { name: 'Save mine anyway' }).click();
  await poll(
    'my greeting',
    () => service.client.get('/v1/agents/{id}', { path: { id: agent.id } }),
    ({ greetingMsg }) => greetingMsg === 'Mine.',
  );
});

test('when two tabs edit one embed, the later one gets a message, too', async () => {
  const { avatars } = await service.client.get('/v1/avatars', { query: { take: 1 } });
  const embed = await service.client.post('/v3/embeds', {
    body: { name: 'Shop', characterId: avatars[0]!.id, allowedOrigins: ['https://shop.example'] },
  });
  const page = await open();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await openPath(watched.page, '/embeds');
  await page.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Greeting').fill('Mine.');
  await dialog.getByRole('combobox', { name: 'Widget’s language' }).click();
  await page.getByRole('option', { name: 'German' }).click();
  await dialog.getByRole('combobox', { name: 'Light or dark' }).click();
  await page.getByRole('option', { name: 'dark', exact: true }).click();
  const path = { id: embed.id };
  await service.client.patch('/v3/embeds/{id}', { path, body: { greeting: 'Theirs.' } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Somebody has saved this embed since you opened it.').waitFor();
  expect(await dialog.getByLabel('Greeting').inputValue()).toBe('Mine.');
  await watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Save mine anyway' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await service.client.get('/v3/embeds/{id}', { path })).toMatchObject({
    greeting: 'Mine.',
    look: { language: 'de', theme: 'dark' },
  });
  await service.client.delete('/v3/embeds/{id}', { path });
  expect(watched.complaints).toEqual([]);
});

test('when the service is restarted, the console says that it cannot be reached, keeps what is typed, and goes on', async () => {
  const first = await startService();
  let second: Service | undefined;
  try {
    watched = await openWatched(browser, `${first.url}/console/#key=${TEST_API_KEY}`);
    const { page } = watched;
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await typeTool(page);
    await first.stop();
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText(`The service at ${first.url} cannot be reached. Is it running?`).first().waitFor();
    second = await startService({ dataDir: first.dataDir, env: { PORT: new URL(first.url).port } });
    expect(await page.getByLabel('Name').inputValue()).toBe('book_table');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Copy this secret now').waitFor();
    const { tools } = await second.client.get('/v3/tools');
    expect(tools.map(({ name }) => name)).toEqual(['book_table']);
  } finally {
    await second?.stop();
    await first.dispose();
  }
});
