/** Tests what a visitor sees of a conversation, state by state, with the element and with the data of its SDK. */
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
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
import { untilEnded } from '../support/service-client.ts';

const elements = useElementPages();

/** Makes the next call wait for its session. Returns a function that lets it continue. */
async function holdSession(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const element = document.querySelector('visavis-avatar')! as HTMLElement & {
      source: { session: () => unknown };
    };
    const { session } = element.source;
    element.source.session = () =>
      new Promise((resolve) => Object.assign(globalThis, { answer: () => resolve(session()) }));
  });
  return () => page.evaluate(() => (Reflect.get(globalThis, 'answer') as () => void)());
}

test('while it is called, the portrait is as bright as before', async () => {
  const page = await elements.open();
  const { faces } = await elements.service.client.get('/v3/faces', { query: { take: 1 } });
  const poster = faces[0]!.referenceImgUrl;
  await page.locator('visavis-avatar').evaluate((avatar, url) => avatar.setAttribute('poster', url), poster);
  await holdSession(page);
  await startButton(page).click();
  await says(page, 'status', 'Calling Maya…');
  const { x, y, width, height } = (await page.locator('#veil').boundingBox())!;
  const picture = await loadImage(Buffer.from(await (await fetch(poster)).arrayBuffer()));
  const scale = Math.max(width / picture.width, height / picture.height);
  const [wide, high] = [picture.width * scale, picture.height * scale];
  const brightness = (image: Image, ...place: [number, number, number, number]) => {
    const context = createCanvas(width, height / 2).getContext('2d');
    context.drawImage(image, ...place);
    const { data } = context.getImageData(0, 0, Math.floor(width), Math.floor(height / 2));
    return data.reduce((sum, value) => sum + value, 0);
  };
  const bare = brightness(picture, (width - wide) / 2, (height - high) / 2, wide, high);
  await expect
    .poll(async () => {
      const shot = await loadImage(await page.screenshot({ clip: { x, y, width, height } }));
      return brightness(shot, 0, 0, width, height) / bare;
    })
    .toBeCloseTo(1, 0.8);
});

test('from the call to the end, each state is announced to screen readers, and the controls that it needs can be used', async () => {
  const page = await elements.open();
  await says(page, 'status', 'Maya');
  const answer = await holdSession(page);
  await startButton(page).click();
  await says(page, 'status', 'Calling Maya…');
  expect(await page.locator('#text').isDisabled()).toBe(true);
  expect(await hangUp(page).isEnabled()).toBe(true);
  await elements.watched.expectAccessible();
  await answer();
  await untilListening(page);
  await hasFocus(page, 'text');
  const interrupt = page.getByRole('button', { name: 'Interrupt' });
  for (const [state, words] of [
    ['initializing', 'getting ready'],
    ['thinking', 'thinking'],
    ['speaking', 'speaking'],
    ['listening', 'listening'],
  ] as const) {
    // If nothing hears the user, the page does not show that it listens.
    await elements.actAs(state, state === 'listening' ? { 'visavis.hears': 'true' } : {});
    await says(page, 'status', new RegExp(`^${words}$`));
    expect(await interrupt.isEnabled(), state).toBe(state === 'speaking');
    if (state === 'speaking') await interrupt.press('Enter');
  }
  // The button, which had the focus, is now disabled.
  await hasFocus(page, 'text');
  await elements.watched.expectAccessible();
  // For the page, the next answer begins before the event arrives that the previous one was interrupted.
  await elements.send({ type: 'interrupted', heardMs: 400, segmentId: 'c1' });
  await page.locator('#transcript li.character.cut').waitFor();
  await elements.send({ type: 'turn', latencyMs: 321.4 });
  const latency = page.getByText('321 ms to answer');
  await latency.waitFor({ state: 'attached' });
  expect(await latency.isVisible()).toBe(false);
  await page.locator('visavis-avatar').evaluate((avatar) => avatar.setAttribute('developer', ''));
  await latency.waitFor();
  await elements.send({ type: 'warning', code: 'slow', message: 'The answer takes long.' });
  await says(page, 'alert', 'The answer takes long.');
  await page.locator('#text').fill('a'.repeat(10_001));
  await page.locator('#text').press('Enter');
  await says(page, 'alert', 'The message has 10,001 characters; 10,000 can be sent.');
  expect((await page.locator('#text').inputValue()).length).toBe(10_001);
  await page.locator('#text').fill('');
  // Unknown messages, and data that is not a message, have no effect.
  await elements.send({ type: 'firework' });
  await elements.send('no JSON');
  await elements.send({ type: 'warning', code: 'ending_soon', message: '', secondsLeft: 29.6 });
  await says(page, 'alert', 'The conversation ends in 30 seconds.');
  await hangUp(page).hover();
  expect(await hangUp(page).evaluate((button) => getComputedStyle(button).backgroundColor)).toBe(
    'rgb(216, 73, 62)',
  );
  await hangUp(page).press('Enter');
  await page.getByText('You hung up.').waitFor();
  await elements.watched.expectAccessible();
  const states = await page.evaluate(() => Reflect.get(globalThis, 'told') as string[]);
  expect([states[0], states.at(-1)]).toEqual(['connecting', 'ended']);
  expect(await untilEnded(elements.service, elements.started.session.id)).toMatchObject({
    endReason: 'stopped',
  });
  expect(elements.watched.complaints).toEqual([]);
});

