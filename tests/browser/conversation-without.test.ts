/** Tests what a visitor sees of a conversation without video, speech recognition or interruptions. */
import { Room } from '@livekit/rtc-node';
import type { VisavisAvatarElement } from '@visavis/web/element';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inTime } from '../support/deadlines.ts';
import {
  again,
  hangUp,
  hasFocus,
  says,
  startButton,
  untilListening,
  untilLive,
  useElementPages,
} from '../support/element-page.ts';
import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { mintToken } from '../support/room-target.ts';
import { timelineTypes, untilEnded } from '../support/service-client.ts';

const elements = useElementPages();

/** Hides all video. The page's two checks for it, each after 20 seconds, happen when the test calls `look`. */
const withoutPicture = () => {
  const { setTimeout } = globalThis;
  const { prototype } = HTMLVideoElement;
  const shown = Object.getOwnPropertyDescriptor(prototype, 'requestVideoFrameCallback')!;
  const late = (look: () => void, ms?: number) =>
    ms === 20_000 ? Reflect.set(globalThis, 'look', look) : setTimeout(look, ms);
  Object.assign(globalThis, {
    setTimeout: late,
    letPicturesCome: () => Object.defineProperty(prototype, 'requestVideoFrameCallback', shown),
  });
  prototype.requestVideoFrameCallback = () => 0;
  Object.defineProperty(prototype, 'videoWidth', { get: () => 0 });
};
const call = (page: Page, name: 'look' | 'letPicturesCome') =>
  page.evaluate((wanted) => (Reflect.get(globalThis, wanted) as () => void)(), name);
/** Waits for the reconnection. livekit-client drops messages until it is complete, and reports that in no other way. */
const untilBackInRoom = (page: Page) =>
  page.waitForFunction(() => {
    const { conversation } = document.querySelector('visavis-avatar') as unknown as {
      conversation?: { room: { engine: { attemptingReconnect: boolean } } };
    };
    const isBack = /reconnecting,(?!reconnecting)\w+/.test(
      (Reflect.get(globalThis, 'told') as string[]).join(),
    );
    return isBack && conversation?.room.engine.attemptingReconnect === false;
  });

test('an avatar without a picture is called once more and then fails, in words and in the record; a button offers another try', async () => {
  const page = await elements.open(undefined, withoutPicture);
  await startButton(page).click();
  // Only an avatar that is in the room can receive the call.
  await untilListening(page);
  await call(page, 'look');
  await page.getByText('Maya cannot be seen yet. Calling once more…').waitFor();
  await untilBackInRoom(page);
  await call(page, 'look');
  await page.getByText('The picture of the avatar did not arrive.').waitFor();
  await again(page).waitFor();
  await hasFocus(page, 'again');
  expect(await untilEnded(elements.service, elements.started.session.id)).toMatchObject({
    endReason: 'avatar_error',
    endDetail: 'The client of the consumer reported that it received no video of the avatar.',
  });
});

test.each([
  ['tells of each frame of a video', () => undefined],
  ['does not', () => Reflect.deleteProperty(HTMLVideoElement.prototype, 'requestVideoFrameCallback')],
])(
  'in a browser that %s, the portrait stays until the avatar is drawn, and fades into it',
  async (_name, init) => {
    const page = await elements.open(undefined, init);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    const brightest = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          addEventListener('visavis-picture', () => {
            const { shadowRoot } = document.querySelector('visavis-avatar')!;
            const context = document.createElement('canvas').getContext('2d')!;
            context.drawImage(shadowRoot!.querySelector('video')!, 0, 0, 8, 8);
            const { data } = context.getImageData(0, 0, 8, 8);
            resolve(Math.max(...data.filter((_, at) => at % 4 < 3)));
          });
        }),
    );
    await startButton(page).click();
    expect(await brightest).toBeGreaterThan(30);
    await page.locator('#veil').waitFor({ state: 'hidden' });
    expect(await page.locator('#veil').evaluate((veil) => getComputedStyle(veil).transitionProperty)).toBe(
      'opacity, visibility',
    );
    await hangUp(page).click();
  },
);

test('a picture that arrives after the avatar is called once more is shown in the same conversation', async () => {
  const page = await elements.open(undefined, withoutPicture);
  await startButton(page).click();
  await untilListening(page);
  await call(page, 'letPicturesCome');
  await call(page, 'look');
  await page.locator('#veil').waitFor({ state: 'hidden' });
  // The page is reconnecting at this moment, and its client still drops what it is given to send.
  await page.locator('#text').fill('Hello');
  await page.locator('#text').press('Enter');
  await page.locator('#transcript li.character').nth(1).waitFor();
  await hangUp(page).click();
  const record = await untilEnded(elements.service, elements.started.session.id);
  expect(timelineTypes(record)).toContain('reconnected');
});

test('an avatar that never joins is distinguished from one without a picture', async () => {
  const rooms = await startEmbeddedRooms();
  const { target } = rooms;
  const page = await elements.open(undefined, withoutPicture);
  try {
    const session = {
      session: { id: 'a', host: { serverUrl: target.url } },
      consumerAccessToken: await mintToken(target, 'room', 'ada'),
    };
    await page.evaluate((session) => {
      const element = document.querySelector('visavis-avatar')! as HTMLElement & { source: object };
      element.source = { session };
    }, session);
    await startButton(page).click();
    await untilLive(page);
    await call(page, 'look');
    await untilBackInRoom(page);
    await call(page, 'look');
    await page.getByText('The avatar did not join.').waitFor();
  } finally {
    await page.close();
    await rooms.close();
  }
});

