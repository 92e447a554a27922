/** Tests changes to listed resources, where the first save wins, and a console that is open in several tabs. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openAddForm, openPath } from '../support/console-page.ts';
import { ConsoleVisits } from '../support/console-visits.ts';
import { PHONE } from '../support/phone.ts';
import { TEST_API_KEY } from '../support/service.ts';

const visits = new ConsoleVisits();
const { service } = visits;

interface Kind {
  kind: string;
  /** Creates the resource that the test changes. */
  create: () => Promise<{ id: string; path: string; name: string }>;
  field: string;
  typed: string;
  read: (id: string) => Promise<unknown>;
  /** Changes the resource as another user would in the meantime. */
  changeElsewhere: (id: string) => Promise<unknown>;
}

const KINDS: Kind[] = [
  {
    kind: 'a tool',
    create: async () => {
      const name = `book_${crypto.randomUUID().slice(0, 8)}`;
      const url = 'https://shop.example/book';
      const { id } = await service.client.post('/v3/tools', { body: { name, url, description: 'Books.' } });
      return { id, name, path: '/tools' };
    },
    field: 'What it does, and when to call it',
    typed: 'Books a table.',
    read: async (id) => (await service.client.get('/v3/tools/{id}', { path: { id } })).description,
    changeElsewhere: (id) =>
      service.client.patch('/v3/tools/{id}', { path: { id }, body: { description: 'Another.' } }),
  },
  {
    kind: 'a webhook',
    create: async () => {
      const url = `https://shop.example/${crypto.randomUUID()}`;
      const body = { url, eventTypes: ['conversation.ended' as const] };
      const { id } = await service.client.post('/v3/webhooks', { body });
      return { id, name: url, path: '/webhooks' };
    },
    field: 'What it is for',
    typed: 'The accounts.',
    read: async (id) => (await service.client.get('/v3/webhooks/{id}', { path: { id } })).description,
    changeElsewhere: (id) =>
      service.client.patch('/v3/webhooks/{id}', { path: { id }, body: { description: 'Another.' } }),
  },
  {
    kind: 'a knowledge base',
    create: async () => {
      const name = `Handbook ${crypto.randomUUID()}`;
      const { id } = await service.client.post('/v3/knowledge-bases', { body: { name } });
      return { id, name, path: `/knowledge/${id}` };
    },
    field: 'What it holds',
    typed: 'Opening hours.',
    read: async (id) => (await service.client.get('/v3/knowledge-bases/{id}', { path: { id } })).description,
    changeElsewhere: (id) =>
      service.client.patch('/v3/knowledge-bases/{id}', { path: { id }, body: { description: 'Another.' } }),
  },
];

/** Returns the form of the open card: on a page that also adds resources it is not the first form. */
const formOf = (page: Page) =>
  page.locator('form').filter({ has: page.getByRole('button', { name: 'Save' }) });