test('shows messages with a code of the service in the language of the page', async () => {
  const page = await elements.open();
  await page.locator('visavis-avatar').evaluate((avatar) => avatar.setAttribute('lang', 'de'));
  elements.door.turn('refusing');
  await page.locator('#start').click();
  await says(page, 'alert', 'Das Gespräch lässt niemanden mehr herein');
  elements.door.turn('open');
  await page.locator('#start').click();
  await untilLive(page);
  await elements.send({ type: 'warning', code: 'provider', message: 'The agent has a problem.' });
  await says(page, 'alert', 'Der Avatar hat eine Störung');
});

test('a user who types elsewhere on the page keeps the focus when the call is answered and when the conversation ends', async () => {
  const page = await elements.open();
  await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement('input'));
    field.setAttribute('aria-label', 'Search of the page');
  });
  const answer = await holdSession(page);
  const field = page.getByLabel('Search of the page');
  await startButton(page).click();
  await says(page, 'status', 'Calling Maya…');
  await field.focus();
  await page.keyboard.insertText('boots ');
  await answer();
  await untilListening(page);
  await page.keyboard.insertText('and ');
  await elements.send({ type: 'ended', reason: 'stopped' });
  await page.getByRole('heading', { name: 'The conversation is over' }).waitFor();
  await page.keyboard.insertText('shoes');
  expect(await field.inputValue()).toBe('boots and shoes');
  expect(elements.watched.complaints).toEqual([]);
});

test('each end reason is shown in words, and the button for another conversation has the focus and describes the reason', async () => {
  const page = await elements.open();
  await startButton(page).click();
  for (const [reason, words] of Object.entries({
    stopped: 'The conversation was stopped.',
    consumer_left: 'You left the conversation.',
    max_duration: 'The time of this conversation is up.',
    never_joined: 'Nobody joined in time.',
    idle: 'It was quiet for a long time.',
    provider_error: 'The provider of the agent failed.',
    avatar_error: 'The avatar failed.',
    host_unreachable: 'The avatar lost its connection to the room.',
    shutdown: 'The service is shutting down.',
    crashed: 'Something broke in the service.',
    quota: 'The quota of the organization is used up.',
    a_later_one: 'a later one',
  })) {
    await untilLive(page);
    await elements.send({ type: 'ended', reason });
    await page.getByRole('heading', { name: 'The conversation is over' }).waitFor();
    expect(await page.locator('#over-reason').textContent()).toBe(words);
    await hasFocus(page, 'again');
    expect(await again(page).getAttribute('aria-describedby')).toBe('over-reason');
    await elements.service.client.patch('/v1/sessions/{id}/stop', {
      path: { id: elements.started.session.id },
    });
    await page.keyboard.press('Enter');
  }
  await untilLive(page);
  await hangUp(page).click();
  expect(elements.watched.complaints).toEqual([]);
});

