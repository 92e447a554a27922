/** Tests failing conversations, lists and forms in the console: it shows the reason, the input, and a way on. */
import type { Page, Route } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openAddForm, openPath } from '../support/console-page.ts';
import { ConsoleVisits } from '../support/console-visits.ts';
import { MUSEUM } from '../support/museum.ts';
import { createKnowledgeBase, untilEnded } from '../support/service-client.ts';

const ADMIN_TOKEN = 'the-admin-token-of-this-test';
const REASON = 'Not today, says the service.';
const visits = new ConsoleVisits({ env: { VISAVIS_ADMIN_TOKEN: ADMIN_TOKEN } });
let base: string;
let avatarId: string;
beforeAll(async () => {
  base = await createKnowledgeBase(visits.service, 'Harbour', MUSEUM.text);
  avatarId = (await visits.service.client.get('/v1/avatars', { query: { take: 1 } })).avatars[0]!.id;
  await visits.service.client.post('/v3/webhooks', {
    body: { url: 'https://shop.example/hook', eventTypes: ['conversation.ended'] },
  });
});

async function open(path: string): Promise<Page> {
  const page = await visits.open();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await openPath(page, path);
  return page;
}

const startSession = async () =>
  (
    await visits.service.client.post('/v1/sessions', {
      body: { name: 'A talk', avatar: { id: avatarId }, consumerIdentity: { identity: 'ada' } },
    })
  ).session.id;

/** Refuses matching requests as the service would; others reach it. @returns a function that ends the refusals */
async function refuse(page: Page, method: string, path: RegExp): Promise<() => Promise<void>> {
  const isRefused = ({ pathname }: URL) => path.test(pathname);
  await page.route(isRefused, (route: Route) =>
    route.request().method() === method
      ? route.fulfill({
          status: 403,
          contentType: 'application/problem+json',
          body: JSON.stringify({ status: 403, code: 'forbidden', detail: REASON, requestId: 'req_refused' }),
        })
      : route.fallback(),
  );
  return () => page.unroute(isRefused);
}
const problemOf = (page: Page) =>
  page.getByRole('alert').filter({ hasText: REASON }).filter({ hasText: 'Request req_refused' });

test.each([
  ['/', '/v3/conversations', 'None yet.'],
  ['/', '/v3/embeds', ''],
  ['/conversations', '/v3/conversations', 'No conversation yet'],
  ['/usage', '/v3/organizations/user-usage', 'Nothing in this cycle'],
  ['/webhooks', '/v3/webhooks/\\w+/deliveries', 'Nothing sent yet.'],
  ['/memories', '/v3/memories', 'No memories yet'],
  ['/knowledge', '/v3/knowledge-bases', 'No knowledge yet'],
  ['/tools', '/v3/tools', 'No tool yet'],
  ['/model-servers', '/v3/model-servers', 'No server yet'],
  ['/model-servers', '/v3/provider-keys', 'No key yet'],
  ['/embeds', '/v3/embeds', 'No embed yet'],
  ['/keys', '/v3/api-keys', 'No key yet'],
  ['/avatars', '/v1/avatars', 'No avatar yet'],
])('at %s, if %s fails, the page shows the reason instead of an empty list', async (path, list, none) => {
  const page = await open(path);
  const allow = await refuse(page, 'GET', new RegExp(`^${list}$`));
  // A reload discards cached data, which would otherwise be shown.
  await page.reload();
  await problemOf(page).first().waitFor();
  if (none) expect(await page.getByText(none).count()).toBe(0);
  await visits.watched.expectAccessible();
  await allow();
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('main [aria-busy]').waitFor({ state: 'detached' });
  expect(await problemOf(page).count()).toBe(0);
});

