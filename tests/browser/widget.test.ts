import { afterEach, expect, test } from 'vitest';
import { again, hangUp } from '../support/element-page.ts';
import { findBlock, readGuide } from '../support/guide.ts';
import { LONG_GREETING } from '../support/museum.ts';
import { poll } from '../support/poll.ts';
import { untilEnded } from '../support/service-client.ts';
import { turnCameraOn } from '../support/turn-camera-on.ts';
import { useSite, useVisits } from '../support/visits.ts';

/** Lasts more than a minute, so that the avatar still speaks when a test on a busy machine looks. */
const GREETING = `Welcome to the shop. ${`${LONG_GREETING} `.repeat(4).trim()}`;

/** The snippet of the embed in the shop's page. */
let line = '';
let policy = '';
let lang = 'en';
const { service, watched, visit } = useVisits(undefined, 'silent');
const shop = useSite((_request, response) => {
  if (policy) response.setHeader('content-security-policy', policy);
  return `<!doctype html><html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"><title>Shop</title><link rel="icon" href="data:,"><main><h1>Shop</h1><div id="guide"></div></main>${line}</html>`;
});
afterEach(async () => {
  policy = '';
  lang = 'en';
});

async function makeEmbed(fields: Record<string, unknown> = {}) {
  const { avatars } = await service.client.get('/v1/avatars', { query: { take: 1 } });
  const embed = await service.client.post('/v3/embeds', {
    body: { name: 'Shop', characterId: avatars[0]!.id, allowedOrigins: [shop.origin], ...fields },
  });
  line = embed.snippet;
  return embed;
}

const newest = async (embed: string) =>
  (await service.client.get('/v3/conversations', { query: { embed, take: 1 } })).conversations[0]!;

