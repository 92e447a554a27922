/** Tests deletions in the console: what prevents one is named, and each can be undone for ten seconds. */
import type { Locator, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { openPath } from '../support/console-page.ts';
import { holdTimers, letPass } from '../support/held-timers.ts';
import { PHONE, SCREENS } from '../support/phone.ts';
import { makeInUse } from '../support/records-in-use.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useVisits } from '../support/visits.ts';
import { agreeToLinkedKey } from '../support/watched-page.ts';

const { service, watched, visit } = useVisits();

async function open(options = {}) {
  const { page } = await visit('about:blank', options);
  await page.goto(`${service.url}/console/#key=${TEST_API_KEY}`);
  await agreeToLinkedKey(page);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await holdTimers(page);
  return page;
}

const untilGone = (read: () => Promise<unknown>) =>
  expect
    .poll(() =>
      read().then(
        () => 'there',
        () => 'gone',
      ),
    )
    .toBe('gone');

test.each(SCREENS)(
  'what is in use on %s is not deleted, and its users are named at once; once it is unused, it can be deleted',
  async (_name, options) => {
    const { base, tool, avatar, character, embed } = await makeInUse(service.client);
    const page = await open(options);
    const expectRefusal = async (path: string, title: string, what: string, users: string) => {
      await openPath(page, path);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      // In a list, the button also names the resource.
      await page.getByRole('button', { name: new RegExp(`^Delete( ${what})?$`) }).click();
      const message = page.getByRole('alert').filter({ hasText: `${what} is still there` });
      await message.getByText(users).waitFor();
      await watched.expectAccessible();
      await message.getByRole('button').click();
    };
    await expectRefusal(
      `/knowledge/${base.id}`,
      'Handbook',
      'Handbook',
      'Change or delete first what uses it: avatar “Our host”.',
    );
    await expectRefusal('/tools', 'Tools', 'book_table', 'uses it: avatar “Our host” and avatar “Waiter”.');
    await expectRefusal(`/avatars/${avatar.id}`, 'Our host', 'Our host', 'uses it: embed “Website”.');
    // The page of the avatar stays open.
    await page.getByRole('heading', { level: 1, name: 'Our host' }).waitFor();

    await openPath(page, '/embeds');
    await page.getByRole('heading', { level: 1, name: 'Embeds' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('It disappears from https://shop.example.').waitFor();
    await letPass(page, 10_000);
    await untilGone(() => service.client.get('/v3/embeds/{id}', { path: { id: embed.id } }));
    await openPath(page, `/avatars/${avatar.id}`);
    await page.getByRole('heading', { level: 1, name: 'Our host' }).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Avatars' }).waitFor();
    await letPass(page, 10_000);
    await untilGone(() => service.client.get('/v1/avatars/{id}', { path: { id: avatar.id } }));
    await service.client.delete('/v3/characters/{id}', { path: { id: character.id } });
    const { agents } = await service.client.get('/v1/agents', { query: { take: 1 } });
    await service.client.delete('/v1/agents/{id}', { path: { id: agents[0]!.id } });
    await service.client.delete('/v3/tools/{id}', { path: { id: tool.id } });
    expect(watched.complaints).toEqual([]);
  },
);

test('a deletion clicked twice is requested once, is marked, and can be undone', async () => {
  const { client } = service;
  const key = await client.post('/v3/api-keys', { body: { name: 'a waiter' } });
  const tool = await client.post('/v3/tools', {
    body: { name: 'open_door', description: 'Opens.', url: 'https://shop.example/tool' },
  });
  const page = await open();
  const deletions: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions.push(new URL(request.url()).pathname);
  });
  await openPath(page, '/keys');
  await page.getByRole('button', { name: 'Revoke a waiter' }).dblclick();
  await page.getByRole('button', { name: 'Deleted', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Undo: The key a waiter' }).click();
  await page.getByRole('button', { name: 'Revoke a waiter' }).getByText('Revoke', { exact: true }).waitFor();
  await letPass(page, 10_000);
  expect(deletions).toEqual([]);

  // For a tool, the console first checks whether it is in use.
  await openPath(page, '/tools');
  const row = page.getByText('open_door', { exact: true });
  expect(await isStruck(row)).toBe(false);
  await page.getByRole('button', { name: 'Delete' }).dblclick();
  await page.getByRole('button', { name: 'Deleted', exact: true }).waitFor();
  expect(await isStruck(row)).toBe(true);
  expect(await page.getByRole('button', { name: 'Change open_door' }).isVisible()).toBe(false);
  await watched.expectAccessible();
  await letPass(page, 10_000);
  await page.getByText('No tool yet').waitFor();
  // One message has said it.
  expect(await page.getByRole('alert').count()).toBe(0);
  await letPass(page, 10_000);
  expect(deletions).toEqual([`/v3/tools/${tool.id}`]);
  await client.delete('/v3/api-keys/{id}', { path: { id: key.id } });
  expect(watched.complaints).toEqual([]);
});

test('what is being saved is deleted after that, without a question about changes that are saved by then', async () => {
  const { faces } = await service.client.get('/v3/faces', { query: { take: 1 } });
  const { id } = await service.client.post('/v3/characters', {
    body: { name: 'Waiter', faceId: faces[0]!.id },
  });
  const page = await open();
  await openPath(page, `/characters/${id}`);
  await page.getByLabel('Greeting').fill('Good evening.');
  let hold!: (route: Route) => void;
  const held = new Promise<Route>((resolve) => {
    hold = resolve;
  });
  await page.route(`**/v3/characters/${id}`, (route) =>
    route.request().method() === 'PATCH' ? hold(route) : route.continue(),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  const saving = await held;
  const remove = page.getByRole('button', { name: 'Delete', exact: true });
  expect(await remove.isDisabled()).toBe(true);
  await watched.expectAccessible();
  await remove.click({ force: true });
  await saving.continue();
  await page.getByText('Waiter is saved.').waitFor();
  await remove.click();
  await page.getByRole('heading', { level: 1, name: 'Avatars' }).waitFor();
  await letPass(page, 10_000);
  await untilGone(() => service.client.get('/v3/characters/{id}', { path: { id } }));
  expect(watched.complaints).toEqual([]);
});

test('if the service refuses a deletion, its message and the request id are shown', async () => {
  const { id } = await service.client.post('/v3/api-keys', { body: { name: 'a till' } });
  const page = await open();
  await openPath(page, '/keys');
  await page.getByRole('button', { name: 'Revoke a till' }).click();
  await page.getByText('Programs that use it are refused from then on.').waitFor();
  // Another user deletes it first.
  await service.client.delete('/v3/api-keys/{id}', { path: { id } });
  await letPass(page, 10_000);
  const message = page.getByRole('alert').filter({ hasText: 'The key a till is still there' });
  await message.getByText(/Request req_/).waitFor();
});

/** Whether the text is struck through. */
const isStruck = (text: Locator) =>
  text.evaluate((element) => {
    for (let around: Element | null = element; around; around = around.parentElement)
      if (getComputedStyle(around).textDecorationLine === 'line-through') return true;
    return false;
  });

/** Whether nothing covers the middle of the element. */
const isFree = (control: Locator) =>
  control.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test('an error message covers no control and disappears with its page, or by itself if nobody reads it', async () => {
  const { client } = service;
  const tool = await client.post('/v3/tools', {
    body: { name: 'open_door', description: 'Opens.', url: 'https://shop.example/tool' },
  });
  const agent = await client.post('/v1/agents', {
    body: { provider: 'gemini', name: 'Host', tools: [{ id: tool.id }] },
  });
  const page = await open({ viewport: { width: 1280, height: 800 } });
  const refusal = page.getByRole('alert').filter({ hasText: 'open_door is still there' });
  const refuse = async () => {
    await openPath(page, '/tools');
    await page.getByRole('button', { name: 'Delete' }).click();
    await refusal.waitFor();
  };
  await refuse();
  for (const control of [
    page.getByRole('link', { name: 'Talk', exact: true }),
    page.getByRole('link', { name: 'Docs' }).first(),
    page.getByRole('button', { name: 'Sign out' }),
    page.getByRole('button', { name: 'Delete' }),
    page.getByRole('button', { name: 'Add a tool', exact: true }),
  ])
    expect(await isFree(control), String(control)).toBe(true);
  await openPath(page, '/webhooks');
  await refusal.waitFor({ state: 'detached' });

  await refuse();
  await refusal.hover();
  await letPass(page, 60_000);
  await refusal.getByRole('button').focus();
  await page.mouse.move(0, 0);
  await letPass(page, 60_000);
  expect(await refusal.count()).toBe(1);
  await page.getByRole('button', { name: 'Sign out' }).focus();
  await letPass(page, 10_000);
  await refusal.waitFor({ state: 'detached' });
  await client.delete('/v1/agents/{id}', { path: { id: agent.id } });
  await client.delete('/v3/tools/{id}', { path: { id: tool.id } });
});

test('on a phone a message appears at the top, and covers nothing that is pressed next', async () => {
  const { id } = await service.client.post('/v3/api-keys', { body: { name: 'a kiosk' } });
  const page = await open(PHONE);
  await openPath(page, '/keys');
  const revoke = page.getByRole('button', { name: 'Revoke a kiosk' });
  await revoke.click();
  const message = page.getByRole('alert').filter({ hasText: 'Deleted: The key a kiosk' });
  const undo = message.getByRole('button');
  await undo.click({ trial: true });
  const { x, y, width, height } = (await message.boundingBox())!;
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(PHONE.viewport.width);
  expect(y + height).toBeLessThan(PHONE.viewport.height / 3);
  for (const control of [
    page.getByRole('button', { name: 'Menu' }),
    page.getByRole('link', { name: 'Talk', exact: true }),
    page.getByRole('button', { name: 'Add an API key', exact: true }),
    page.getByRole('button', { name: 'Deleted', exact: true }),
  ])
    expect(await isFree(control), String(control)).toBe(true);
  await watched.expectAccessible();
  await undo.click();
  await revoke.waitFor();
  await service.client.delete('/v3/api-keys/{id}', { path: { id } });
});

test('undo is a labelled button, also on the next page; leaving the console before it expires deletes at once', async () => {
  const { client } = service;
  const { id } = await client.post('/v3/api-keys', { body: { name: 'a kiosk' } });
  const page = await open();
  await openPath(page, '/keys');
  const revoke = page.getByRole('button', { name: 'Revoke a kiosk' });
  const message = page.getByRole('alert').filter({ hasText: 'Deleted: The key a kiosk' });
  await revoke.click();
  await openPath(page, '/tools');
  await letPass(page, 5_000);
  expect(await message.getByRole('button').allTextContents()).toEqual(['Undo']);
  await watched.expectAccessible();
  await message.getByText('Undo').click();
  await message.waitFor({ state: 'detached' });
  await letPass(page, 10_000);
  await openPath(page, '/keys');
  await revoke.click();
  await message.waitFor();
  await page.goto(`${service.url}/docs/`);
  await expect
    .poll(async () => (await client.get('/v3/api-keys')).apiKeys.filter((key) => key.id === id))
    .toEqual([]);
});
