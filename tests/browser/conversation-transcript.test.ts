/** Tests that a visitor can read the transcript while it grows. */
import { expect, test } from 'vitest';
import { startButton, untilListening, useElementPages } from '../support/element-page.ts';

const elements = useElementPages();

test('the newest line stays visible when a keyboard takes room, and nothing moves for a reader who has scrolled up', async () => {
  const page = await elements.open();
  await page.setViewportSize({ width: 390, height: 844 });
  await startButton(page).click();
  await untilListening(page);
  const list = page.locator('#transcript');
  const belowPx = () => list.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop);
  const type = async (text: string) => {
    await page.locator('#text').fill(text);
    await page.locator('#text').press('Enter');
    await list.locator('li.user').last().filter({ hasText: text }).waitFor();
  };
  await type('A long question. '.repeat(12));
  await expect.poll(belowPx).toBeLessThan(2);
  const heightPx = () => list.evaluate((one) => one.clientHeight);
  const before = await heightPx();
  await page.setViewportSize({ width: 390, height: 480 });
  await expect.poll(heightPx).toBeLessThan(before);
  await expect.poll(belowPx).toBeLessThan(2);

  await page.evaluate(() => {
    const element = document.querySelector('visavis-avatar')!;
    element.shadowRoot!.getElementById('transcript')!.scrollTop = 0;
  });
  await list.locator('li.user + li.character').waitFor();
  await untilListening(page);
  expect(await list.evaluate((one) => one.scrollTop)).toBe(0);
  await type('And one more.');
  await expect.poll(belowPx).toBeLessThan(2);
  expect(elements.watched.complaints).toEqual([]);
});