test('a conversation opened in another window says so in the first, and a closed room without a reason counts as stopped', async () => {
  const page = await elements.open();
  await startButton(page).click();
  await untilLive(page);
  const other = await page.context().newPage();
  await other.goto(`${elements.service.url}/openapi.json`);
  await other.addScriptTag({ content: elements.script });
  await other.evaluate(async (session) => {
    const { startConversation } = Reflect.get(globalThis, 'visavis') as typeof import('@visavis/web');
    await startConversation({ session, element: document.body, microphone: false });
  }, elements.started);
  await page.getByText('The conversation was opened in another window.').waitFor();
  await other.close();

  await page.evaluate(() => {
    const element = document.querySelector('visavis-avatar')! as HTMLElement & { source: object };
    Reflect.deleteProperty(element.source, 'endReason');
  });
  await again(page).click();
  await untilLive(page);
  await elements.rooms.deleteRoom(elements.started.session.room);
  await page.getByText('The conversation was stopped.').waitFor();
});

test('a lost connection says that it is reconnecting, continues the same conversation, and says so if the room refuses', async () => {
  const page = await elements.open();
  await startButton(page).click();
  await untilListening(page);
  elements.door.turn('shut');
  await says(page, 'status', /^reconnecting$/);
  await says(page, 'alert', 'The connection dropped. Reconnecting…');
  await elements.watched.expectAccessible();
  elements.door.turn('open');
  await says(page, 'status', /^(listening|ready)$/);
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await hasFocus(page, 'text');
  await page.locator('#text').fill('How are you?');
  await page.locator('#text').press('Enter');
  await page.locator('#transcript li.character', { hasText: 'I am well' }).waitFor();

  elements.door.turn('refusing');
  await page.getByText('The connection was lost, and the service did not answer again.').waitFor();
  await again(page).waitFor();
});

