/** Tests interruptions in the console: nothing that was typed is lost. */
import { createVisavisClient } from '@visavis/client';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openAddForm, openPath } from '../support/console-page.ts';
import { poll } from '../support/poll.ts';
import { type Service, startService, TEST_API_KEY } from '../support/service.ts';
import { openRelay } from '../support/tcp-relay.ts';
import { useVisits } from '../support/visits.ts';

const { service, watched, visit } = useVisits();

const open = async () => {
  await visit(`${service.url}/console/#key=${TEST_API_KEY}`);
  return watched.page;
};

const portOf = ({ url }: Service) => Number(new URL(url).port);

/** Gives a service and its successor the same address: another process could take the port after the restart. */
async function relayTo(running: Service) {
  const relay = await openRelay('127.0.0.1', portOf(running));
  return { ...relay, url: `http://127.0.0.1:${relay.port}` };
}

/** Fills in the form of a tool without sending it. */
async function typeTool(page: Page): Promise<void> {
  await openPath(page, '/tools');
  await openAddForm(page);
  await page.getByLabel('Name').fill('book_table');
  await page.getByLabel('What it does, and when to call it').fill('Books a table.');
  await page.getByLabel('Address').fill('https://restaurant.example/book');
}

test('when a key is revoked during work, the console asks for another, and nothing typed is lost', async () => {
  const { id, key } = await service.client.post('/v3/api-keys', { body: { name: 'a colleague' } });
  const { page } = await visit(`${service.url}/console/#key=${key}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await typeTool(page);
  await service.client.delete('/v3/api-keys/{id}', { path: { id } });
  await page.getByRole('button', { name: 'Add' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('API key').fill(TEST_API_KEY);
  await watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByLabel('Name').inputValue()).toBe('book_table');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText('Copy this secret now').waitFor();
  const { tools } = await service.client.get('/v3/tools');
  expect(tools.map(({ name }) => name)).toEqual(['book_table']);
  await service.client.delete('/v3/tools/{id}', { path: { id: tools[0]!.id } });
});

test('dropping a document after the key was revoked asks for another key, too, and says which request failed', async () => {
  const { id, key } = await service.client.post('/v3/api-keys', { body: { name: 'a colleague' } });
  const base = await service.client.post('/v3/knowledge-bases', { body: { name: 'Harbour' } });
  const { page } = await visit(`${service.url}/console/#key=${key}`);
  await openPath(page, `/knowledge/${base.id}`);
  await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor();
  await service.client.delete('/v3/api-keys/{id}', { path: { id } });
  await page
    .getByLabel('Documents')
    .setInputFiles([{ name: 'harbour.md', mimeType: 'text/markdown', buffer: Buffer.from('Open at nine.') }]);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('API key').fill(TEST_API_KEY);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('alert')
    .filter({ hasText: 'harbour.md' })
    .filter({ hasText: 'Request req_' })
    .waitFor();
  await service.client.delete('/v3/knowledge-bases/{id}', { path: { id: base.id } });
});

test('when two tabs edit one avatar, the one that saves later gets a message', async () => {
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
  await page.getByText('Somebody has saved “Maya two” since you opened it.').waitFor();
  expect(await page.getByLabel('Greeting').inputValue()).toBe('Mine.');
  await page.getByRole('button', { name: 'Save mine anyway' }).click();
  await expect
    .poll(async () => (await service.client.get('/v1/agents/{id}', { path: { id: agent.id } })).greetingMsg)
    .toBe('Mine.');
});

test('when two tabs edit one character, the one that saves later gets a message, and can see what the other saved', async () => {
  const { faces } = await service.client.get('/v3/faces', { query: { take: 1 } });
  const brain = await service.client.post('/v3/brains', { body: { instructions: 'You are a guide.' } });
  const character = await service.client.post('/v3/characters', {
    body: { name: 'Guide', faceId: faces[0]!.id, brainId: brain.id },
  });
  const page = await open();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await openPath(page, `/characters/${character.id}`);
  const greeting = page.getByLabel('Greeting');
  const greet = (greetingMessage: string) =>
    service.client.patch('/v3/brains/{id}', { path: { id: brain.id }, body: { greetingMessage } });
  await greeting.fill('Mine.');
  await greet('Theirs.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody has saved “Guide” since you opened it.').waitFor();
  expect(await greeting.inputValue()).toBe('Mine.');
  await watched.expectAccessible();
  await page.getByRole('button', { name: 'Show theirs' }).click();
  await expect.poll(() => greeting.inputValue()).toBe('Theirs.');

  await greeting.fill('Mine again.');
  await greet('Theirs again.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Save mine anyway' }).click();
  const path = { id: character.id };
  await poll(
    'my greeting',
    () => service.client.get('/v3/characters/{id}', { path }),
    ({ brain: now }) => now?.greetingMessage === 'Mine again.',
  );
  expect(watched.complaints).toEqual([]);
});

