/** Tests the console and the widget with the keyboard and on a phone: nothing is truncated, covered or unreachable. */
import { beforeAll, expect, test } from 'vitest';
import { openPath } from '../support/console-page.ts';
import { ConsoleVisits } from '../support/console-visits.ts';
import { PHONE, SCREENS } from '../support/phone.ts';

const WIDE = { viewport: { width: 1280, height: 800 } };
const visits = new ConsoleVisits();
beforeAll(async () => {
  const { client } = visits.service;
  const { avatars } = await client.get('/v1/avatars', { query: { take: 1 } });
  const { conversation } = await client.post('/v3/conversations', {
    body: { name: 'A long name of a conversation about harbours', characterId: avatars[0]!.id },
  });
  await client.post('/v3/conversations/{id}/stop', { path: { id: conversation.id } });
});

async function open(options: object) {
  const page = await visits.open(options);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  return page;
}

test.each(SCREENS)('on %s a table shows whole rows without horizontal scrolling', async (_name, options) => {
  const page = await open(options);
  await openPath(page, '/conversations');
  await page.getByRole('link', { name: /^A long name/ }).waitFor();
  const width = page.viewportSize()!.width;
  const cells = await page.locator('td').evaluateAll((all) =>
    all.map((cell) => ({
      right: cell.getBoundingClientRect().right,
      cut: cell.scrollWidth - cell.clientWidth,
    })),
  );
  expect(cells.length).toBeGreaterThan(4);
  for (const { right, cut } of cells) {
    expect(right).toBeLessThanOrEqual(width);
    expect(cut).toBeLessThanOrEqual(0);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  await visits.watched.expectAccessible();
  expect(visits.watched.complaints).toEqual([]);
});

test('an element that the keyboard returns to is not hidden by the header', async () => {
  const page = await open(WIDE);
  await openPath(page, '/avatars/new');
  const header = (await page.getByRole('banner').boundingBox())!;
  await page.getByText('Pauses and interruptions').click();
  await page.getByLabel('Longest silence').focus();
  for (let n = 0; n < 20; n++) {
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(() => document.activeElement!.getBoundingClientRect().top);
    expect(top, `element ${n}`).toBeGreaterThanOrEqual(header.height);
  }
});

test.each(SCREENS)(
  'on %s the keyboard can skip the menu, and the focused element is visible',
  async (_name, options) => {
    const page = await open(options);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('button', { name: 'Skip to the page' });
    expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true);
    await expect.poll(async () => (await skip.boundingBox())!.y).toBeGreaterThanOrEqual(0);
    for (let n = 0; n < 6; n++) {
      await page.keyboard.press('Tab');
      const ring = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!);
        return `${outlineStyle} ${outlineWidth}`;
      });
      expect(ring, `element ${n}`).toMatch(/^(solid|auto) [1-9]/);
    }
    await skip.focus();
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement!.tagName)).toBe('MAIN');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement!.closest('main') !== null)).toBe(true);
    expect(visits.watched.complaints).toEqual([]);
  },
);

test.each([
  ['desktop', WIDE],
  ['a phone in the dark', PHONE],
  ['a phone on its side', { viewport: { width: 844, height: 390 } }],
])('on %s the start button is next to the face, and both are visible', async (_name, options) => {
  const page = await open(options);
  const { avatars } = await visits.service.client.get('/v1/avatars', { query: { take: 1 } });
  await openPath(page, `/avatars/${avatars[0]!.id}`);
  const start = page.getByRole('button', { name: 'Start the conversation' });
  await start.waitFor();
  await start.scrollIntoViewIfNeeded();
  const { y, height } = (await start.boundingBox())!;
  const face = (await page.locator('#video').boundingBox())!;
  expect(y).toBeGreaterThanOrEqual(face.y + face.height);
  expect(y + height - face.y).toBeLessThanOrEqual(page.viewportSize()!.height);
  expect(face.height).toBeGreaterThan(60);
  await visits.watched.expectAccessible();
});