test('one line on a page of another origin gives a button, a conversation, captions, and its end', async () => {
  const embed = await makeEmbed({
    greeting: GREETING,
    look: { title: 'Ask Maya', accentColor: '#1b6ef3' },
  });
  const { page } = await visit(shop.origin);
  const button = page.getByRole('button', { name: 'Ask Maya' });
  await button.waitFor();
  await watched.expectAccessible();
  // So far only the loader and the picture have been fetched.
  const fetched = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  expect(await fetched()).not.toContain('/widget/widget.js');
  await button.click();
  await page.getByRole('button', { name: 'Start the conversation' }).click();
  await page.locator('#transcript li.character', { hasText: 'Welcome to the shop.' }).waitFor();
  await page.locator('#video').evaluate((video) => (video as HTMLVideoElement).videoWidth > 0);
  await page.getByRole('button', { name: 'Captions' }).click();
  await page.locator('#caption', { hasText: /\w/ }).waitFor();
  await watched.expectAccessible();
  await turnCameraOn(page);
  await page.locator('#text').fill('How are you?');
  await page.locator('#text').press('Enter');
  await page.locator('#transcript li.character', { hasText: 'I am well' }).waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.locator('#over-reason', { hasText: 'You hung up.' }).waitFor();
  const { id, embedId } = await newest(embed.id);
  expect(embedId).toBe(embed.id);
  expect(await untilEnded(service, id)).toMatchObject({ endReason: 'stopped' });
  // With the keyboard alone: Escape closes the panel, and the button is visible again.
  await page.getByRole('button', { name: 'Talk again' }).press('Escape');
  await page.getByRole('button', { name: 'Ask Maya' }).waitFor();
  expect(await page.context().cookies()).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

test.each([
  ['as a button', '', undefined],
  ['in an element', ' data-target="#guide"', undefined],
  ['by a nonce', ' nonce="r4nd0m"', "'nonce-r4nd0m' 'strict-dynamic'"],
])(
  '%s works under the strict Content-Security-Policy of the guide, in a narrow window, in another language',
  async (_name, attribute, scripts) => {
    await makeEmbed({ greeting: GREETING, look: { language: 'de' } });
    line = line.replace('></script>', `${attribute}></script>`);
    const { code } = findBlock(readGuide('embeds'), 'A strict Content-Security-Policy', 'http');
    policy = code
      .replace('Content-Security-Policy: ', '')
      .replaceAll('https://avatars.example', service.url)
      .replaceAll('wss://avatars.example', service.url.replace('http', 'ws'))
      // Allows the icon of this page.
      .replace('img-src', 'img-src data:')
      .replace(/script-src [^;]+/, (given) => (scripts ? `script-src ${scripts}` : given))
      .trim();
    const { page } = await visit(shop.origin, { viewport: { width: 320, height: 568 } });
    if (!attribute.includes('target')) await page.getByRole('button', { name: 'Maya' }).click();
    await page.getByRole('button', { name: 'Gespräch beginnen' }).click();
    await page.locator('#state', { hasText: 'spricht' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const hangUp = (await page.getByRole('button', { name: 'Auflegen' }).boundingBox())!;
    expect(hangUp.x + hangUp.width).toBeLessThanOrEqual(320);
    await page.getByRole('button', { name: 'Auflegen' }).click();
    await page.locator('#over-reason', { hasText: 'Sie haben aufgelegt.' }).waitFor();
    expect(watched.complaints).toEqual([]);
  },
);

test('on a phone with its keyboard the whole face, the last line, the field and the controls are visible', async () => {
  await makeEmbed();
  const { page } = await visit(shop.origin, { viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Maya' }).click();
  await page.getByRole('button', { name: 'Start the conversation' }).click();
  const line = page.locator('#transcript li.character').first();
  await line.waitFor();
  const ears = page.locator('#ears');
  // The longest hint: the question whether the browser may listen.
  await page.locator('#use-browser').waitFor();
  await page.locator('#text').focus();
  expect(await ears.isVisible()).toBe(true);
  const height = 430;
  await page.setViewportSize({ width: 390, height });
  await ears.waitFor({ state: 'hidden' });
  const field = (await page.locator('#say').boundingBox())!;
  expect(field.y + field.height).toBeLessThanOrEqual(height);
  const list = (await page.locator('#transcript').boundingBox())!;
  expect(list.height).toBeGreaterThan((await line.boundingBox())!.height);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height });
    const face = (await page.locator('#video').boundingBox())!;
    expect(face.width).toBe(face.height);
    const buttons = await page.locator('#controls button').all();
    for (const button of buttons) {
      const place = (await button.boundingBox())!;
      expect(place.x).toBeGreaterThan(face.x + face.width);
      expect(place.x + place.width).toBeLessThanOrEqual(width);
      expect(place.y + place.height).toBeLessThanOrEqual(list.y);
    }
  }
  await page.setViewportSize({ width: 390, height });
  await page.locator('#text').blur();
  await ears.waitFor();
  await page.getByRole('button', { name: 'Hang up' }).click();
});

test('works in an element of a right-to-left page, and explains a refused microphone in words', async () => {
  await makeEmbed();
  lang = 'ar';
  line = line.replace('></script>', ' data-target="#guide"></script>');
  const { page } = await visit(shop.origin);
  await page.addInitScript(() => undefined);
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await page.locator('#guide visavis-avatar').waitFor();
  await page.getByRole('button', { name: 'Start the conversation' }).click();
  await page.locator('#hint', { hasText: 'The microphone is not allowed for this page' }).waitFor();
  await page.locator('#mute', { hasText: /^Unmute$/ }).waitFor();
  const [send, field] = [
    await page.locator('#say button').boundingBox(),
    await page.locator('#text').boundingBox(),
  ];
  expect(send!.x).toBeLessThan(field!.x);
  await page.getByRole('button', { name: 'Hang up' }).click();
});

/**
 * Keeps the microphone's track, so that a test can end it as if the microphone was unplugged. `others`: whether
 * there is another microphone.
 */
const pullable = () => {
  const given: MediaStreamTrack[] = [];
  const media = navigator.mediaDevices;
  const open = media.getUserMedia.bind(media);
  const list = media.enumerateDevices.bind(media);
  const state = { others: true };
  media.getUserMedia = async (constraints) => {
    if (!state.others) throw new DOMException('Requested device not found', 'NotFoundError');
    const stream = await open(constraints);
    given.push(...stream.getAudioTracks());
    return stream;
  };
  media.enumerateDevices = async () =>
    (await list()).filter(({ kind }) => state.others || kind !== 'audioinput');
  Object.assign(globalThis, {
    pullOut(others: boolean) {
      state.others = others;
      const track = given.at(-1)!;
      track.stop();
      // Browsers fire this event only if the device itself disappears.
      track.dispatchEvent(new Event('ended'));
    },
    plugIn() {
      state.others = true;
      media.dispatchEvent(new Event('devicechange'));
    },
    heard: () => given.at(-1)!.readyState === 'live' && given.at(-1)!.enabled,
  });
};

test('an unplugged microphone: the next one is used and named; if there is none, the list opens and another can be chosen', async () => {
  await makeEmbed();
  const { page } = await visit('about:blank', { viewport: { width: 390, height: 844 } });
  await page.addInitScript(pullable);
  await page.goto(shop.origin);
  await page.getByRole('button', { name: 'Maya' }).click();
  await page.getByRole('button', { name: 'Start the conversation' }).click();
  await page.locator('#transcript li.character').first().waitFor();
  await page.locator('visavis-avatar').evaluate((element) => {
    const told: unknown[] = [];
    Object.assign(globalThis, { told });
    element.addEventListener('visavis-microphoneLost', (event) => told.push((event as CustomEvent).detail));
  });
  await page.locator('#text').fill('Half a sentence');
  const tell = (name: 'pullOut' | 'plugIn', others = true) =>
    page.evaluate(([call, more]) => Reflect.get(globalThis, call as string)(more), [name, others]);
  const told = () => page.evaluate(() => Reflect.get(globalThis, 'told') as unknown[]);

  // The loss of a microphone is only reported once it is published; the page offers speech recognition after that.
  await page.locator('#use-browser').waitFor();
  await tell('pullOut', true);
  await page.locator('#notice', { hasText: 'is used now' }).waitFor();
  const name = expect.stringContaining('Fake');
  expect(await told()).toEqual([{ name, replacedBy: name }]);
  expect(await page.evaluate(() => Reflect.get(globalThis, 'heard')())).toBe(true);

  await tell('pullOut', false);
  await page.locator('#hint', { hasText: 'The microphone is gone' }).waitFor();
  expect((await told()).at(-1)).toEqual({ name });
  await page.locator('#devices').waitFor();
  await page.locator('#mute', { hasText: /^Unmute$/ }).waitFor();
  await watched.expectAccessible();

  // Another microphone is plugged in: the list shows it at once, and it is used once it is chosen.
  await tell('plugIn');
  const choices = page.locator('#microphones option:not([disabled])');
  await poll(
    'the other microphone in the list',
    () => choices.count(),
    (count) => count > 1,
  );
  await page.locator('#microphones').selectOption({ label: 'Fake Audio Input 2' });
  await page.locator('#mute', { hasText: /^Mute$/ }).waitFor();
  await poll(
    'it to be heard',
    () => page.evaluate(() => Reflect.get(globalThis, 'heard')() as boolean),
    (isHeard) => isHeard,
  );
  expect(await page.locator('#text').inputValue()).toBe('Half a sentence');
  await page.getByRole('button', { name: 'Hang up' }).click();

  // The next conversation begins with it.
  await again(page).click();
  await page.locator('#mute', { hasText: /^Mute$/ }).waitFor();
  await page.getByRole('button', { name: 'Microphone and loudspeaker' }).click();
  await page
    .locator('#microphones option:checked', { hasText: 'Fake Audio Input 2' })
    .waitFor({ state: 'attached' });
  await hangUp(page).click();
  expect(watched.complaints).toEqual([]);
});

test('whoever has agreed to the browser’s own speech recognition is not asked again after a reload', async () => {
  await makeEmbed();
  const { page } = await visit('about:blank', { viewport: { width: 390, height: 844 } });
  await page.addInitScript(() => {
    class Recogniser {
      start = () => Object.assign(globalThis, { isListening: true });
      abort = () => undefined;
    }
    Object.assign(globalThis, { SpeechRecognition: Recogniser, webkitSpeechRecognition: Recogniser });
  });
  const call = async () => {
    await page.goto(shop.origin);
    await page.getByRole('button', { name: 'Maya' }).click();
    await page.getByRole('button', { name: 'Start the conversation' }).click();
  };
  await call();
  await page.locator('#hint', { hasText: 'Your agreement is kept in this browser' }).waitFor();
  await page.locator('#use-browser').click();
  await page.waitForFunction(() => 'isListening' in globalThis);
  await call();
  await page.waitForFunction(() => 'isListening' in globalThis);
  expect(await page.locator('#use-browser').isHidden()).toBe(true);
  // LiveKit's SDK keeps the levels of its logs there.
  const kept = await page.evaluate(() =>
    Object.entries(localStorage).filter(([key]) => !key.startsWith('loglevel:')),
  );
  expect(kept).toEqual([[expect.stringMatching(/^visavis\.browser-speech\.emb_/), 'yes']]);
  expect(watched.complaints).toEqual([]);
});

test('a page of an origin that is not allowed has no button, and its console says why', async () => {
  await makeEmbed({ allowedOrigins: ['https://elsewhere.example'] });
  await visit(shop.origin);
  await poll(
    'the reason in the console',
    () => watched.complaints.join('\n'),
    (said) => said.includes(`Pages of ${shop.origin} may not show this avatar`),
  );
  expect(await watched.page.getByRole('button').count()).toBe(0);
});

test('the visitor is told when the daily seconds are used up', async () => {
  await makeEmbed({ secondsPerDay: 10, maxSeconds: 10, concurrentConversations: 2 });
  const { page } = await visit(shop.origin);
  await page.getByRole('button', { name: 'Maya' }).click();
  // Another visitor uses up the ten seconds.
  const id = /data-embed="(\w+)"/.exec(line)![1]!;
  const answer = await fetch(`${service.url}/v3/embeds/${id}/conversations`, {
    method: 'POST',
    headers: { origin: shop.origin },
  });
  expect(answer.status).toBe(201);
  await page.getByRole('button', { name: 'Start the conversation' }).click();
  await page.getByRole('alert').filter({ hasText: 'after midnight UTC' }).waitFor();
});
