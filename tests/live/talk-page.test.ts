import { join } from 'node:path';
import type { Session } from '@visavis/client';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { childProcesses } from '../support/child-processes.ts';
import { MUSEUM } from '../support/museum.ts';
import { poll } from '../support/poll.ts';
import { type Service, startService } from '../support/service.ts';
import { characterLines, createKnowledgeBase, stopSession, untilEnded } from '../support/service-client.ts';
import { writeSilence } from '../support/silence-wav.ts';

let service: Service;
let browser: Browser;
let page: Page;
const complaints: string[] = [];
beforeAll(async () => {
  service = await startService();
  const silence = join(service.dataDir, 'silence.wav');
  await writeSilence(silence);
  browser = await launchBrowser(silence);
}, 180_000);
afterEach(() => page?.close());
afterAll(async () => {
  await browser?.close();
  await service?.dispose();
});

/** The link that the service has printed: a page that is ready to use. */
const printedLink = () => /http:\S+\/talk\/#key=\S+/.exec(service.output)![0];

async function open(address: string, prepare?: () => void): Promise<Page> {
  complaints.length = 0;
  // A context of its own: the key of another test is not in its storage.
  page = await browser.newPage();
  if (prepare) await page.addInitScript(prepare);
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(address);
  return page;
}

const says = (selector: string, text: RegExp | string) => page.locator(selector, { hasText: text }).first();

async function ask(question: string): Promise<void> {
  await page.locator('#text').fill(question);
  await page.locator('#text').press('Enter');
}

async function theSession(): Promise<Session> {
  const { sessions } = await service.client.get('/v1/sessions', { query: { take: 1 } });
  return sessions[0]!;
}

test('from the printed link to a conversation: choose, see, read, ask, interrupt, hang up, talk again', async () => {
  await createKnowledgeBase(service, 'Harbour Museum', MUSEUM.text);
  await open(printedLink());
  const cards = page.locator('button.avatar');
  await cards.first().waitFor();
  // The key is not in the history of the browser.
  expect(page.url()).not.toContain('key');
  expect(await cards.count()).toBeGreaterThan(2);
  await poll(
    'the pictures of the avatars',
    () =>
      cards
        .locator('img')
        .evaluateAll((pictures) => pictures.map((picture) => (picture as HTMLImageElement).naturalWidth)),
    (widths) => widths.every((width) => width > 0),
  );
  await page.locator('#knowledge').selectOption({ label: 'Harbour Museum' });
  await cards.first().click();

  await page.locator('#stage').waitFor();
  await page.locator('#veil').waitFor({ state: 'hidden' });
  const seconds = () => page.locator('#video').evaluate((video) => (video as HTMLVideoElement).currentTime);
  const before = await seconds();
  await poll('the video to go on', seconds, (now) => now > before + 0.5);
  expect(await page.locator('#video').evaluate((video) => (video as HTMLVideoElement).videoWidth)).toBe(512);
  await says('#engine', 'offline').waitFor();
  await says('#transcript li.character', 'It is good to see you').waitFor();
  await says('#state', 'listening').waitFor();

  await ask(MUSEUM.question);
  await says('#transcript li.user', MUSEUM.question).waitFor();
  await says('#transcript li.character', MUSEUM.fact).waitFor();
  await says('#latency', /\d+ ms/).waitFor();
  await says('#state', 'listening').waitFor();
  expect(await page.locator('#interrupt').isDisabled()).toBe(true);

  await ask('When is the museum open?');
  await says('#state', 'speaking').waitFor();
  await poll(
    'some words of the answer',
    () => page.locator('#transcript li.character').count(),
    (count) => count === 3,
  );
  await page.locator('#interrupt').click();
  await page.locator('#transcript li.character.cut').waitFor();
  await says('#state', 'listening').waitFor();
  const cut = await page.locator('#transcript li.character.cut').textContent();

  await page.locator('#hang-up').click();
  await says('#over-reason', 'You hung up.').waitFor();
  const record = await untilEnded(service, (await theSession()).id);
  expect(record).toMatchObject({ status: 'ended', endReason: 'stopped' });
  expect(characterLines(record)).toHaveLength(3);
  expect(characterLines(record)[2]).toBe(cut);

  await page.locator('#again').click();
  await cards.first().waitFor();
  expect(complaints).toEqual([]);
}, 240_000);

