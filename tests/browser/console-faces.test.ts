import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openPath } from '../support/console-page.ts';
import { PHONE } from '../support/phone.ts';
import { makePortraitPhoto } from '../support/portrait-photo.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useVisits } from '../support/visits.ts';

/** A portrait that is taller than wide. */
let portrait: Buffer;
const { service, browser, watched, visit } = useVisits();
beforeAll(async () => {
  portrait = await makePortraitPhoto(browser, service);
});

async function choosePicture(page: Page, name: string, buffer = portrait): Promise<void> {
  await openPath(page, '/avatars/new');
  await page.getByLabel('Name').fill(name);
  await page.getByText('A picture of your own').click();
  await page
    .getByLabel('Picture of the face')
    .setInputFiles({ name: 'maya.jpg', mimeType: 'image/jpeg', buffer });
}

/** Resolves with the next response to a request that contains placed points. */
const answerToRig = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().endsWith('/faces/preview') && !!response.request().postDataJSON().rig,
  );

/** Zooms in on a part of the face and shows its draggable points. */
const adjust = (page: Page, part: string) =>
  page.getByRole('radiogroup', { name: 'What to adjust' }).getByText(part).click();

/** Returns the centre of an element, in page pixels. */
async function middleOf(page: Page, label: string): Promise<{ x: number; y: number }> {
  const button = page.getByRole('button', { name: label });
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

/** Returns the position of a point as fractions of the square, and the side of the square in pixels. */
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

/** Drags a point with two moves before the page draws the first, as on a busy phone. */
async function moveTwiceAtOnce(page: Page, label: string, by: { x: number; y: number }): Promise<void> {
  const { x, y } = await middleOf(page, label);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.getByRole('button', { name: label }).evaluate(
    (button, { from, step }) => {
      for (const times of [1, 2])
        button.dispatchEvent(
          new PointerEvent('pointermove', {
            pointerId: 1,
            bubbles: true,
            clientX: from.x + step.x * times,
            clientY: from.y + step.y * times,
          }),
        );
    },
    { from: { x, y }, step: by },
  );
  await page.mouse.up();
}

test.each([
  ['desktop', {}, dragByMouse],
  ['a phone in the dark', { ...PHONE, hasTouch: true }, dragByFinger],
])(
  'a picture on %s: cropped, its points moved, heard and seen before it is saved',
  async (_name, options, drag) => {
    const { page } = await visit(`${service.url}/console/#key=${TEST_API_KEY}`, options);
    await choosePicture(page, 'Maya of ours');
    const found = page.getByText('A face was found.');
    await found.waitFor();
    await watched.expectAccessible();

    // The face speaks, and its mouth moves.
    await page.getByLabel('Sentence to try').fill('Welcome to the museum.');
    // Observed inside the page, because a test on a busy machine might look too late.
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

    // Crop with the keyboard: the face is detected again in the cropped picture.
    const searched = page.waitForResponse(/faces\/preview/);
    const zoom = page.getByRole('slider', { name: 'Zoom' });
    for (let press = 0; press < 6; press++) await zoom.press('ArrowRight');
    await page.getByRole('button', { name: 'Move the picture' }).press('ArrowUp');
    await searched;
    await found.waitFor();

    // Move a point of a line with the keyboard, then another one; their neighbours follow.
    const lines = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[data-stage] polygon')].map((line) => line.outerHTML),
      );
    await adjust(page, 'Outline');
    const before = await lines();
    expect(before).toHaveLength(5);
    const chin = 'Outline, point 7';
    const { y: chinY } = await placeOf(page, chin);
    const answered = answerToRig(page);
    for (let press = 0; press < 4; press++) await page.getByRole('button', { name: chin }).press('ArrowUp');
    await page.getByText('The face moves by the points as you placed them.').waitFor();
    expect(chinY - (await placeOf(page, chin)).y).toBeCloseTo(0.02, 2);
    const { rig: placed } = await (await answered).json();
    expect(Object.keys(placed)).toContain('outline17');
    await adjust(page, 'Left eye');
    const lid = 'Lids of the left eye, point 3';
    const lidPlace = await placeOf(page, lid);
    /** Returns how far the point was dragged, in pixels. */
    const pulled = async () => {
      const { x, y, stage } = await placeOf(page, lid);
      return [x - lidPlace.x, y - lidPlace.y].map((part) => Math.round(part * stage));
    };
    await drag(page, lid, { x: 6, y: -8 });
    // The page draws after the event, not during it.
    await expect.poll(pulled).toEqual([6, -8]);
    await moveTwiceAtOnce(page, lid, { x: 3, y: 2 });
    await expect.poll(pulled).toEqual([12, -4]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await watched.expectAccessible();

    await page.getByRole('button', { name: 'Make the avatar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Maya of ours' }).waitFor();
    const { faces } = await service.client.get('/v3/faces', { query: { take: 1 } });
    const { id, rig, referenceImgUrl } = faces[0]!;
    // Only the points that were dragged.
    expect(Object.keys(rig!).sort()).toEqual(['leftLids4', 'outline18']);
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return [image.naturalWidth, image.naturalHeight];
    }, referenceImgUrl);
    expect(size[0]).toBe(size[1]);
    expect(size[0]).toBeLessThan(600);

    // The saved picture can be adjusted again and keeps its points.
    await page.getByRole('button', { name: 'Crop it, or adjust its face' }).click();
    await page.getByText('The face moves by the points as you placed them.').waitFor();
    await page.getByRole('button', { name: 'Find the points again' }).click();
    await found.waitFor();
    expect(watched.complaints).toEqual([]);
    const { avatars } = await service.client.get('/v1/avatars', { query: { take: 1 } });
    await service.client.delete('/v1/avatars/{id}', { path: { id: avatars[0]!.id } });
    await service.client.delete('/v3/faces/{id}', { path: { id } });
  },
);