interface Refused {
  path: string;
  method?: string;
  refused: RegExp;
  fill?: Record<string, string>;
  button: string;
  /** The button that confirms the question before the action. */
  confirm?: string;
}
test.each<Refused>([
  { path: '/knowledge', refused: /knowledge-bases$/, fill: { Name: 'Prices' }, button: 'Create' },
  { path: '/keys', refused: /api-keys$/, fill: { 'New API key': 'a till' }, button: 'Add' },
  { path: '/keys', refused: /tokens$/, fill: { User: 'ada' }, button: 'Make a token' },
  { path: '/webhooks', refused: /test$/, button: 'Send a test' },
  { path: '/webhooks', method: 'PATCH', refused: /webhooks\/\w+$/, button: 'Switch off' },
  {
    path: '/knowledge/BASE',
    method: 'GET',
    refused: /passages$/,
    fill: { Question: 'When?' },
    button: 'Search',
  },
  { path: '/conversations/RUNNING', refused: /stop$/, button: 'Stop', confirm: 'Stop it' },
])(
  '$button at $path, when it is refused: shows the reason, keeps what was typed, and can be tried again',
  async (one) => {
    const { path, method = 'POST', refused, fill = {}, button, confirm } = one;
    const page = await open(path.replace('BASE', base).replace('RUNNING', await startSession()));
    const allow = await refuse(page, method, refused);
    if (Object.keys(fill).length > 0) await openAddForm(page);
    for (const [label, text] of Object.entries(fill)) await page.getByLabel(label).first().fill(text);
    const submit = async () => {
      await page.getByRole('button', { name: button, exact: true }).click();
      if (confirm) await page.getByRole('dialog').getByRole('button', { name: confirm }).click();
    };
    await submit();
    await problemOf(page).waitFor();
    for (const [label, text] of Object.entries(fill))
      expect(await page.getByLabel(label).first().inputValue()).toBe(text);
    await visits.watched.expectAccessible();
    await allow();
    await submit();
    await problemOf(page).waitFor({ state: 'detached' });
  },
);

test('a live conversation is stopped only after a confirmation', async () => {
  const id = await startSession();
  const page = await open(`/conversations/${id}`);
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await stop.click();
  const dialog = page.getByRole('dialog', { name: 'Stop the conversation?' });
  await visits.watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Let it go on' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await visits.service.client.get('/v3/conversations/{id}', { path: { id } })).status).toBe(
    'running',
  );
  await stop.click();
  await dialog.getByRole('button', { name: 'Stop it' }).click();
  await untilEnded(visits.service, id);
  // The reason of the end appears only once.
  await expect.poll(() => page.getByText('stopped', { exact: true }).allTextContents()).toHaveLength(2);
});

test.each([
  {
    path: '/webhooks',
    fill: { Address: 'ftp://shop.example/hook' },
    says: /^Address: /,
    button: 'Add',
  },
  {
    path: '/embeds',
    open: 'New embed',
    fill: { Name: 'Shop', 'Websites that may show it': 'shop' },
    says: /^Websites that may show it: must be the address of a website/,
    button: 'Save',
  },
])('an error about a field at $path is shown at the field, which gets the focus', async (one) => {
  const page = await open(one.path);
  await page.setViewportSize({ width: 1280, height: 800 });
  if (one.open) {
    await page.getByRole('button', { name: one.open }).click();
    await page.getByRole('combobox', { name: 'Avatar' }).click();
    await page.getByRole('listbox').getByRole('option').first().click();
    const colour = page.getByRole('textbox', { name: 'Colour' });
    await colour.fill('reddish');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('input:invalid').first().waitFor();
    expect(await colour.inputValue()).toBe('reddish');
    expect(await page.getByRole('textbox', { name: 'Colour' }).and(page.locator(':invalid')).count()).toBe(1);
    await colour.fill('#123456');
    await page.keyboard.press('Tab');
  } else await openAddForm(page);
  for (const [label, text] of Object.entries(one.fill)) {
    await page.getByLabel(label).first().fill(text);
    await page.keyboard.press('Tab');
  }
  await page.getByRole('button', { name: one.button, exact: true }).click();
  const fault = page.getByText(one.says);
  await fault.waitFor();
  const label = Object.keys(one.fill).at(-1)!;
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')))
    .toBe('true');
  expect(
    await page.evaluate(() => (document.activeElement as HTMLInputElement).labels![0]!.textContent),
  ).toContain(label);
  const { y, height } = (await fault.boundingBox())!;
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThan(800);
  expect(await page.getByRole('alert').count()).toBe(0);
  await visits.watched.expectAccessible();
});

