/** Tests that an element which is removed from its page while it waits leaves nothing open: room, media, microphone. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startButton, useElementPages } from '../support/element-page.ts';
import { untilEnded } from '../support/service-client.ts';

const elements = useElementPages();

interface Opened {
  connections: RTCPeerConnection[];
  sockets: WebSocket[];
  tracks: MediaStreamTrack[];
}

/** Records what the page opens. A microphone is granted only when the test calls `allow`. */
const recordWhatOpens = () => {
  const opened: Opened = { connections: [], sockets: [], tracks: [] };
  const { RTCPeerConnection: Connection, WebSocket: Socket } = globalThis;
  globalThis.RTCPeerConnection = class extends Connection {
    constructor(configuration?: RTCConfiguration) {
      super(configuration);
      opened.connections.push(this);
    }
  };
  globalThis.WebSocket = class extends Socket {
    constructor(address: string | URL) {
      super(address);
      opened.sockets.push(this);
    }
  };
  const media = navigator.mediaDevices;
  const ask = media.getUserMedia.bind(media);
  media.getUserMedia = async (constraints) => {
    await new Promise((allow) => Object.assign(globalThis, { allow }));
    const stream = await ask(constraints);
    opened.tracks.push(...stream.getTracks());
    return stream;
  };
  Object.assign(globalThis, { opened });
};

const removeElement = (page: Page) => page.evaluate(() => document.querySelector('visavis-avatar')!.remove());

/** How many connections, sockets and microphones the page has opened, and how many of them are still open. */
const countOpened = (page: Page) =>
  page.evaluate(() => {
    const { connections, sockets, tracks } = Reflect.get(globalThis, 'opened') as Opened;
    return {
      opened: [connections.length, sockets.length, tracks.length],
      open: [
        // LiveKit's client drops a connection that has not begun to connect without closing it.
        connections.filter(({ connectionState }) => !['new', 'closed'].includes(connectionState)).length,
        sockets.filter(({ readyState }) => readyState !== WebSocket.CLOSED).length,
        tracks.filter(({ readyState }) => readyState === 'live').length,
      ],
    };
  });

async function expectNothingLeft(page: Page): Promise<void> {
  const record = await untilEnded(elements.service, elements.started.session.id);
  expect(record).toMatchObject({ endReason: 'stopped' });
  await expect.poll(async () => (await countOpened(page)).open).toEqual([0, 0, 0]);
  expect(elements.watched.complaints).toEqual([]);
}

test('an element that is removed while it joins the room leaves nothing open, even if the room answers later', async () => {
  const page = await elements.open(undefined, recordWhatOpens);
  elements.door.turn('silent');
  await startButton(page).click();
  await expect.poll(async () => (await countOpened(page)).opened[1]).toBe(1);
  await removeElement(page);
  await expectNothingLeft(page);
  elements.door.turn('open');
  expect((await countOpened(page)).opened.slice(1)).toEqual([1, 0]);
});

test('an element that is removed while the browser asks for the microphone leaves nothing open, even if the user allows it then', async () => {
  const page = await elements.open(undefined, recordWhatOpens);
  await startButton(page).click();
  await page.waitForFunction(() => 'allow' in globalThis);
  await removeElement(page);
  await expectNothingLeft(page);
  await page.evaluate(() => (Reflect.get(globalThis, 'allow') as () => void)());
  await expect.poll(async () => (await countOpened(page)).opened[2]).toBe(1);
  await expectNothingLeft(page);
});