test('a file that is no picture is refused with a message, and a picture without a face gets points to place', async () => {
  const { page } = await visit(`${service.url}/console/#key=${TEST_API_KEY}`);
  await choosePicture(page, 'Nobody');
  const give = (name: string, buffer: Buffer) =>
    page.getByLabel('Picture of the face').setInputFiles({ name, mimeType: 'image/png', buffer });
  await give('broken.png', Buffer.from('no picture'));
  await page.getByRole('alert').filter({ hasText: 'broken.png cannot be read as a picture.' }).waitFor();
  const wall = await page.locator('nav').first().screenshot();
  await give('wall.png', wall);
  await page.getByText('No face was found.').waitFor();
  await page.getByRole('button', { name: 'Place the face by hand' }).click();
  const eye = page.getByRole('button', { name: 'Eye on the left' });
  const { x } = await placeOf(page, 'Eye on the left');
  await eye.press('ArrowLeft');
  expect(x - (await placeOf(page, 'Eye on the left')).x).toBeCloseTo(0.005, 3);
  await adjust(page, 'Lips');
  await page.getByRole('button', { name: 'Edge of the lips, point 1', exact: true }).press('ArrowUp');
  await page.getByText('The face moves by the points as you placed them.').waitFor();
});

/** Draws pictures side by side, each with its URL and its position in pixels of the new picture. */
async function composePicture(
  size: [number, number],
  parts: [address: string, x: number, y: number, side: number][],
): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size[0], height: size[1] } });
  const images = parts.map(
    ([address, x, y, side]) =>
      `<img src="${address}" width="${side}" style="position:absolute;left:${x}px;top:${y}px">`,
  );
  await page.setContent(`<body style="margin:0;overflow:hidden;background:#8a9099">${images.join('')}`);
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  const picture = await page.screenshot({ type: 'jpeg' });
  await page.close();
  return picture;
}

async function addressOf(identity: string): Promise<string> {
  const { faces } = await service.client.get('/v3/faces', { query: { take: 50 } });
  return faces.find((face) => face.identity === identity)!.referenceImgUrl;
}

test.each([
  ['desktop', {}],
  ['a phone', PHONE],
])(
  'of two people on %s the larger is framed, and a click on the other selects the other',
  async (_name, options) => {
    const picture = await composePicture(
      [900, 500],
      [
        [await addressOf('maya'), 20, 150, 300],
        [await addressOf('ines'), 420, 40, 440],
      ],
    );
    const { page } = await visit(`${service.url}/console/#key=${TEST_API_KEY}`, options);
    await choosePicture(page, 'Two', picture);
    await page.getByText('Several people are in the picture.').waitFor();
    const person = (number: number) => page.getByRole('button', { name: `Person ${number} from the left` });
    expect(await person(2).getAttribute('aria-pressed')).toBe('true');
    await page.getByText('A face was found.').waitFor();
    const answered = answerToRig(page);
    await person(1).press('Enter');
    await page.locator('[aria-pressed="true"][aria-label="Person 1 from the left"]').waitFor();
    await answered;
    await page.getByText('A face was found.').waitFor();
    await watched.expectAccessible();
    // The crop shows the head and shoulders of the chosen face: the eyes in the middle, at two fifths of the height.
    const eyes = await page.evaluate(() =>
      [...document.querySelectorAll('[data-stage] polygon')]
        .map((line) =>
          line
            .getAttribute('points')!
            .split(' ')
            .map((point) => point.split(',').map(Number)),
        )
        .filter((points) => points.length === 16)
        .map((points) =>
          [0, 1].map((k) => points.reduce((sum, point) => sum + point[k]!, 0) / points.length),
        ),
    );
    expect(eyes).toHaveLength(2);
    expect((eyes[0]![1]! + eyes[1]![1]!) / 2).toBeCloseTo(0.4, 1);
    expect((eyes[0]![0]! + eyes[1]![0]!) / 2).toBeCloseTo(0.5, 1);
    await page.getByRole('button', { name: 'Make the avatar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Two' }).waitFor();
    const { rig } = (await service.client.get('/v3/faces', { query: { take: 1 } })).faces[0]!;
    expect(Object.keys(rig!).sort()).toEqual(['leftEye', 'rightEye']);
    expect(watched.complaints).toEqual([]);
  },
);