test.each([
  ['too many requests', 429, { code: 'rate_limited', detail: 'Too many calls. Try again in 7 seconds.' }],
  ['a limit that is reached', 402, { code: 'quota_exceeded', detail: 'The quota is used up.' }],
  ['no place', 503, { code: 'no_capacity', detail: 'All places are taken.' }],
  ['a token that expired', 401, { code: 'unauthenticated', detail: 'The token has expired.' }],
  ['a proxy without the service behind it', 502, undefined],
  ['no network', undefined, undefined],
])(
  '%s: the reason is announced, the button has the focus again and starts another call',
  async (_name, status, problem) => {
    const { token } = await elements.service.client.post('/v3/tokens', { body: { user: 'ada' } });
    const { avatars } = await elements.service.client.get('/v1/avatars', { query: { take: 1 } });
    const { id, agentId } = avatars[0]!;
    const page = await elements.open(`token="${token}" agent="${agentId!.id}" avatar="${id}"`);
    const isCall = '**/v1/session-passes';
    await page.route(isCall, (route) => {
      if (status === undefined) return route.abort();
      const headers = { 'retry-after': '7' };
      return problem
        ? route.fulfill({
            status,
            headers,
            contentType: 'application/problem+json',
            body: JSON.stringify(problem),
          })
        : route.fulfill({ status, headers, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' });
    });
    await startButton(page).press('Enter');
    const unreachable = 'The service cannot be reached.';
    const words = problem?.detail ?? (status ? `The service answered ${status}.` : unreachable);
    await says(page, 'alert', words);
    await hasFocus(page, 'start');
    await elements.watched.expectAccessible();
    await page.unroute(isCall);
    await page.keyboard.press('Enter');
    await untilLive(page);
    expect(await page.getByRole('alert').count()).toBe(0);
    await hangUp(page).click();
    await page.getByText('You hung up.').waitFor();
  },
);

test('a room that cannot be reached, or refuses, is distinguished from a failing service; the started session is stopped', async () => {
  const page = await elements.open();
  elements.door.turn('shut');
  await startButton(page).click();
  await says(page, 'alert', 'A firewall or a browser extension may block');
  expect(await untilEnded(elements.service, elements.started.session.id)).toMatchObject({
    endReason: 'stopped',
  });
  elements.door.turn('refusing');
  await startButton(page).click();
  await says(page, 'alert', 'The room refused the connection');
  expect(await untilEnded(elements.service, elements.started.session.id)).toMatchObject({
    endReason: 'stopped',
  });
  await hasFocus(page, 'start');
});

test.each([
  ['the element', '', 'This page does not say whom to call.'],
  ['a token that is none', 'token="nonsense" agent="agent_1"', 'This is not a client token'],
  ['a token of no avatar', 'token="e30.e30.e30" agent="agent_1"', 'Set "avatar"'],
])('%s that names nobody shows an error', async (_name, attributes, words) => {
  const page = await elements.open(attributes);
  await startButton(page).click();
  await says(page, 'alert', words);
  await hasFocus(page, 'start');
});

test('a missing microphone is explained, and used once there is one; one that is allowed after hanging up is not opened', async () => {
  const page = await elements.open(undefined, () => {
    const media = navigator.mediaDevices;
    const real = media.getUserMedia.bind(media);
    const state = {
      answer: (): Promise<unknown> => Promise.reject(new DOMException('none', 'NotFoundError')),
    };
    const given: MediaStreamTrack[] = [];
    media.getUserMedia = async (constraints) => {
      await state.answer();
      const stream = await real(constraints);
      given.push(...stream.getTracks());
      return stream;
    };
    Object.assign(globalThis, { state, given });
  });
  await startButton(page).click();
  const hint = page.locator('#hint[aria-live="polite"]');
  await hint.filter({ hasText: 'No microphone was found; you can type.' }).waitFor();
  const unmute = page.getByRole('button', { name: 'Unmute' });
  await unmute.click();
  await page.getByRole('button', { name: 'Unmute', pressed: true }).waitFor();
  await page.evaluate(() => {
    (Reflect.get(globalThis, 'state') as { answer: unknown }).answer = async () => undefined;
  });
  await unmute.click();
  await page.getByRole('button', { name: 'Mute', exact: true }).waitFor();
  const live = () =>
    page.evaluate(() =>
      (Reflect.get(globalThis, 'given') as MediaStreamTrack[]).map((track) => track.readyState),
    );
  await expect.poll(live).toEqual(['live']);
  await hangUp(page).click();
  await expect.poll(live).toEqual(['ended']);

  await page.evaluate(() => {
    const asked = new Promise<void>((tell) => {
      (Reflect.get(globalThis, 'state') as { answer: unknown }).answer = () => {
        tell();
        return new Promise((allow) => Object.assign(globalThis, { allow }));
      };
    });
    Object.assign(globalThis, { asked });
  });
  await again(page).click();
  await page.evaluate(() => Reflect.get(globalThis, 'asked') as Promise<void>);
  await hangUp(page).click();
  await page.getByText('You hung up.').waitFor();
  await page.evaluate(() => (Reflect.get(globalThis, 'allow') as () => void)());
  await expect.poll(live).toEqual(['ended', 'ended']);
  expect(elements.watched.complaints).toEqual([]);
});

test('a message that cannot be sent stays in the field; a failed interruption or device is reported; blocked sound starts at a click', async () => {
  const page = await elements.open(undefined, () => {
    const fault = { isBroken: false, isSilent: true };
    const { prototype: channel } = RTCDataChannel;
    const { prototype: media } = HTMLMediaElement;
    const real = { send: Reflect.get(channel, 'send'), play: Reflect.get(media, 'play') };
    channel.send = function (data: unknown) {
      if (fault.isBroken) throw new DOMException('closed', 'InvalidStateError');
      Reflect.apply(real.send, this, [data]);
    };
    media.play = function () {
      if (fault.isSilent && this instanceof HTMLAudioElement)
        return Promise.reject(new DOMException('click first', 'NotAllowedError'));
      return Reflect.apply(real.play, this, []);
    };
    Object.assign(globalThis, { fault });
  });
  const set = (part: object) =>
    page.evaluate((more) => void Object.assign(Reflect.get(globalThis, 'fault') as object, more), part);
  await startButton(page).click();
  const unblock = page.getByRole('button', { name: 'Your browser has blocked the sound: click to hear.' });
  await unblock.waitFor();
  await elements.watched.expectAccessible();
  // The browser still blocks audio, so the button stays.
  await unblock.click();
  await unblock.waitFor();
  await set({ isSilent: false });
  await unblock.click();
  await unblock.waitFor({ state: 'detached' });
  await untilListening(page);
  await elements.actAs('speaking');
  await set({ isBroken: true });
  await page.getByRole('button', { name: 'Interrupt' }).click();
  await says(page, 'alert', 'The avatar did not hear the interruption.');
  const field = page.getByRole('textbox', { name: 'Your message' });
  await field.fill('Good morning.');
  await field.press('Enter');
  await says(page, 'alert', 'The message could not be sent.');
  expect(await field.inputValue()).toBe('Good morning.');
  expect(await page.locator('#transcript li.user').count()).toBe(0);
  await set({ isBroken: false });
  await field.press('Enter');
  await page.locator('#transcript li.user', { hasText: 'Good morning.' }).waitFor();
  expect(await field.inputValue()).toBe('');

  const settings = page.getByRole('button', { name: 'Microphone and loudspeaker' });
  await settings.press('Enter');
  await hasFocus(page, 'microphones');
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('busy', 'NotReadableError'));
  });
  await page.locator('#microphones').selectOption({ index: 1 });
  await says(page, 'alert', 'This device cannot be used.');
  await page.keyboard.press('Escape');
  await hasFocus(page, 'settings');
  expect(await settings.getAttribute('aria-expanded')).toBe('false');
  await hangUp(page).click();
  // LiveKit's client retries when the microphone is open, and leaves its rejected promise uncaught.
  expect(elements.watched.complaints.filter((one) => !one.includes('click first'))).toEqual([]);
});

