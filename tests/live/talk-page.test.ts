import type { Session } from '@visavis/client';
import type { Page, Route } from 'playwright-core';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { childProcesses } from '../support/child-processes.ts';
import { LONG_GREETING, MUSEUM } from '../support/museum.ts';
import { poll } from '../support/poll.ts';
import { characterLines, createKnowledgeBase, stopSession, untilEnded } from '../support/service-client.ts';
import { connectionsOf, goOverTwoConnections, turnCameraOn } from '../support/turn-camera-on.ts';
import { useVisits } from '../support/visits.ts';

let page: Page;
const complaints: string[] = [];

/** An event of the element. */
type Told =
  | { name: 'state'; detail: { state: string } }
  | { name: 'transcript'; detail: { id: string; author: string; text: string; final: boolean } };

const { service, browser } = useVisits(undefined, 'silent');
afterEach(() => page?.close());

/** Returns the link that the service has printed, which opens a page that is ready to use. */
const printedLink = () => /http:\S+\/talk\/#key=\S+/.exec(service.output)![0];

async function open(address: string, prepare?: () => void): Promise<Page> {
  complaints.length = 0;
  // A new browser context, so that the storage does not contain the key of another test.
  page = await browser.newPage();
  await page.addInitScript(() => {
    const told: unknown[] = [];
    Object.assign(globalThis, { told });
    for (const name of ['state', 'transcript'])
      addEventListener(`visavis-${name}`, ({ detail }: CustomEventInit) => told.push({ name, detail }));
  });
  if (prepare) await page.addInitScript(prepare);
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  await page.goto(address);
  return page;
}

const says = (selector: string, text: RegExp | string) => page.locator(selector, { hasText: text }).first();

/** Returns the events of the latest conversation, including states that have already passed. */
async function told(): Promise<Told[]> {
  const all: Told[] = await page.evaluate(() => Reflect.get(globalThis, 'told'));
  const begun = all.findLastIndex(({ name, detail }) => name === 'state' && detail.state === 'connecting');
  return all.slice(Math.max(0, begun));
}

const statesOf = (all: Told[]) => all.flatMap((one) => (one.name === 'state' ? one.detail.state : []));

async function untilSpeaking(): Promise<void> {
  await poll(
    'the avatar to speak',
    async () => statesOf(await told()),
    (states) => states.includes('speaking'),
  );
}

/** Waits until the avatar has completed this many lines and listens again. It also listens before its greeting. */
async function untilSaid(lines: number): Promise<void> {
  await poll(`${lines} lines of the avatar`, told, (all) => {
    const ended = all.flatMap(({ name, detail }) =>
      name === 'transcript' && detail.author === 'character' && detail.final ? detail.id : [],
    );
    return new Set(ended).size === lines && statesOf(all).at(-1) === 'listening';
  });
}

/**
 * Makes the page itself click as soon as this line of the avatar shows its first words, because the test might be
 * too late on a busy machine. Resolves with the caption at that moment.
 */
function clickAsItSpeaks(id: 'interrupt' | 'hang-up', line: number): Promise<string> {
  return page.evaluate(
    ([wanted, lines]) =>
      new Promise<string>((resolve) => {
        const inside = document.querySelector('visavis-avatar')!.shadowRoot!;
        const clickIfItSpeaks = () => {
          if (inside.querySelector<HTMLButtonElement>('#interrupt')!.disabled) return;
          if (inside.querySelectorAll('#transcript li.character').length < lines) return;
          removeEventListener('visavis-state', clickIfItSpeaks);
          removeEventListener('visavis-transcript', clickIfItSpeaks);
          const caption = inside.querySelector<HTMLElement>('#caption')!;
          resolve(caption.hidden ? '' : caption.textContent);
          inside.querySelector<HTMLButtonElement>(`#${wanted}`)!.click();
        };
        addEventListener('visavis-state', clickIfItSpeaks);
        addEventListener('visavis-transcript', clickIfItSpeaks);
      }),
    [id, line] as const,
  );
}