test.each(KINDS)(
  '$kind can be changed where it is listed, unless somebody else has saved it since',
  async (one) => {
    const { create, field, typed, read, changeElsewhere } = one;
    const { id, name, path } = await create();
    const page = await visits.open(PHONE);
    await openPath(page, path);
    const change = page.getByRole('button', { name: `Change ${name}` });
    await change.click();
    await formOf(page).getByLabel(field).fill(typed);
    await visits.watched.expectAccessible();
    await formOf(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${name} is saved.`).waitFor();
    expect(await read(id)).toBe(typed);

    await change.click();
    await formOf(page).getByLabel(field).fill('Mine.');
    await changeElsewhere(id);
    await formOf(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText(`Somebody has saved “${name}” since you opened it.`).waitFor();
    expect(await read(id)).toBe('Another.');
    await page.getByRole('button', { name: 'Save mine anyway' }).click();
    await expect.poll(() => read(id)).toBe('Mine.');
    expect(visits.watched.complaints).toEqual([]);
  },
);

test('the form of a new tool is opened, left and sent by keyboard, and its button has the focus after that', async () => {
  const page = await visits.open();
  const { client } = service;
  const body = { name: 'open_door', description: 'Opens.', url: 'https://shop.example/tool' };
  const tool = await client.post('/v3/tools', { body });
  await openPath(page, '/tools');
  // The list comes first.
  await page.getByText('open_door', { exact: true }).waitFor();
  expect(await page.getByLabel('Address').count()).toBe(0);
  const opener = page.getByRole('button', { name: 'Add a tool' });
  const hasFocus = () => opener.evaluate((element) => element === document.activeElement);
  await opener.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'Add a tool' }).waitFor();
  await page.keyboard.type('call_a_taxi');
  expect(await page.getByLabel('Name').inputValue()).toBe('call_a_taxi');
  await visits.watched.expectAccessible();
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.getByRole('button', { name: 'Leave' }).press('Enter');
  await expect.poll(hasFocus).toBe(true);
  await opener.press('Enter');
  expect(await page.getByLabel('Name').inputValue()).toBe('');
  await page.keyboard.type('call_a_taxi');
  await page.getByLabel('What it does').fill('Calls a taxi.');
  await page.getByLabel('Address').fill('https://taxi.example/call');
  await page.keyboard.press('Enter');
  await page.getByText('Copy this secret now').waitFor();
  await page.getByText('call_a_taxi', { exact: true }).waitFor();
  await expect.poll(hasFocus).toBe(true);
  await client.delete('/v3/tools/{id}', { path: { id: tool.id } });
});

test('a tool’s faults are all shown at their fields, also of arguments that are not JSON; a private address explains itself', async () => {
  const page = await visits.open();
  await openPath(page, '/tools');
  await openAddForm(page);
  await page.getByLabel('Name').fill('call a taxi');
  await page.getByLabel('What it does').fill('Calls a taxi.');
  await page.getByLabel('Address').fill('http://localhost:8000/call');
  await page.getByText('VISAVIS_PRIVATE_ADDRESSES=true').waitFor();
  await page.getByLabel('Arguments').fill('{ "guests": ');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Name: does not match the required format').waitFor();
  await page.getByText('Arguments: must be object').waitFor();
  await page.getByText('This is not JSON yet.').waitFor();
  expect(await page.locator('main [role=alert]').filter({ hasText: 'JSON at position' }).count()).toBe(0);
});

test('the website of an embed accepts the copied address of a page', async () => {
  const page = await visits.open();
  await openPath(page, '/embeds');
  await page.getByRole('button', { name: 'New embed' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByRole('combobox', { name: 'Avatar' }).click();
  await page.getByRole('option', { name: 'Maya' }).click();
  await dialog.getByLabel('Websites that may show it').fill('https://shop.example/contact?from=menu');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { embeds } = await service.client.get('/v3/embeds');
  expect(embeds.map(({ allowedOrigins }) => allowedOrigins)).toEqual([['https://shop.example']]);
});

test('a conversation next to the form of an avatar fits into a laptop’s window', async () => {
  const [avatar] = (await service.client.get('/v1/avatars')).avatars;
  const page = await visits.open({ viewport: { width: 1280, height: 800 } });
  await openPath(page, `/avatars/${avatar!.id}`);
  await page.getByRole('button', { name: 'Start the conversation' }).click();
  const message = page.getByPlaceholder('Type your message');
  for (const part of [message, page.locator('#video')])
    await expect.poll(() => part.evaluate(isInWindow)).toBe(true);
  await page.getByRole('button', { name: 'Hang up' }).click();
});

function isInWindow(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

test('each sentence that an agent says while it thinks is an entry, with its commas; they are saved and shown again', async () => {
  const { client } = visits.service;
  const waitMsgs = ['One moment, please.', 'Let me see, I am looking it up.'];
  const { id: agentId } = await client.post('/v1/agents', { body: { provider: 'gemini', name: 'Porter' } });
  const { id } = await client.post('/v1/avatars', { body: { identity: 'maya', name: 'Porter', agentId } });
  const page = await visits.open();
  await openPath(page, `/avatars/${id}`);
  await page.getByText('More', { exact: true }).click();
  const field = page.locator('[data-field="agent.waitMsgs"]');
  for (const sentence of waitMsgs) {
    await field.getByLabel('Words while it thinks').fill(sentence);
    await page.keyboard.press('Enter');
  }
  await visits.watched.expectAccessible();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Porter is saved.').waitFor();
  expect(await client.get('/v1/agents/{id}', { path: { id: agentId } })).toMatchObject({ waitMsgs });
  await page.reload();
  await page.getByText('More', { exact: true }).click();
  for (const sentence of waitMsgs) await field.getByText(sentence).waitFor();
});

test('the first tab signs in a second one, and signing out applies to both', async () => {
  const first = await visits.open();
  await first.getByRole('heading', { name: 'Overview' }).waitFor();
  const second = await first.context().newPage();
  const another = await first.context().newPage();
  for (const tab of [second, another]) {
    await tab.goto(`${service.url}/console/`);
    await tab.getByRole('heading', { name: 'Overview' }).waitFor();
  }
  // This visit leaves no key for a later one.
  expect(await second.evaluate(() => localStorage.getItem('visavis.key'))).toBeNull();
  const { key } = await service.client.post('/v3/api-keys', { body: { name: 'of a colleague' } });
  await another.evaluate((own) => sessionStorage.setItem('visavis.key', own), key);

  await second.getByRole('button', { name: 'Sign out' }).click();
  for (const tab of [first, second]) await tab.getByLabel('API key').waitFor();
  await second.reload();
  await second.getByLabel('API key').waitFor();
  // A tab that is signed in with another key stays signed in, and does not sign in a tab that has signed out.
  await another.reload();
  await another.getByRole('heading', { name: 'Overview' }).waitFor();
  await first.reload();
  await first.getByLabel('API key').fill(TEST_API_KEY);
  await first.getByRole('button', { name: 'Continue' }).click();
  await first.getByRole('heading', { name: 'Overview' }).waitFor();
});