test('a conversation that is stopped elsewhere says so', async () => {
  await open(printedLink());
  await page.locator('button.avatar').nth(1).click();
  await says('#engine', 'offline').waitFor();
  await stopSession(service, (await theSession()).id);
  await says('#over-reason', 'The conversation was stopped.').waitFor();
  expect(complaints).toEqual([]);
}, 120_000);

test('a conversation whose worker dies says so', async () => {
  await open(printedLink());
  await page.locator('button.avatar').nth(1).click();
  await says('#state', 'speaking').waitFor();
  for (const worker of childProcesses(service.child.pid!)) process.kill(worker, 'SIGKILL');
  await says('#over-reason', 'Something broke in the service.').waitFor();
}, 120_000);

test('an avatar without an agent cannot be called, and says what it needs', async () => {
  const avatar = await service.client.post('/v1/avatars', {
    body: { identity: 'maya', name: 'Silent Maya' },
  });
  await open(printedLink());
  const card = page.locator('button.avatar', { hasText: 'Silent Maya' });
  await card.waitFor();
  expect(await card.isDisabled()).toBe(true);
  expect(await card.textContent()).toContain('link an agent');
  await service.client.delete('/v1/avatars/{id}', { path: { id: avatar.id } });
}, 120_000);

test('over plain http, where browsers give no microphone, a person types and is told why', async () => {
  await open(printedLink(), () => {
    // What is missing outside a secure context; 127.0.0.1 is one.
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
    Reflect.deleteProperty(Navigator.prototype, 'mediaDevices');
  });
  await page.locator('button.avatar').first().click();
  await says('#hint', 'no microphone').waitFor();
  await says('#transcript li.character', 'It is good to see you').waitFor();
  await ask('Hello');
  await page.locator('#transcript li.character').nth(1).waitFor();
  await page.locator('#hang-up').click();
  await says('#over-transcript', 'Hello').waitFor();
  expect(complaints).toEqual([]);
}, 120_000);

test('a wrong key is refused in words, and a right one can be typed', async () => {
  await open(`${service.url}/talk/#key=vv_wrong`);
  await says('#page-notice', 'This key is not valid').waitFor();
  const key = new URL(printedLink()).hash.replace('#key=', '');
  await page.locator('#key').fill(key);
  await page.locator('#key-form button').click();
  await page.locator('button.avatar').first().waitFor();
  expect(await page.locator('#page-notice').isHidden()).toBe(true);
}, 120_000);

test('the page comes without a key asked for, and asks for one', async () => {
  await open(`${service.url}/talk`);
  await page.locator('#key-form').waitFor();
  expect(complaints).toEqual([]);
}, 120_000);

test('a link pasted into the tab that asks for a key opens it, and leaves no key in the address', async () => {
  await open(`${service.url}/talk/`);
  await page.locator('#key-form').waitFor();
  await page.evaluate(
    (link) => {
      location.href = link;
    },
    printedLink().replace('localhost', '127.0.0.1'),
  );
  await page.locator('button.avatar').first().waitFor();
  expect(page.url()).not.toContain('key');
}, 120_000);

test('who hangs up before there is an answer is gone, and so is the session', async () => {
  await open(printedLink());
  const held = new Promise<Route>((resolve) => {
    void page.route('**/v1/sessions', resolve);
  });
  await page.locator('button.avatar').first().click();
  await page.locator('#hang-up').click();
  await says('#over-reason', 'You hung up.').waitFor();
  expect(await page.locator('#over-transcript').isHidden()).toBe(true);
  const stopped = page.waitForResponse('**/stop');
  await (await held).continue();
  expect((await stopped).status()).toBe(200);
  expect(await page.locator('#over').isVisible()).toBe(true);
  expect(await page.locator('#notice').isHidden()).toBe(true);
  expect(complaints).toEqual([]);
}, 120_000);