/** Holds back the response to the start of a conversation until `goOn` is called. */
async function holdStart(): Promise<{ goOn(): Promise<void> }> {
  const { promise, resolve } = withResolvers<Route>();
  await page.route('**/v1/sessions', resolve);
  return { goOn: async () => (await promise).continue() };
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

async function ask(question: string): Promise<void> {
  await page.locator('#text').fill(question);
  await page.locator('#text').press('Enter');
}

async function theSession(): Promise<Session> {
  const { sessions } = await service.client.get('/v1/sessions', { query: { take: 1 } });
  return sessions[0]!;
}

test('from the printed link to a conversation: choose an avatar, see, read, ask, hang up, talk again, interrupt', async () => {
  await createKnowledgeBase(service, 'Harbour Museum', MUSEUM.text);
  await open(printedLink());
  const cards = page.locator('button.avatar');
  await cards.first().waitFor();
  // The browser history does not contain the key.
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
  await says('#transcript li.character', 'I am Maya. It is good to see you.').waitFor();
  await untilSaid(1);

  await turnCameraOn(page);
  await ask(MUSEUM.question);
  await says('#transcript li.user', MUSEUM.question).waitFor();
  await says('#transcript li.character', MUSEUM.fact).waitFor();
  await says('#latency', /\d+ ms/).waitFor();
  await untilSaid(2);
  await says('#state', /^(listening|ready)$/).waitFor();
  expect(await page.locator('#interrupt').isDisabled()).toBe(true);

  await page.locator('#hang-up').click();
  await says('#over-reason', 'You hung up.').waitFor();
  const record = await untilEnded(service, (await theSession()).id);
  expect(record).toMatchObject({ status: 'ended', endReason: 'stopped' });
  expect(characterLines(record)).toHaveLength(2);

  // An avatar that speaks until it is interrupted.
  const agent = await service.client.post('/v1/agents', {
    body: { provider: 'gemini', name: 'Guide', greetingMsg: `${LONG_GREETING} `.repeat(4) },
  });
  const talkative = await service.client.post('/v1/avatars', {
    body: { identity: 'maya', name: 'Talkative', agentId: agent.id },
  });
  await page.locator('#others').click();
  await page.locator('button.avatar', { hasText: 'Talkative' }).click();
  await page.locator('#transcript li.character').waitFor();
  await page.locator('#interrupt').click();
  await page.locator('#transcript li.character.cut').waitFor();
  await says('#state', /^(listening|ready)$/).waitFor();
  await page.locator('#hang-up').click();
  await says('#over-reason', 'You hung up.').waitFor();
  const shown = await page.locator('#transcript li.character').allTextContents();
  expect(characterLines(await untilEnded(service, (await theSession()).id))).toEqual(shown);
  await service.client.delete('/v1/avatars/{id}', { path: { id: talkative.id } });
  expect(complaints).toEqual([]);
});

test('a conversation over two connections, with camera, says so when it is stopped elsewhere', async () => {
  await open(printedLink(), goOverTwoConnections);
  await page.locator('button.avatar').nth(1).click();
  await untilSaid(1);
  expect(await connectionsOf(page)).toBe(2);
  await turnCameraOn(page);
  await ask('Hello');
  await page.locator('#transcript li.character').nth(1).waitFor();
  await stopSession(service, (await theSession()).id);
  await says('#over-reason', 'The conversation was stopped.').waitFor();
  expect(complaints).toEqual([]);
});

test('a conversation whose worker dies says so', async () => {
  await open(printedLink());
  await page.locator('button.avatar').nth(1).click();
  await untilSpeaking();
  for (const worker of childProcesses(service.child.pid!)) process.kill(worker, 'SIGKILL');
  await says('#over-reason', 'Something broke in the service.').waitFor();
});

test('an avatar without an agent cannot be called, and the page says what is missing', async () => {
  const avatar = await service.client.post('/v1/avatars', {
    body: { identity: 'maya', name: 'Silent Maya' },
  });
  // The next tests call the first avatar, which is the newest.
  onTestFinished(async () => {
    await service.client.delete('/v1/avatars/{id}', { path: { id: avatar.id } });
  });
  await open(printedLink());
  const card = page.locator('button.avatar', { hasText: 'Silent Maya' });
  await card.waitFor();
  expect(await card.isDisabled()).toBe(true);
  expect(await card.textContent()).toContain('link an agent');
});

test('over plain HTTP, where browsers provide no microphone, the visitor can type and is told why', async () => {
  await open(printedLink(), () => {
    // These features are missing outside a secure context, but 127.0.0.1 counts as secure.
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
});

test('a wrong key is refused with a message, and a valid one can be entered', async () => {
  await open(`${service.url}/talk/#key=vv_wrong`);
  await says('#page-notice', 'This key is not valid').waitFor();
  const key = new URL(printedLink()).hash.replace('#key=', '');
  await page.locator('#key').fill(key);
  await page.locator('#key-form button').click();
  await page.locator('button.avatar').first().waitFor();
  expect(await page.locator('#page-notice').isHidden()).toBe(true);
});

test('a link pasted into the tab that asks for a key signs in, and leaves no key in the address', async () => {
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
});

test('hanging up before the call is answered ends the call and the session', async () => {
  await open(printedLink());
  const start = await holdStart();
  await page.locator('button.avatar').first().click();
  await page.locator('#hang-up').click();
  await says('#over-reason', 'You hung up.').waitFor();
  expect(await page.locator('#over-transcript').isHidden()).toBe(true);
  const stopped = page.waitForResponse('**/stop');
  await start.goOn();
  expect((await stopped).status()).toBe(200);
  expect(await page.locator('#over').isVisible()).toBe(true);
  expect(await page.locator('#notice').isHidden()).toBe(true);
  expect(complaints).toEqual([]);
});

test('muting before the call is answered mutes the microphone in the conversation', async () => {
  // A user who has agreed to the browser's speech recognition is not asked again.
  await open(printedLink(), () => localStorage.setItem('visavis.browser-speech', 'yes'));
  const start = await holdStart();
  await page.locator('button.avatar').first().click();
  await page.locator('#mute').click();
  await says('#mute', 'Unmute').waitFor();
  await start.goOn();
  await says('#engine', 'offline').waitFor();
  await says('#transcript li.character', 'It is good to see you').waitFor();
  await page.locator('#text[placeholder*="unmute to speak"]').waitFor();
  expect(await page.locator('#mute').textContent()).toBe('Unmute');
  await page.locator('#hang-up').click();
});

/** Simulates the speech recognition of a Chromium without a Google API key: it fails. */
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

test('without speech recognition the page never offers speaking, and tells only in the conversation who can add it', async () => {
  await open(printedLink(), failingRecogniser);
  await page.setViewportSize({ width: 390, height: 500 });
  const placeholder = () => page.locator('#text').getAttribute('placeholder');
  await page.locator('button.avatar').first().click();
  expect(await placeholder()).toBe('Type your message');
  const unavailable = says('#hint', 'Speech recognition is not available');
  await unavailable.waitFor();
  await page.locator('#no-recognition').waitFor();
  // Relative to the page, because a click of the test may scroll it.
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

  await untilSaid(1);
  await page.locator('#captions').click();
  const interrupted = clickAsItSpeaks('interrupt', 2);
  await ask('Who are you?');
  expect(await interrupted).toMatch(/\w/);
  await page.locator('#transcript li.character.cut').waitFor();
  await page.locator('#caption').waitFor({ state: 'hidden' });
  expect(await bottom()).toBe(before);
  const hungUp = clickAsItSpeaks('hang-up', 3);
  await ask('Who are you?');
  await hungUp;
  await says('#over-reason', 'You hung up.').waitFor();
  expect(await page.locator('#transcript li').last().getAttribute('class')).toContain('cut');
  const unseen = await page
    .locator('#transcript')
    .evaluate((list) => list.scrollHeight - list.clientHeight - list.scrollTop);
  expect(unseen).toBeLessThan(2);
  expect(await page.locator('#no-recognition').isHidden()).toBe(true);
  expect(complaints).toEqual([]);
});

test('a reload asks for confirmation during a conversation, with or without the microphone, and keeps the choices', async () => {
  await createKnowledgeBase(service, 'Opening hours', MUSEUM.text);
  await open(printedLink(), () => {
    // Simulates a permission prompt that nobody has answered yet.
    navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined);
  });
  await page.locator('button.avatar').nth(1).waitFor();
  await page.locator('#knowledge').selectOption({ label: 'Opening hours' });
  await page.locator('button.avatar').nth(1).click();
  await untilSpeaking();
  const asked = page.waitForEvent('dialog');
  const reloaded = page.reload();
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  await reloaded;
  await page.locator('button.avatar').nth(1).waitFor();
  expect(await page.locator('#knowledge option:checked').textContent()).toBe('Opening hours');
  expect(await page.locator('button.avatar').nth(1).getAttribute('aria-current')).toBe('true');
});

test('“Back” hangs up after a confirmation, and leads to the choice of avatars', async () => {
  await open(printedLink());
  await page.locator('button.avatar').first().click();
  await untilSpeaking();
  const questions: string[] = [];
  let isAgreed = false;
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void (isAgreed ? dialog.accept() : dialog.dismiss());
  });
  const goBack = () => page.evaluate(() => history.back());
  await goBack();
  await expect.poll(() => questions).toEqual(['Hang up and go back?']);
  expect(await page.locator('#hang-up').isVisible()).toBe(true);
  isAgreed = true;
  await goBack();
  await page.locator('button.avatar').first().waitFor();
  expect(questions).toHaveLength(2);
  const { conversations } = await service.client.get('/v3/conversations', { query: { take: 1 } });
  await untilEnded(service, conversations[0]!.id);
  // After a call has ended, both buttons leave it without a confirmation.
  await page.locator('button.avatar').first().click();
  await untilSpeaking();
  await page.locator('#hang-up').click();
  await page.locator('#others').click();
  await page.locator('button.avatar').first().waitFor();
  expect(questions).toHaveLength(2);
});

test('“Back” cancels a call that nobody has answered yet', async () => {
  await open(printedLink());
  await page.locator('button.avatar').first().waitFor();
  const held: Route[] = [];
  await page.route('**/v1/sessions', (route) => void held.push(route));
  await page.locator('button.avatar').first().click();
  await expect.poll(() => held.length).toBe(1);
  await page.evaluate(() => history.back());
  await page.locator('button.avatar').first().waitFor();
  const answered = page.waitForResponse('**/v1/sessions');
  await held[0]!.continue();
  const { session } = (await (await answered).json()) as { session: Session };
  await untilEnded(service, session.id);
  expect(await page.locator('#call').isHidden()).toBe(true);
});

// Must be the last test of the file, because it stops the service.
test('the page reports a service that dies in mid-conversation, and hanging up still works', async () => {
  await open(printedLink());
  await page.locator('button.avatar').first().click();
  await untilSpeaking();
  await service.stop('SIGKILL');
  await says('#state', 'reconnecting').waitFor();
  await says('#notice', 'Reconnecting').waitFor();
  await page.locator('#hang-up').click();
  await says('#over-reason', 'You hung up.').waitFor();
  expect(await page.locator('#notice').isHidden()).toBe(true);
});
