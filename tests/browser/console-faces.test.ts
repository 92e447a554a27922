import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { openPath } from '../support/console-page.ts';
import { PHONE } from '../support/phone.ts';
import { makePortraitPhoto } from '../support/portrait-photo.ts';
import { type Service, startService, TEST_API_KEY } from '../support/service.ts';
import { openWatched, type WatchedPage } from '../support/watched-page.ts';

let service: Service;
let browser: Browser;
let watched: WatchedPage;
/** A portrait, higher than wide. */
let portrait: Buffer;
beforeAll(async () => {
  service = await startService();
  browser = await launchBrowser();
  portrait = await makePortraitPhoto(browser, service);
});
afterEach(() => watched?.close());
afterAll(async () => {
  await browser?.close();
  await service?.dispose();
});

async function choosePicture(page: Page, name: string): Promise<void> {
  await openPath(page, '/avatars/new');
  await page.getByLabel('Name').fill(name);
  await page.getByText('A picture of your own').click();
  await page
    .getByLabel('Picture of the face')
    .setInputFiles({ name: 'maya.jpg', mimeType: 'image/jpeg', buffer: portrait });
}

/** Middle of an element, in pixels of the page. */
async function middleOf(page: Page, label: string): Promise<{ x: number; y: number }> {
  const button = page.getByRole('button', { name: label });
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** Of a point: its place in parts of the square, and the side of the square in pixels. */
const placeOf = (page: Page, label: string) =>
  page.getByRole('button', { name: label }).evaluate((button: HTMLElement) => ({
    x: Number.parseFloat(button.style.left) / 100,
    y: Number.parseFloat(button.style.top) / 100,
    stage: button.closest('[data-stage]')!.clientWidth,
  }));

async function dragByFinger(page: Page, label: string, by: { x: number; y: number }): Promise<void> {
  const { x, y } = await middleOf(page, label);
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', share: number) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + by.x * share, y: y + by.y * share }],
    });
  await send('touchStart', 0);
  for (const share of [0.25, 0.5, 0.75, 1]) await send('touchMove', share);
  await send('touchEnd', 1);
}

async function dragByMouse(page: Page, label: string, by: { x: number; y: number }): Promise<void> {
  const { x, y } = await middleOf(page, label);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by.x, y + by.y, { steps: 4 });
  await page.mouse.up();
}

test.each([
  ['desktop', {}, dragByMouse],
  ['a phone in the dark', { ...PHONE, hasTouch: true }, dragByFinger],
])(
  'a picture on %s: cropped, its points moved, heard and seen before it is saved',
  async (_name, options, drag) => {
    watched = await openWatched(browser, `${service.url}/console/#key=${TEST_API_KEY}`, options);
    const { page } = watched;
    await choosePicture(page, 'Maya of ours');
    const found = page.getByText('A face was found.');
    await found.waitFor();
    await watched.expectAccessible();

    // The face speaks, and its mouth is not the same all the time.
    await page.getByLabel('Sentence to try').fill('Welcome to the museum.');
    // Looked at by the page itself: a busy test would look when it is over.
    const pictures = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const seen = new Set<string>();
          const look = () => {
            const clip = document.querySelector('canvas');
            if (Number(clip?.dataset.shown) >= 2) seen.add(clip!.toDataURL());
            if (seen.size > 1) resolve(seen.size);
            else requestAnimationFrame(look);
          };
          look();
        }),
    );
    await page.getByRole('button', { name: 'Hear and see it' }).click();
    await page.getByRole('img', { name: 'The face as it speaks' }).waitFor();
    expect(await pictures).toBe(2);
    await page.getByText('This is the offline voice of this service.').waitFor();
    expect((await service.client.get('/v3/faces', { query: { take: 1 } })).faces[0]!.identity).not.toMatch(
      /^custom/,
    );

    // The crop by the keyboard: the face is found anew in what is left.
    const searched = page.waitForResponse(/faces\/preview/);
    const zoom = page.getByRole('slider', { name: 'Zoom' });
    for (let press = 0; press < 6; press++) await zoom.press('ArrowRight');
    await page.getByRole('button', { name: 'Move the picture' }).press('ArrowUp');
    await searched;
    await found.waitFor();

    // Once a point is moved, no search moves them any more.
    await page.getByRole('button', { name: 'Chin' }).press('ArrowUp');
    await page.getByText('The face moves by the points as you placed them.').waitFor();
    const chin = await placeOf(page, 'Chin');
    for (let press = 0; press < 4; press++) await page.getByRole('button', { name: 'Chin' }).press('ArrowUp');
    expect(chin.y - (await placeOf(page, 'Chin')).y).toBeCloseTo(0.02, 2);
    const eye = await placeOf(page, 'Eye on the left');
    await drag(page, 'Eye on the left', { x: 12, y: -8 });
    const { x, y, stage } = await placeOf(page, 'Eye on the left');
    expect((x - eye.x) * stage).toBeCloseTo(12, 0);
    expect((y - eye.y) * stage).toBeCloseTo(-8, 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await watched.expectAccessible();

    await page.getByRole('button', { name: 'Make the avatar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Maya of ours' }).waitFor();
    const { faces } = await service.client.get('/v3/faces', { query: { take: 1 } });
    const { id, rig, referenceImgUrl } = faces[0]!;
    expect(Object.keys(rig!)).toContain('leftEyeTop');
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, referenceImgUrl);
    expect(size[0]).toBe(size[1]);
    expect(size[0]).toBeLessThan(600);

    // The saved picture can be adjusted again, and has its points.
    await page.getByRole('button', { name: 'Crop it, or move its face points' }).click();
    await page.getByText('The face moves by the points as you placed them.').waitFor();
    await page.getByRole('button', { name: 'Find the points again' }).click();
    await found.waitFor();
    expect(watched.complaints).toEqual([]);
    const { avatars } = await service.client.get('/v1/avatars', { query: { take: 1 } });
    await service.client.delete('/v1/avatars/{id}', { path: { id: avatars[0]!.id } });
    await service.client.delete('/v3/faces/{id}', { path: { id } });
  },
);

test('what is no picture is refused in words, and a picture without a face gets points to place', async () => {
  watched = await openWatched(browser, `${service.url}/console/#key=${TEST_API_KEY}`);
  const { page } = watched;
  await choosePicture(page, 'Nobody');
  const give = (name: string, buffer: Buffer) =>
    page.getByLabel('Picture of the face').setInputFiles({ name, mimeType: 'image/png', buffer });
  await give('broken.png', Buffer.from('no picture'));
  await page.getByRole('alert').filter({ hasText: 'broken.png cannot be read as a picture.' }).waitFor();
  const wall = await page.locator('nav').first().screenshot();
  await give('wall.png', wall);
  await page.getByText('No face was found.').waitFor();
  await page.getByRole('button', { name: 'Chin' }).press('ArrowUp');
  await page.getByText('The face moves by the points as you placed them.').waitFor();
});

test('a picture that a program uploaded without points is not among the built-in people, and can be edited', async () => {
  const refImage = `data:image/jpeg;base64,${portrait.toString('base64')}`;
  const { id } = await service.client.post('/v1/avatars', { body: { refImage, name: 'Uploaded' } });
  watched = await openWatched(browser, `${service.url}/console/#key=${TEST_API_KEY}`);
  const { page } = watched;
  await openPath(page, `/avatars/${id}`);
  await page.getByRole('button', { name: 'Crop it, or move its face points' }).waitFor();
  await page.getByText('Built-in people').click();
  await page.getByRole('button', { name: 'maya', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^custom/ }).count()).toBe(0);
});
