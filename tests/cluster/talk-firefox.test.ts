import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFirefox, launchFirefox } from '../support/firefox.ts';
import { poll } from '../support/poll.ts';
import type { DrivenBrowser, DrivenPage } from '../support/room-client-page.ts';
import { type Service, startService } from '../support/service.ts';

const missing = findFirefox() === undefined;

let service: Service;
let browser: DrivenBrowser;
beforeAll(async () => {
  if (missing) return;
  service = await startService();
  browser = await launchFirefox();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await service?.dispose();
});

const click = (page: DrivenPage, selector: string) =>
  page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)!.click(), selector);
const count = (page: DrivenPage, selector: string) =>
  page.evaluate((wanted) => document.querySelectorAll(wanted).length, selector);
const text = (page: DrivenPage, selector: string) =>
  page.evaluate((wanted) => document.querySelector(wanted)?.textContent ?? '', selector);
const seconds = (page: DrivenPage, selector: string) =>
  page.evaluate((wanted) => document.querySelector<HTMLMediaElement>(wanted)?.currentTime ?? 0, selector);

async function ask(page: DrivenPage, question: string): Promise<void> {
  await page.evaluate((words) => {
    const field = document.querySelector<HTMLInputElement>('#text')!;
    field.value = words;
    field.form!.requestSubmit();
  }, question);
}

test('the talk page in Firefox: choose, see, hear, read, ask', async (context) => {
  if (missing) {
    console.warn('SKIPPED: the talk page in Firefox: no firefox on PATH, and no FIREFOX_PATH');
    context.skip('no firefox on PATH: install firefox or firefox-esr, or set FIREFOX_PATH');
  }
  const page = await browser.newPage();
  await page.goto(/http:\S+\/talk\/#key=\S+/.exec(service.output)![0]);
  const shown = (selector: string) =>
    poll(
      selector,
      () => count(page, selector),
      (found) => found > 0,
    );
  await shown('button.avatar img');
  await click(page, 'button.avatar');
  await poll(
    'the greeting',
    () => text(page, '#transcript'),
    (said) => said.includes('It is good to see you'),
  );
  // The fake microphone hums; nobody is to take that for speech.
  await click(page, '#mute');
  const before = await seconds(page, '#video');
  await poll(
    'the video to go on',
    () => seconds(page, '#video'),
    (now) => now > before + 0.5,
  );
  const size = await page.evaluate(
    (wanted) => document.querySelector<HTMLVideoElement>(wanted)!.videoWidth,
    '#video',
  );
  expect(size).toBe(512);
  await poll(
    'the sound to go on',
    () => seconds(page, 'audio'),
    (now) => now > 0.5,
  );
  await ask(page, 'What is 20 + 22?');
  await poll(
    'the answer',
    () => text(page, '#transcript'),
    (said) => said.includes('42'),
  );
  await click(page, '#hang-up');
  await poll(
    'the end',
    () => text(page, '#over-reason'),
    (reason) => reason.includes('You hung up.'),
  );
}, 180_000);
