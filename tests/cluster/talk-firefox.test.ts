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

/** What a call shows is in the shadow of its element. */
const inCall = (page: DrivenPage, selector: string, read: 'text' | 'seconds' | 'width' | 'click') =>
  page.evaluate(
    ([wanted, what]) => {
      const shadow = document.querySelector('visavis-avatar')!.shadowRoot!;
      const found = shadow.querySelector<HTMLElement>(wanted!);
      if (what === 'click') found!.click();
      if (what === 'seconds') return (found as HTMLMediaElement | null)?.currentTime ?? 0;
      if (what === 'width') return (found as HTMLVideoElement | null)?.videoWidth ?? 0;
      return found?.textContent ?? '';
    },
    [selector, read] as const,
  );
const text = async (page: DrivenPage, selector: string) => String(await inCall(page, selector, 'text'));
const seconds = async (page: DrivenPage, selector: string) => Number(await inCall(page, selector, 'seconds'));

async function ask(page: DrivenPage, question: string): Promise<void> {
  await page.evaluate((words) => {
    const shadow = document.querySelector('visavis-avatar')!.shadowRoot!;
    const field = shadow.querySelector<HTMLInputElement>('#text')!;
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
  await poll(
    'the avatars',
    () => page.evaluate((wanted) => document.querySelectorAll(wanted).length, 'button.avatar img'),
    (found) => found > 0,
  );
  await page.evaluate((wanted) => document.querySelector<HTMLElement>(wanted)!.click(), 'button.avatar');
  await poll(
    'the greeting',
    () => text(page, '#transcript'),
    (said) => said.includes('It is good to see you'),
  );
  // The fake microphone hums, which must not be taken for speech.
  await inCall(page, '#mute', 'click');
  const before = await seconds(page, '#video');
  await poll(
    'the video to go on',
    () => seconds(page, '#video'),
    (now) => now > before + 0.5,
  );
  expect(await inCall(page, '#video', 'width')).toBe(512);
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
  await inCall(page, '#hang-up', 'click');
  await poll(
    'the end',
    () => text(page, '#over-reason'),
    (reason) => reason.includes('You hung up.'),
  );
}, 180_000);
