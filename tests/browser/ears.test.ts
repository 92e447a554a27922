/** Tests which speech recognition is used for a visitor, and what the visitor sees of it. */
import { expect, test } from 'vitest';
import { hangUp, says, startButton, untilListening, useElementPages } from '../support/element-page.ts';

const elements = useElementPages();

test('the browser’s own speech recognition: shows what it hears, the final text is answered, and the avatar is not heard as the user', async () => {
  const page = await elements.open(undefined, () => {
    class Recogniser {
      onresult: ((event: unknown) => void) | null = null;
      start = () => Object.assign(globalThis, { recogniser: this });
      abort = () => undefined;
      hear(transcript: string, isFinal: boolean): void {
        this.onresult?.({ resultIndex: 0, results: [{ isFinal, 0: { transcript } }] });
      }
    }
    Object.assign(globalThis, { SpeechRecognition: Recogniser, webkitSpeechRecognition: Recogniser });
  });
  const hear = (text: string, isFinal: boolean) =>
    page.evaluate(
      ([words, final]) =>
        (Reflect.get(globalThis, 'recogniser') as { hear(text: unknown, final: unknown): void }).hear(
          words,
          final,
        ),
      [text, isFinal] as const,
    );
  await startButton(page).click();
  await untilListening(page);
  // It may be a vendor's cloud, so nothing is sent before the visitor has agreed to it by name.
  await says(page, 'status', /^ready$/);
  const agree = page.getByRole('button', { name: /^Let .*Chrom.* listen$/ });
  await agree.waitFor();
  expect(await page.evaluate(() => 'recogniser' in globalThis)).toBe(false);
  await agree.click();
  await page.waitForFunction(() => 'recogniser' in globalThis);
  await page.locator('#hint', { hasText: /^Speech recognition: .*Chrom/ }).waitFor();
  expect(await agree.isHidden()).toBe(true);
  await hear('How are', false);
  await page.locator('#transcript li.user.interim', { hasText: 'How are' }).waitFor();
  await hear('How are you?', true);
  await page.locator('#transcript li.user:not(.interim)', { hasText: 'How are you?' }).waitFor();
  await page.locator('#transcript li.character', { hasText: 'I am well' }).waitFor();
  await says(page, 'status', /^(listening|ready)$/);
  await elements.actAs('speaking');
  await says(page, 'status', /^speaking$/);
  await hear('I am', false);
  await page.locator('#transcript li.user.interim').waitFor();
  await hear('I am well', true);
  await page.locator('#transcript li.user.interim').waitFor({ state: 'detached' });
  expect(await page.locator('#transcript li.user').count()).toBe(1);
  await hangUp(page).click();
});

test('hearing: shows who recognises speech, how loud the microphone is, and that speech was not understood', async () => {
  const page = await elements.open(undefined, () => {
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext();
      const gain = new GainNode(context, { gain: 0 });
      const sound = new OscillatorNode(context);
      const microphone = context.createMediaStreamDestination();
      sound.connect(gain).connect(microphone);
      sound.start();
      Object.assign(globalThis, { loudness: gain.gain });
      return microphone.stream;
    };
  });
  const speak = (loudness: number) =>
    page.evaluate((value) => {
      (Reflect.get(globalThis, 'loudness') as AudioParam).value = value;
    }, loudness);
  const line = (text: string) => page.locator('#hint', { hasText: text }).waitFor();
  await startButton(page).click();
  await untilListening(page);
  await elements.actAs('listening', { 'visavis.hears': 'true', 'visavis.heard_by': 'machine' });
  await line('Speech recognition: a model on this service’s own machine');
  await says(page, 'status', /^listening$/);
  await elements.watched.expectAccessible();
  const heard = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let levels = 0;
        addEventListener('visavis-level', (event) => {
          if ((event as CustomEvent).detail.level > 0.5 && ++levels === 8) resolve();
        });
      }),
  );
  await speak(0.5);
  await heard;
  expect(await page.locator('#level').evaluate((meter: HTMLMeterElement) => meter.value)).toBeGreaterThan(
    0.5,
  );
  await speak(0);
  await line('Something was heard, but no words were understood.');
  await elements.actAs('listening', { 'visavis.heard_by': 'gemini' });
  await line('Speech recognition: Google');
  await page.locator('#mute').click();
  await line('You are muted.');
  expect(await page.locator('#level').isVisible()).toBe(false);
  await page.locator('#mute').click();
  await line('Speech recognition: Google');
  // The hint does not treat typed text as heard.
  await page.locator('#text').fill('Hello');
  await page.locator('#text').press('Enter');
  await page.locator('#transcript li.user', { hasText: 'Hello' }).waitFor();
  expect(await page.locator('#hint').textContent()).not.toContain('Understood');
  await hangUp(page).click();
});