test('a picture with an open mouth is taken, and the form says at once that another one speaks better', async () => {
  const { page } = await visit(`${service.url}/console/#key=${TEST_API_KEY}`);
  // As if the mouth of the portrait were as high as it is wide.
  await page.route('**/v3/faces/preview', async (route) => {
    const json = (await (await route.fetch()).json()) as { rig: Record<string, [number, number]> };
    const { innerLips0: left, innerLips10: right, innerLips15: lower } = json.rig;
    if (left && right && lower) json.rig.innerLips15 = [lower[0], lower[1] + right[0] - left[0]];
    await route.fulfill({ json });
  });
  await choosePicture(page, 'Astonished');
  await page
    .getByText('A face was found, with its mouth open: it speaks better with its lips closed.')
    .waitFor();
  await page.getByRole('button', { name: 'Make the avatar' }).click();
  await page.getByRole('heading', { level: 1, name: 'Astonished' }).waitFor();
});

test('a face that the border cuts off is marked, with what to do about it', async () => {
  const picture = await composePicture([300, 400], [[await addressOf('ines'), -200, 20, 400]]);
  const { page } = await visit(`${service.url}/console/#key=${TEST_API_KEY}`);
  await choosePicture(page, 'Cut', picture);
  await page.getByText('The border of the picture cuts off the face').waitFor();
  expect(await page.locator('[data-stage] rect').count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Make the avatar' }).isEnabled()).toBe(true);
});

test('a picture that a program uploaded without points is not listed with the built-in people, and can be edited', async () => {
  const refImage = `data:image/jpeg;base64,${portrait.toString('base64')}`;
  const { id } = await service.client.post('/v1/avatars', { body: { refImage, name: 'Uploaded' } });
  const { page } = await visit(`${service.url}/console/#key=${TEST_API_KEY}`);
  await openPath(page, `/avatars/${id}`);
  await page.getByRole('button', { name: 'Crop it, or adjust its face' }).waitFor();
  await page.getByText('Built-in people').click();
  await page.getByRole('button', { name: 'Maya', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Inês', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^custom/ }).count()).toBe(0);
});

test('an avatar is made of a picture only once the search for a face has finished, and the page says what it waits for', async () => {
  const { page } = await visit(`${service.url}/console/#key=${TEST_API_KEY}`);
  let answer!: () => void;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/v3/faces/preview', async (route) => {
    await held;
    await route.fulfill({ json: { rig: {}, faces: [] } });
  });
  await choosePicture(page, 'Nobody');
  const make = page.getByRole('button', { name: 'Make the avatar' });
  await page.getByText('Looking for the face…').nth(1).waitFor();
  expect(await make.isDisabled()).toBe(true);
  await watched.expectAccessible();
  answer();
  await page.getByText('No face was found.').waitFor();
  expect(await make.isEnabled()).toBe(true);
});

/** Draws a JPEG that is hard to compress. */
const drawNoise = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 1024;
    canvas.height = 1024;
    const context = canvas.getContext('2d')!;
    const picture = context.createImageData(1024, 1024);
    let seed = 1;
    for (let at = 0; at < picture.data.length; at++) {
      seed = (seed * 48_271) % 2_147_483_647;
      picture.data[at] = at % 4 === 3 ? 255 : seed % 256;
    }
    context.putImageData(picture, 0, 0);
    return canvas.toDataURL('image/jpeg', 0.92).split(',')[1]!;
  });

test.each([
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['a phone in the dark', PHONE],
])(
  'on %s a picture shows its upload progress; cancelled, it leaves nothing behind',
  async (_name, options) => {
    const { page } = await visit(`${service.url}/console/#key=${TEST_API_KEY}`, options);
    const line = await page.context().newCDPSession(page);
    /** Limits the upload speed so that a picture takes half a minute, or removes the limit. */
    const setSpeed = (uploadThroughput: number) =>
      line.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    const noise = Buffer.from(await drawNoise(page), 'base64');
    const held = async () => {
      const [avatars, agents, faces] = await Promise.all([
        service.client.get('/v1/avatars'),
        service.client.get('/v1/agents'),
        service.client.get('/v3/faces'),
      ]);
      return [avatars.total, agents.total, faces.total];
    };
    const before = await held();
    const progress = page.getByRole('progressbar', { name: /^Sending the picture: [1-9]/ });
    const cancel = async () => {
      await progress.waitFor();
      await watched.expectAccessible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await progress.waitFor({ state: 'detached' });
      expect(await page.getByRole('alert').count()).toBe(0);
    };
    await setSpeed(64 * 1024);
    await choosePicture(page, 'Noise', noise);
    await cancel();
    await page.getByRole('slider').waitFor({ state: 'detached' });
    await setSpeed(-1);
    await choosePicture(page, 'Noise', noise);
    const save = page.getByRole('button', { name: 'Make the avatar' });
    await page.getByText('No face was found').waitFor();
    await setSpeed(64 * 1024);
    await save.click();
    await cancel();
    expect(await held()).toEqual(before);
    await setSpeed(-1);
    await save.click();
    await page.getByRole('heading', { level: 1, name: 'Noise' }).waitFor();
    expect(await held()).toEqual(before.map((number) => number + 1));
    expect(watched.complaints).toEqual([]);
  },
);