test('what could not be loaded appears by itself once the service is back, and at once on request', async () => {
  const page = await open('/');
  const isLists = ({ pathname }: URL) => ['/v3/tools', '/v3/webhooks'].includes(pathname);
  await page.route(isLists, (route) => route.abort());
  const away = page.getByRole('alert').filter({ hasText: 'cannot be reached. Is it running?' });
  await page.clock.install();
  await openPath(page, '/tools');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const passTime = async () => {
    await page.clock.runFor(1_000);
    return away.count();
  };
  await expect.poll(passTime).toBe(1);
  await visits.watched.expectAccessible();
  // The error message stays visible during retries.
  await expect
    .poll(async () => {
      expect(await passTime()).toBe(1);
      return asked.length;
    })
    .toBeGreaterThan(3);
  await page.unroute(isLists);
  await expect.poll(passTime).toBe(0);
  await page.getByText('No tool yet').waitFor();

  await page.route(isLists, (route) => route.abort());
  await openPath(page, '/webhooks');
  await expect.poll(passTime).toBe(1);
  await page.unroute(isLists);
  await page.getByRole('button', { name: 'Try again' }).click();
  await away.waitFor({ state: 'detached' });
  await page.getByText('https://shop.example/hook').waitFor();
});

test('the key that is used to sign in is marked, and revoked only after a confirmation', async () => {
  const { id, key } = await visits.service.client.post('/v3/api-keys', { body: { name: 'mine' } });
  const page = await visits.open({}, `key=${key}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await openPath(page, '/keys');
  await page.getByText('this browser uses it').waitFor();
  expect(await page.getByText('this browser uses it').count()).toBe(1);
  await page.getByRole('button', { name: 'Revoke mine' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke the key that this browser uses?' });
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.getByText('Deleted: The key mine').count()).toBe(0);
  await page.getByRole('button', { name: 'Revoke mine' }).click();
  await visits.watched.expectAccessible();
  await dialog.getByRole('button', { name: 'Revoke it' }).click();
  await page.getByRole('button', { name: 'Undo: The key mine' }).click();
  await visits.service.client.delete('/v3/api-keys/{id}', { path: { id } });
});

test('a conversation: one that does not exist, a silent one, an erasure that is first refused and then succeeds', async () => {
  const page = await open('/conversations/conv_unknown');
  await page.getByRole('alert').filter({ hasText: 'Request req_' }).waitFor();
  const id = await startSession();
  await openPath(page, `/conversations/${id}`);
  await page.getByText('Nobody has said anything yet.').waitFor();
  await visits.service.client.post('/v3/conversations/{id}/stop', { path: { id } });
  await untilEnded(visits.service, id);
  const allow = await refuse(page, 'DELETE', /conversations\/conv_\w+$/);
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await dialog.getByRole('alert').filter({ hasText: REASON }).waitFor();
  await visits.watched.expectAccessible();
  await allow();
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await dialog.getByText(/Receipt ers_/).waitFor();
});

test('an avatar is tried in the console: a refusal is shown next to the form, and the next try talks', async () => {
  const page = await open(`/avatars/${avatarId}`);
  const start = page.getByRole('button', { name: 'Start the conversation' });
  const allow = await refuse(page, 'POST', /conversations$/);
  await start.click();
  await page.getByRole('alert').filter({ hasText: REASON }).waitFor();
  await allow();
  await start.click();
  await page.locator('#transcript li.character').first().waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByText('You hung up.').waitFor();
});

test('the operator: a silent service is distinguished from a wrong token, and an organization that is refused keeps its name', async () => {
  const page = await visits.open({}, '/organizations');
  const isAdmin = ({ pathname }: URL) => pathname.startsWith('/admin/');
  await page.route(isAdmin, (route) => route.abort());
  await page.getByLabel('Admin token').fill(ADMIN_TOKEN);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
  await page.unroute(isAdmin);
  await page.getByRole('button', { name: 'Continue' }).click();
  const allow = await refuse(page, 'POST', /^\/admin\/organizations/);
  const name = page.getByLabel('New organization');
  await name.fill('Harbour');
  await page.getByRole('button', { name: 'Create' }).click();
  await problemOf(page).waitFor();
  expect(await name.inputValue()).toBe('Harbour');
  await page.getByRole('button', { name: 'Make a key' }).first().click();
  await expect.poll(() => problemOf(page).count()).toBe(2);
  await allow();
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Change Harbour' }).waitFor();
});
