/** What a visitor sees of a conversation that lacks something: a picture, an agent that hears or takes interruptions. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTime } from '../support/deadlines.ts';
import {
  again,
  ElementPages,
  hangUp,
  hasFocus,
  says,
  startButton,
  untilListening,
} from '../support/element-page.ts';
import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { NodeClient } from '../support/node-client.ts';
import { mintToken } from '../support/room-target.ts';
import { untilEnded } from '../support/service-client.ts';

let elements: ElementPages;

beforeAll(async () => {
  elements = await ElementPages.start();
});
afterEach(() => elements?.closePage());
afterAll(async () => {
  await elements?.dispose();
});

test('an avatar of which no picture comes has failed, in words, and there is a button for another try', async () => {
  const page = await elements.open(undefined, () => {
    const { prototype } = HTMLVideoElement;
    prototype.requestVideoFrameCallback = () => 0;
    Object.defineProperty(prototype, 'videoWidth', { get: () => 0 });
  });
  await page.clock.install();
  await startButton(page).click();
  // Only an avatar that is in the room can be told.
  await untilListening(page);
  await page.clock.fastForward(30_000);
  await page.getByText('The avatar failed.').waitFor();
  await again(page).waitFor();
  await hasFocus(page, 'again');
  expect(await untilEnded(elements.service, elements.started.session.id)).toMatchObject({
    endReason: 'avatar_error',
  });
});

test('an agent that neither hears nor is the service’s own: the visitor is told to type, and has no interruption', async () => {
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

test('a page that knows of nobody in its room yet: what the visitor types reaches who is there', async () => {
  const rooms = await startEmbeddedRooms();
  const { target } = rooms;
  const page = await elements.open();
  try {
    // As somebody of whom the page has not been told yet.
    const avatar = await NodeClient.connect(
      target.url,
      await mintToken(target, 'room', 'avatar', { hidden: true }),
    );
    const heard = new Promise<string>((resolve, reject) => {
      avatar.room.registerTextStreamHandler(
        'lk.chat',
        (reader) => void reader.readAll().then(resolve, reject),
      );
    });
    const consumerAccessToken = await mintToken(target, 'room', 'ada');
    const session = { session: { id: 'a', host: { serverUrl: target.url } }, consumerAccessToken };
    const text = Array(50).fill('Where is my parcel?').join(' ');
    await page.evaluate(
      async ({ session, text }) => {
        const { startConversation } = Reflect.get(globalThis, 'visavis') as typeof import('@visavis/web');
        const conversation = await startConversation({ session, element: document.body, microphone: false });
        await conversation.sendText(text);
      },
      { session, text },
    );
    expect(await inTime('the text', heard)).toBe(text);
    await avatar.close();
  } finally {
    await page.close();
    await rooms.close();
  }
});