test('removing the element ends its conversation, and a start that is cancelled leaves nothing behind', async () => {
  const page = await elements.open();
  await startButton(page).click();
  await untilLive(page);
  await page.evaluate(() => document.querySelector('visavis-avatar')!.remove());
  expect(await untilEnded(elements.service, elements.started.session.id)).toMatchObject({
    endReason: 'stopped',
  });
  const problem = await page.evaluate(async () => {
    const { startConversation } = Reflect.get(globalThis, 'visavis') as typeof import('@visavis/web');
    const call = (name: string) => Reflect.get(globalThis, name) as (id?: string) => Promise<never>;
    const abort = new AbortController();
    const session = async () => {
      const answer = await call('startSession')();
      abort.abort();
      return answer;
    };
    const start = startConversation({
      session,
      stop: call('stopSession'),
      element: document.body,
      signal: abort.signal,
    });
    return start.then(String, ({ code, message }: { code: string; message: string }) => ({ code, message }));
  });
  expect(problem).toEqual({ code: 'aborted', message: 'The start was aborted.' });
  expect(await untilEnded(elements.service, elements.started.session.id)).toMatchObject({
    endReason: 'stopped',
  });
});

test('a hidden page receives no video, unless it shows picture-in-picture; once visible it receives video again', async () => {
  const page = await elements.open();
  await startButton(page).click();
  await untilListening(page);
  await page.evaluate(() => {
    const { shadowRoot } = document.querySelector('visavis-avatar')!;
    const video = shadowRoot!.querySelector('video')!;
    let isHidden = false;
    let inPicture: Element | null = null;
    Object.defineProperty(document, 'hidden', { get: () => isHidden });
    Object.defineProperty(shadowRoot, 'pictureInPictureElement', { get: () => inPicture });
    const show = (isShown: boolean, isInPicture = false) => {
      isHidden = !isShown;
      inPicture = isInPicture ? video : null;
      document.dispatchEvent(new Event('visibilitychange'));
    };
    const seen = { frames: -1, since: 0 };
    /** Returns the number of milliseconds since the last frame. */
    const stillMs = () => {
      const frames = video.getVideoPlaybackQuality().totalVideoFrames;
      if (frames !== seen.frames) Object.assign(seen, { frames, since: performance.now() });
      return performance.now() - seen.since;
    };
    Object.assign(globalThis, { show, stillMs });
  });
  const untilStill = () =>
    page.waitForFunction(() => (Reflect.get(globalThis, 'stillMs') as () => number)() > 1500, null, {
      polling: 100,
    });
  const show = (isShown: boolean, isInPicture?: boolean) =>
    page.evaluate(
      (given) => (Reflect.get(globalThis, 'show') as (...given: unknown[]) => void)(...given),
      [isShown, isInPicture],
    );
  const frames = () =>
    page
      .locator('video')
      .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames);
  await show(false);
  await untilStill();
  await show(false, true);
  const before = await frames();
  await expect.poll(frames).toBeGreaterThan(before + 10);
  await show(false);
  await untilStill();
  await show(true);
  const still = await frames();
  await expect.poll(frames).toBeGreaterThan(still + 10);
});