test('when two tabs edit one embed, the one that saves later gets a message, too', async () => {
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
  await dialog.getByText('Somebody has saved “Shop” since you opened it.').waitFor();
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

test('when the service restarts, the console says that it cannot be reached, keeps what is typed, and continues', async () => {
  const first = await startService();
  const relay = await relayTo(first);
  let second: Service | undefined;
  try {
    const { page } = await visit(`${relay.url}/console/#key=${TEST_API_KEY}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await typeTool(page);
    relay.turnTo(undefined);
    await first.stop();
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText(`The service at ${relay.url} cannot be reached. Is it running?`).first().waitFor();
    second = await startService({ dataDir: first.dataDir });
    relay.turnTo(portOf(second));
    expect(await page.getByLabel('Name').inputValue()).toBe('book_table');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Copy this secret now').waitFor();
    const { tools } = await second.client.get('/v3/tools');
    expect(tools.map(({ name }) => name)).toEqual(['book_table']);
  } finally {
    await relay.close();
    await second?.stop();
    await first.dispose();
  }
});

test('a page that is opened while the service cannot be reached is shown as soon as it can', async () => {
  const page = await open();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Knowledge', exact: true }).click();
  await page.getByText('This page tries again until it does.').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await watched.expectAccessible();
  await page.context().setOffline(false);
  await page.getByRole('heading', { level: 1, name: 'Knowledge' }).waitFor();
  await page.getByText('This page tries again until it does.').waitFor({ state: 'detached' });
});

test('when the admin token changes, the operator is asked for the new one above the open form; of two tabs the one that saves later gets a message', async () => {
  const env = { VISAVIS_ADMIN_TOKEN: 'the-first-token-of-this-test' };
  const first = await startService({ env });
  const relay = await relayTo(first);
  let second: Service | undefined;
  try {
    const { page } = await visit(`${relay.url}/console/#/organizations`);
    await page.getByLabel('Admin token').fill(env.VISAVIS_ADMIN_TOKEN);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: /^Change / }).click();
    const most = page.getByLabel('Conversations at a time');
    await most.fill('7');
    await first.stop();
    const adminToken = 'the-second-token-of-this-test';
    second = await startService({ dataDir: first.dataDir, env: { VISAVIS_ADMIN_TOKEN: adminToken } });
    relay.turnTo(portOf(second));
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'The admin token is not accepted any more' });
    await dialog.getByLabel('Admin token').fill(adminToken);
    await watched.expectAccessible();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await most.inputValue()).toBe('7');

    const operator = createVisavisClient({ baseUrl: second.url, adminToken });
    const { organizations } = await operator.get('/admin/organizations');
    const path = { id: organizations[0]!.id };
    await operator.patch('/admin/organizations/{id}', { path, body: { retentionDays: 9 } });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody has saved “default” since you opened it.').waitFor();
    expect(await most.inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Save mine anyway' }).click();
    await page.getByText('7 at a time').waitFor();
  } finally {
    await relay.close();
    await second?.stop();
    await first.dispose();
  }
});

