import { expect, test } from 'vitest';
import { askForPath, openPath } from '../support/console-page.ts';
import { ConsoleVisits } from '../support/console-visits.ts';
import { MUSEUM } from '../support/museum.ts';
import { PHONE } from '../support/phone.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { untilEnded } from '../support/service-client.ts';
import { turnCameraOn } from '../support/turn-camera-on.ts';
import { agreeToLinkedKey } from '../support/watched-page.ts';

const visits = new ConsoleVisits();

const link = () => `${visits.service.url}/console/#key=${TEST_API_KEY}`;

test('a line that was cut off is marked, events are described in words, and the overview explains how to add a model', async () => {
  const agent = await visits.service.client.post('/v1/agents', {
    body: { provider: 'gemini', name: 'Guide', greetingMsg: `Welcome. ${MUSEUM.text.repeat(4)}` },
  });
  const avatar = await visits.service.client.post('/v1/avatars', {
    body: { identity: 'maya', name: 'Talkative', agentId: agent.id },
  });
  const page = await visits.open();
  await openPath(page, `/avatars/${avatar.id}`);
  await page.locator('visavis-avatar #start').click();
  await page.locator('#transcript li.character', { hasText: 'Welcome' }).waitFor();
  await turnCameraOn(page);
  await page.locator('#text').fill('Hello.');
  await page.locator('#text').press('Enter');
  await page.locator('#transcript li.cut').waitFor();
  // The answer is over as well, so the stop below interrupts nothing.
  await page.locator('#heard', { hasText: /\w/, hasNotText: 'Welcome' }).waitFor({ state: 'attached' });
  const { conversations } = await visits.service.client.get('/v3/conversations', { query: { take: 1 } });
  const { id } = conversations[0]!;
  const other = await page.context().newPage();
  await other.goto(link());
  await agreeToLinkedKey(other);
  // The avatar has chosen a provider, but the service has no provider configured.
  await other.getByText(/This service had no model/).waitFor();
  await other.getByRole('link', { name: 'Give a key or a server of your own' }).waitFor();
  await other.getByText('npx visavis config', { exact: true }).waitFor();
  await openPath(other, `/conversations/${id}`);
  await other.locator('.lines li.character', { hasText: /Welcome.*— interrupted/ }).waitFor();
  // The timeline marks it, too.
  expect(await other.locator('.span[data-cut]').getAttribute('title')).toMatch(/Welcome.*— interrupted$/);
  await other
    .getByText(/^answered after (?:\d+ ms|[\d.]+ s) by the offline demo; the user typed$/)
    .first()
    .waitFor();
  const interruption = other.getByText(/^the user typed, after (?:\d+ ms|[\d.]+ s) were heard$/);
  await interruption.click();
  await other.getByText('"by":"text"').waitFor();
  await page.locator('#hang-up').click();
  // In the status and in the timeline, and nowhere else.
  await expect.poll(() => other.getByText('user hung up', { exact: true }).allTextContents()).toHaveLength(2);
  // Identities are for programs.
  expect(await other.locator('main').textContent()).not.toMatch(/[\da-f]{8}-[\da-f]{4}/);
  expect(await other.getByText('— interrupted').count()).toBe(1);
  expect(visits.watched.complaints).toEqual([]);
});

test('on a phone the table of conversations shows how each ended without scrolling', async () => {
  const { avatars } = await visits.service.client.get('/v1/avatars', { query: { take: 1 } });
  await visits.service.client.post('/v1/sessions', {
    body: {
      name: 'A long talk about the opening hours',
      avatar: { id: avatars[0]!.id },
      consumerIdentity: { identity: 'ada' },
    },
  });
  const page = await visits.open(PHONE);
  await openPath(page, '/conversations');
  const row = page.getByRole('row').filter({ hasText: 'A long talk about the opening hours' });
  const { x, width } = (await row.getByText('live', { exact: true }).boundingBox())!;
  expect(x + width).toBeLessThan(390);
});