test('who mutes before there is an answer is muted in the conversation', async () => {
  await open(printedLink());
  await page.locator('button.avatar').first().click();
  await page.locator('#mute').click();
  await says('#engine', 'offline').waitFor();
  await says('#transcript li.character', 'It is good to see you').waitFor();
  expect(await page.locator('#mute').textContent()).toBe('Unmute');
  expect(await page.locator('#text').getAttribute('placeholder')).toContain('unmute to speak');
  await page.locator('#hang-up').click();
}, 120_000);

/** What Chromium does that has no key of Google's. */
const failingRecogniser = () => {
  class FailingRecogniser {
    onerror: ((event: { error: string }) => void) | null = null;
    start(): void {
      queueMicrotask(() => this.onerror?.({ error: 'network' }));
    }
    abort = () => undefined;
  }
  Object.assign(globalThis, {
    SpeechRecognition: FailingRecogniser,
    webkitSpeechRecognition: FailingRecogniser,
  });
};

test('without speech recognition nothing promises that speaking works, and who can add it is told in the conversation alone', async () => {
  await open(printedLink(), failingRecogniser);
  await page.setViewportSize({ width: 390, height: 500 });
  const placeholder = () => page.locator('#text').getAttribute('placeholder');
  await page.locator('button.avatar').first().click();
  expect(await placeholder()).toBe('Type your message');
  const unavailable = says('#hint', 'Speech recognition is not available');
  await unavailable.waitFor();
  await page.locator('#no-recognition').waitFor();
  // On the page, which a click of the test may scroll.
  const bottom = () =>
    page.locator('#text').evaluate((field) => field.getBoundingClientRect().bottom + scrollY);
  const before = await bottom();
  expect(before).toBeLessThanOrEqual(500);
  for (const label of ['Unmute', 'Mute']) {
    await page.locator('#mute').click();
    await says('#mute', new RegExp(`^${label}$`)).waitFor();
    expect(await unavailable.isVisible()).toBe(true);
    expect(await placeholder()).toBe('Type your message');
  }

  await says('#state', 'listening').waitFor();
  await page.locator('#captions').click();
  await ask('Who are you?');
  await page.locator('#caption').waitFor();
  await page.locator('#interrupt').click();
  await page.locator('#caption').waitFor({ state: 'hidden' });
  await ask('Who are you?');
  await page.locator('#transcript li.character').nth(2).waitFor();
  expect(await bottom()).toBe(before);
  await page.locator('#hang-up').click();
  await says('#over-reason', 'You hung up.').waitFor();
  expect(await page.locator('#transcript li').last().getAttribute('class')).toContain('cut');
  const unseen = await page
    .locator('#transcript')
    .evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
  expect(unseen).toBeLessThan(2);
  expect(await page.locator('#no-recognition').isHidden()).toBe(true);
  expect(complaints).toEqual([]);
}, 120_000);

test('a reload asks first while a conversation runs, and keeps what was chosen', async () => {
  await createKnowledgeBase(service, 'Opening hours', MUSEUM.text);
  await open(printedLink());
  await page.locator('button.avatar').nth(1).waitFor();
  await page.locator('#knowledge').selectOption({ label: 'Opening hours' });
  await page.locator('button.avatar').nth(1).click();
  await says('#state', 'speaking').waitFor();
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloaded;
  await page.locator('button.avatar').nth(1).waitFor();
  expect(await page.locator('#knowledge option:checked').textContent()).toBe('Opening hours');
  expect(await page.locator('button.avatar').nth(1).getAttribute('aria-current')).toBe('true');
}, 120_000);

// The last test of the file: it ends the service.
test('a service that dies in the middle of a conversation is missed at once', async () => {
  await open(printedLink());
  await page.locator('button.avatar').first().click();
  await says('#state', 'speaking').waitFor();
  await service.stop('SIGKILL');
  await says('#state', 'reconnecting').waitFor({ timeout: 5000 });
  await says('#notice', 'Reconnecting').waitFor({ timeout: 5000 });
  await page.locator('#hang-up').click();
  await says('#over-reason', 'You hung up.').waitFor({ timeout: 1000 });
  expect(await page.locator('#notice').isHidden()).toBe(true);
}, 120_000);
