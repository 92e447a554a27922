/** Tests the lists of the console: the conversations they show, the files they export, and the usage they total. */
import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { askForPath, openPath } from '../support/console-page.ts';
import { ConsoleVisits } from '../support/console-visits.ts';
import { PHONE } from '../support/phone.ts';

const visits = new ConsoleVisits();

/** Creates a conversation that has ended. @returns its id */
async function talk(name: string, avatarId: string, identity: string): Promise<string> {
  const { client } = visits.service;
  const { session } = await client.post('/v1/sessions', {
    body: { name, avatar: { id: avatarId }, consumerIdentity: { identity } },
  });
  await client.patch('/v1/sessions/{id}/stop', { path: { id: session.id } });
  return session.id;
}

test.each([
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['a phone in the dark', PHONE],
])(
  'on %s conversations are filtered by avatar and agent, also after a reload and after going back',
  async (name, options) => {
    const [one, other] = (await visits.service.client.get('/v1/avatars')).avatars;
    await talk(`First on ${name}`, one!.id, 'ada');
    await talk(`Second on ${name}`, other!.id, '7');
    const page = await visits.open(options);
    await openPath(page, '/conversations');
    const first = page.getByRole('link', { name: `First on ${name}` });
    const second = page.getByRole('link', { name: `Second on ${name}` });
    await second.waitFor();
    // State labels are not truncated.
    const cut = page
      .locator('main .mantine-Badge-label')
      .evaluateAll(
        (labels) => labels.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      );
    expect(await cut).toBe(0);
    // On a phone the filters are collapsed until one is set.
    expect(await page.getByLabel('User').isVisible()).toBe(options !== PHONE);
    if (options === PHONE) await page.getByRole('button', { name: 'Filters' }).click();
    const choose = async (field: string, option: string) => {
      await page.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('Avatar', one!.name);
    await second.waitFor({ state: 'detached' });
    await page.reload();
    await first.waitFor();
    expect(await second.count()).toBe(0);
    await choose('Agent', other!.agent!.name!);
    await page.getByText('No conversation fits').waitFor();
    // Choosing the same option again clears the filter.
    await choose('Avatar', one!.name);
    await second.waitFor();
    await page.getByLabel('User').pressSequentially('7');
    await expect.poll(() => page.url()).toMatch(/#.*user=.*7/);
    await visits.watched.expectAccessible();
    await second.click();
    await page.getByRole('heading', { level: 1, name: `Second on ${name}` }).waitFor();
    await page.goBack();
    await second.waitFor();
    expect(await first.count()).toBe(0);
    expect(await page.getByLabel('User').inputValue()).toBe('7');
    expect(visits.watched.complaints).toEqual([]);
  },
);

/** Returns the CSV that a click on “CSV” saves. */
async function savedBy(page: Page): Promise<string> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ]);
  return readFile(await saved.path(), 'utf8');
}

test('the filtered list is saved as a table, in which no cell becomes a formula', async () => {
  const { client } = visits.service;
  const [avatar] = (await client.get('/v1/avatars')).avatars;
  const id = await talk('=HYPERLINK("http://a.example")', avatar!.id, '@SUM(1)');
  await client.put('/v3/conversations/{id}/rating', {
    path: { id },
    body: { rating: 'down', comment: 'No.' },
  });
  await talk('Somebody else', avatar!.id, 'ada');
  const page = await visits.open(PHONE);
  await askForPath(page, '/conversations?user=@SUM(1)');
  await page.getByRole('link', { name: '=HYPERLINK' }).waitFor();
  const { startedAt, endedAt } = await client.get('/v3/conversations/{id}', { path: { id } });
  expect(await savedBy(page)).toBe(
    '\uFEFF"id","name","avatar","agent","user","started","ended","seconds","endReason","rating","summary"\r\n' +
      `"${id}","'=HYPERLINK(""http://a.example"")","${avatar!.name}","${avatar!.agent!.name}","'@SUM(1)",` +
      `"${startedAt}","${endedAt}","0","stopped","down","Nobody said anything · Rating: not good “No.”"\r\n`,
  );
});