test('on a phone the closed menu takes no focus, and the open one links to the documentation', async () => {
  const page = await visits.open(PHONE);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const docs = page.getByRole('navigation').getByRole('link', { name: 'Docs' });
  expect(await docs.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  await docs.waitFor();
  await visits.watched.expectAccessible();
  // The link of the current page also closes the menu.
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await docs.waitFor({ state: 'hidden' });
});

test('a link to another filter works if the list of conversations is open already', async () => {
  const page = await visits.open();
  const reason = page.getByRole('combobox', { name: 'Ended because' });
  await askForPath(page, '/conversations?endReason=stopped');
  await expect.poll(() => reason.inputValue()).toBe('hung up or stopped');
  await askForPath(page, '/conversations?endReason=consumer_left');
  await expect.poll(() => reason.inputValue()).toBe('user left');
});

test('the timeline of a conversation draws each line from its beginning to its end, and a long one is no pause', async () => {
  const { client } = visits.service;
  const [avatar] = (await client.get('/v1/avatars', { query: { take: 1 } })).avatars;
  const { session } = await client.post('/v1/sessions', {
    body: { name: 'A long talk', avatar: { id: avatar!.id }, consumerIdentity: { identity: 'ada' } },
  });
  await client.post('/v3/conversations/{id}/stop', { path: { id: session.id } });
  const { startedAt } = await untilEnded(visits.service, session.id);
  const time = (seconds: number) => new Date(Date.parse(startedAt) + seconds * 1_000).toISOString();
  const says = (id: string, author: string, content: string, from: number, to: number) =>
    `event: transcript\ndata: ${JSON.stringify({ id, author, content, recordedAt: time(from), endedAt: time(to) })}\n\n`;
  const page = await visits.open(PHONE);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.route(`**/v3/conversations/${session.id}/events*`, (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      // The answer arrives before the words of the question.
      body: [
        says('c1', 'character', 'A long answer.', 12, 52),
        says('u1', 'user', 'A question?', 2, 12),
        says('u2', 'user', 'Thanks.', 60, 60),
      ].join(''),
    }),
  );
  await openPath(page, `/conversations/${session.id}`);
  await page.getByTitle(/: A long answer\.$/).waitFor();
  expect(await page.locator('.lines li').allTextContents()).toEqual([
    expect.stringContaining('A question?'),
    expect.stringContaining('A long answer.'),
    expect.stringContaining('Thanks.'),
  ]);
  const [question, answer, typed] = await Promise.all(
    [/: A question\?$/, /: A long answer\.$/, /: Thanks\.$/].map(
      async (title) => (await page.getByTitle(title).boundingBox())!,
    ),
  );
  expect(answer!.width / question!.width).toBeCloseTo(4, 0);
  expect(Math.abs(question!.x + question!.width - answer!.x)).toBeLessThan(2);
  expect(typed!.width).toBeLessThan(question!.width);
  expect(await page.getByTitle(/without events$/).count()).toBe(0);
  await visits.watched.expectAccessible();
});

test('a conversation names its avatar and its embed, and its timeline gives the real length of a pause that is drawn shortened', async () => {
  const { client } = visits.service;
  const [avatar] = (await client.get('/v1/avatars', { query: { take: 1 } })).avatars;
  const { session } = await client.post('/v1/sessions', {
    body: { name: 'A silent talk', avatar: { id: avatar!.id }, consumerIdentity: { identity: 'ada' } },
  });
  const embed = await client.post('/v3/embeds', {
    body: { name: 'On our website', characterId: avatar!.id, allowedOrigins: ['https://museum.example'] },
  });
  const path = { id: session.id };
  await client.post('/v3/conversations/{id}/stop', { path });
  const { endedAt } = await untilEnded(visits.service, session.id);
  const page = await visits.open(PHONE);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  // As if the user had come from an embed, and had been silent for the ten minutes before the end.
  const later = new Date(Date.parse(endedAt!) + 600_000).toISOString();
  await page.route(`**/v3/conversations/${session.id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      json: { ...(await response.json()), endedAt: later, embedId: embed.id },
    });
  });
  // The events, which contain the true end, have not arrived yet.
  await page.route(`**/v3/conversations/${session.id}/events`, () => undefined);
  await openPath(page, `/conversations/${session.id}`);
  await page.getByRole('heading', { level: 1, name: 'A silent talk' }).waitFor();
  await page.getByText(avatar!.name, { exact: true }).waitFor();
  await page.getByText('On our website', { exact: true }).waitFor();
  await page
    .getByTitle(/^10 min(?: \d+ s)? without events$/)
    .first()
    .waitFor();
  await visits.watched.expectAccessible();
});