test('if an agent cannot hear and is not the service’s own, the visitor is told to type, and cannot interrupt', async () => {
  const page = await elements.open(undefined, () => {
    for (const name of ['SpeechRecognition', 'webkitSpeechRecognition'])
      Object.defineProperty(globalThis, name, { value: undefined });
  });
  await startButton(page).click();
  await untilListening(page);
  await page.getByText('Speech recognition is not available here').first().waitFor();
  const interrupt = page.getByRole('button', { name: 'Interrupt' });
  await elements.actAs('speaking');
  await says(page, 'status', /^speaking$/);
  expect(await interrupt.isEnabled()).toBe(true);
  await elements.actAs('listening', { 'visavis.hears': '' });
  await says(page, 'status', /^ready$/);
  await elements.actAs('speaking');
  await says(page, 'status', /^speaking$/);
  expect(await interrupt.isEnabled()).toBe(false);
  await hangUp(page).click();
});

test('what the visitor types while nobody else is in the room waits until somebody joins', async () => {
  const rooms = await startEmbeddedRooms();
  const { target } = rooms;
  const page = await elements.open();
  try {
    const consumerAccessToken = await mintToken(target, 'room', 'ada');
    const session = { session: { id: 'a', host: { serverUrl: target.url } }, consumerAccessToken };
    const text = Array(50).fill('Where is my parcel?').join(' ');
    await page.evaluate(
      async ({ session, text }) => {
        const { startConversation } = Reflect.get(globalThis, 'visavis') as typeof import('@visavis/web');
        const conversation = await startConversation({ session, element: document.body, microphone: false });
        Object.assign(globalThis, { sending: conversation.sendText(text) });
      },
      { session, text },
    );
    const avatar = new Room();
    const heard = new Promise<string>((resolve, reject) => {
      avatar.registerTextStreamHandler('lk.chat', (reader) => void reader.readAll().then(resolve, reject));
    });
    await avatar.connect(target.url, await mintToken(target, 'room', 'avatar'));
    expect(await inTime('the text', heard)).toBe(text);
    await page.evaluate(() => Reflect.get(globalThis, 'sending') as Promise<void>);
    await avatar.disconnect();
  } finally {
    await page.close();
    await rooms.close();
  }
});

test('what the visitor types just before the connection breaks is answered exactly once when it is back', async () => {
  const page = await elements.open(undefined, () => {
    const { prototype } = RTCDataChannel;
    const send = Reflect.get(prototype, 'send');
    const line = { isBroken: false, lost: 0 };
    prototype.send = function (data: unknown) {
      if (line.isBroken) line.lost++;
      else Reflect.apply(send, this, [data]);
    };
    Object.assign(globalThis, { line });
  });
  const breakLine = (isBroken: boolean) =>
    page.evaluate((broken) => {
      (Reflect.get(globalThis, 'line') as { isBroken: boolean }).isBroken = broken;
    }, isBroken);
  await startButton(page).click();
  await untilListening(page);
  await breakLine(true);
  await page.locator('#text').fill('How are you?');
  await page.locator('#text').press('Enter');
  await page.waitForFunction(() => (Reflect.get(globalThis, 'line') as { lost: number }).lost > 0);
  await page.evaluate(async () => {
    const { conversation } = document.querySelector('visavis-avatar') as VisavisAvatarElement;
    await conversation!.room.simulateScenario('full-reconnect');
  });
  await page.waitForFunction(() => (Reflect.get(globalThis, 'told') as string[]).includes('reconnecting'));
  await breakLine(false);
  await page.locator('#transcript li.character', { hasText: 'I am well' }).waitFor();
  await hangUp(page).click();
  const record = await untilEnded(elements.service, elements.started.session.id);
  expect(timelineTypes(record)).toContain('reconnected');
  expect(record.transcript.filter(({ author }) => author === 'user')).toMatchObject([
    { content: 'How are you?' },
  ]);
});

test('an avatar with sound only is shown as its portrait, lit by its voice, without waiting for a picture', async () => {
  const page = await elements.open(undefined, withoutPicture, { video: false });
  await page.locator('visavis-avatar').evaluate((avatar) => {
    const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
    avatar.setAttribute('poster', picture);
  });
  await startButton(page).click();
  await page.locator('#veil').waitFor({ state: 'hidden' });
  await untilListening(page);
  const video = page.locator('#video');
  expect(await video.evaluate((shown) => getComputedStyle(shown).backgroundImage)).toContain(
    'data:image/svg',
  );
  await call(page, 'look');
  await page.locator('#text').fill('Hello');
  await page.locator('#text').press('Enter');
  // The portrait is highlighted while the avatar speaks.
  await page.waitForFunction(() => {
    const { shadowRoot } = document.querySelector('visavis-avatar')!;
    const stage = shadowRoot!.getElementById('stage')!;
    return Number(stage.style.getPropertyValue('--level')) > 0.2;
  });
  await page.locator('#transcript li.character').nth(1).waitFor();
  expect(await page.locator('#video').evaluate((shown) => (shown as HTMLVideoElement).srcObject)).toBeNull();
  await elements.watched.expectAccessible();
  await hangUp(page).click();
  const record = await untilEnded(elements.service, elements.started.session.id);
  expect(record).toMatchObject({ video: false, endReason: 'stopped' });
  expect(timelineTypes(record)).not.toContain('first_frame');
});