test('a long list is read up to a limit, with a notice; reading can be cancelled, and then saves nothing', async () => {
  const [avatar] = (await visits.service.client.get('/v1/avatars')).avatars;
  await talk('One of many', avatar!.id, 'ada');
  const page = await visits.open({ viewport: { width: 1280, height: 800 } });
  const { conversations, ...list } = await visits.service.client.get('/v3/conversations');
  const gate = new EventEmitter();
  const opened = once(gate, 'open');
  await page.route('**/v3/conversations?*take=50*', async (route) => {
    const cursor = new URL(route.request().url()).searchParams.get('cursor') ?? '0';
    if (cursor === '2') await opened;
    const json = {
      ...list,
      total: 12_000,
      nextCursor: String(Number(cursor) + 1),
      conversations: Array.from({ length: 50 }, (_, at) => ({
        ...conversations[0],
        id: `conv_${cursor}_${at}`,
      })),
    };
    await route.fulfill({ json }).catch(() => undefined);
  });
  await page.route('**/v3/conversations?*take=20*', (route) =>
    route.fulfill({ json: { ...list, conversations, total: 12_000 } }),
  );
  await openPath(page, '/conversations');
  let saved = 0;
  page.on('download', () => saved++);
  const start = page.getByRole('button', { name: 'CSV' });
  await start.click();
  await page.getByText('100 of 10,000 conversations').waitFor();
  await page.getByRole('progressbar', { name: '100 of 10,000 conversations' }).waitFor();
  await visits.watched.expectAccessible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
  gate.emit('open');
  const lines = (await savedBy(page)).trimEnd().split('\r\n');
  expect(lines).toHaveLength(10_001);
  expect(new Set(lines).size).toBe(10_001);
  await page.getByText('The file has the newest 10,000 of 12,000 conversations.').waitFor();
  expect(saved).toBe(1);
  expect(visits.watched.complaints).toEqual([]);
});

test('the usage begins when the organization was created', async () => {
  const page = await visits.open();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const now = new Date();
  const monthAgo = (seconds: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1, 12, 0, seconds)).toISOString();
  await page.route('**/v3/organizations/own', async (route) => {
    const json = await (await route.fetch()).json();
    await route.fulfill({ json: { ...json, anchorDay: 1, createdAt: monthAgo(0) } });
  });
  await openPath(page, '/usage');
  await page.getByRole('combobox', { name: 'Billing cycle' }).click();
  const cycles = page.getByRole('listbox', { name: 'Billing cycle' }).getByRole('option');
  expect(await cycles.allTextContents()).toEqual(['this cycle', '1 month ago']);
  // The organization of the tests is new: it has only one cycle.
  await page.unroute('**/v3/organizations/own');
  await page.reload();
  const today = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(now);
  await page.getByText(new RegExp(`^${today} to `)).waitFor();
  expect(await page.getByRole('combobox', { name: 'Billing cycle' }).count()).toBe(0);
});

test.each([
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['a phone in the dark', PHONE],
])('on %s visitors of the talk page are a single row of the usage', async (_name, options) => {
  const [avatar] = (await visits.service.client.get('/v1/avatars')).avatars;
  const visitors = ['a', 'b'].map((letter) => `talk-00000000-0000-4000-8000-${letter.repeat(12)}`);
  const { users } = await visits.service.client.get('/v3/organizations/user-usage', { query: { take: 50 } });
  if (!users.some(({ user }) => user === visitors[0]))
    for (const user of [...visitors, visitors[0]!, 'talk-show'])
      await talk('A talk of visitors', avatar!.id, user);
  const page = await visits.open(options);
  await openPath(page, '/usage');
  const row = page.getByRole('row').filter({ hasText: '2 visitors of the talk page' });
  await row.waitFor();
  expect(await row.getByRole('cell').allTextContents()).toEqual([
    expect.stringContaining('2 visitors of the talk page'),
    '3',
    '0 s',
  ]);
  await page.getByRole('cell', { name: 'talk-show', exact: true }).waitFor();
  expect(await page.getByRole('cell', { name: visitors[0]! }).count()).toBe(0);
  const open = row.getByRole('button', { expanded: false });
  await open.click();
  for (const name of visitors) await page.getByRole('cell', { name }).waitFor();
  await visits.watched.expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await row.getByRole('button', { expanded: true }).click();
  await page.getByRole('cell', { name: visitors[0]! }).waitFor({ state: 'detached' });
  expect(visits.watched.complaints).toEqual([]);
});