test('a live conversation whose events are refused because of the key is followed again after a new sign-in', async () => {
  const { id, key } = await service.client.post('/v3/api-keys', { body: { name: 'a colleague' } });
  const agent = await service.client.post('/v1/agents', { body: { provider: 'gemini', name: 'Guide' } });
  const avatar = await service.client.post('/v1/avatars', {
    body: { identity: 'maya', name: 'Maya live', agentId: agent.id },
  });
  const { session } = await service.client.post('/v1/sessions', {
    body: { name: 'A long talk', avatar: { id: avatar.id }, consumerIdentity: { identity: 'ada' } },
  });
  const { page } = await visit(`${service.url}/console/#key=${key}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await service.client.delete('/v3/api-keys/{id}', { path: { id } });
  const [refused] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(`/v3/conversations/${session.id}/events`)),
    openPath(page, `/conversations/${session.id}`),
  ]);
  expect(refused.status()).toBe(401);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('API key').fill(TEST_API_KEY);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { level: 1, name: 'A long talk' }).waitFor();
  // Events from now on appear as well.
  await page.getByText('live', { exact: true }).waitFor();
  await service.client.post('/v3/conversations/{id}/stop', { path: { id: session.id } });
  await page.getByText('stopped', { exact: true }).first().waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await watched.expectAccessible();
});

test('a live conversation says that the connection is lost, and continues by itself when it is back', async () => {
  const { avatars } = await service.client.get('/v1/avatars', { query: { take: 1 } });
  const { session } = await service.client.post('/v1/sessions', {
    body: { name: 'A talk', avatar: { id: avatars[0]!.id }, consumerIdentity: { identity: 'ada' } },
  });
  const page = await open();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await openPath(page, `/conversations/${session.id}`);
  await page.getByRole('heading', { level: 1, name: 'A talk' }).waitFor();
  const isOfIt = ({ pathname }: URL) => pathname.startsWith(`/v3/conversations/${session.id}`);
  await page.route(isOfIt, (route) => route.abort());
  const lost = page.getByRole('alert').filter({ hasText: 'The connection is lost' });
  await lost.waitFor();
  await page.getByRole('button', { name: 'Stop', disabled: true }).waitFor();
  await watched.expectAccessible();
  await page.unroute(isOfIt);
  await lost.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Stop it' }).click();
  await page.getByText('stopped', { exact: true }).first().waitFor();
});

test.each([
  ['/avatars/new', '/v3/knowledge-bases'],
  ['/avatars/new', '/v3/tools'],
  ['/avatars/new', '/v3/faces'],
  ['/avatars/new', '/v1/avatars'],
  ['/keys', '/v1/avatars'],
  ['/start', '/v1/avatars'],
])(
  'in the form at %s, the list of %s that cannot be loaded shows the reason, and can be requested again',
  async (path, list) => {
    const page = await open();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const isList = (url: URL) => url.pathname === list;
    await page.route(isList, (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        body: JSON.stringify({
          title: 'Forbidden',
          status: 403,
          detail: 'This key may not list them.',
          requestId: 'req_of_the_list',
        }),
      }),
    );
    await openPath(page, path);
    const problem = page.getByRole('alert').filter({ hasText: 'This list could not be loaded' });
    await problem.getByText('This key may not list them.').waitFor();
    await problem.getByText('Request req_of_the_list').waitFor();
    await watched.expectAccessible();
    await page.unroute(isList);
    await problem.getByRole('button', { name: 'Try again' }).click();
    await problem.waitFor({ state: 'detached' });
  },
);

test('an embed’s form says why it has no avatars and no knowledge to choose from, and can request them again', async () => {
  const page = await open();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const isList = ({ pathname }: URL) => ['/v1/avatars', '/v3/knowledge-bases'].includes(pathname);
  await page.route(isList, (route) =>
    route.fulfill({ status: 403, headers: { 'x-request-id': 'req_of_the_list' } }),
  );
  await openPath(page, '/embeds');
  await page.getByRole('button', { name: 'New embed' }).first().click();
  const problems = page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Request req_of_the_list' });
  await expect.poll(() => problems.count()).toBe(2);
  await watched.expectAccessible();
  await page.unroute(isList);
  // One click retries everything that could not be loaded.
  await problems.first().getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => problems.count()).toBe(0);
});
