/** Tests the embed snippet in Firefox, on a page of another origin; the talk page shows the same element. */
import { expect } from 'vitest';
import { launchFirefox } from '../support/firefox.ts';
import { needs } from '../support/needs.ts';
import { poll } from '../support/poll.ts';
import { untilEnded } from '../support/service-client.ts';
import { createShopEmbed } from '../support/shop-embed.ts';
import { useService, useStarted } from '../support/use-service.ts';
import { useSite } from '../support/visits.ts';

const { test } = needs('Firefox');

const browser = useStarted(launchFirefox, (it) => it.close());
let line = '';
const service = useService();
const shop = useSite(
  () => `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main>${line}</html>`,
);

test('the widget in Firefox on a page of another origin: opened, seen, heard, typed into, hung up', async () => {
  const { origin } = shop;
  const embed = await createShopEmbed(service, origin);
  line = embed.snippet;
  const page = await browser.newPage();
  await page.goto(origin);
  /** Searches the page and all its shadow roots, for the loader's button and the content of the widget. */
  const inWidget = (selector: string, what: 'text' | 'click' | 'width' | 'seconds') =>
    page.evaluate(
      ([wanted, wish]) => {
        const search = (root: ParentNode): HTMLElement | undefined =>
          root.querySelector<HTMLElement>(wanted!) ??
          [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
            shadowRoot ? (search(shadowRoot) ?? []) : [],
          )[0];
        const found = search(document);
        if (wish === 'click') found?.click();
        if (wish === 'width') return String((found as HTMLVideoElement | undefined)?.videoWidth ?? 0);
        if (wish === 'seconds') return String((found as HTMLMediaElement | undefined)?.currentTime ?? 0);
        return found ? (found.textContent ?? ' ') : '';
      },
      [selector, what] as const,
    );
  const until = (what: string, selector: string, wanted: RegExp, read: 'text' | 'width' = 'text') =>
    poll(
      what,
      () => inWidget(selector, read),
      (found) => wanted.test(String(found)),
    );
  const goesOn = async (what: string, selector: string) => {
    const before = Number(await inWidget(selector, 'seconds'));
    await poll(
      what,
      () => inWidget(selector, 'seconds'),
      (now) => Number(now) > before,
    );
  };
  await until('the button of the loader', 'button', /./);
  await inWidget('button', 'click');
  await until('the widget', '#start', /./);
  await inWidget('#start', 'click');
  await until('the greeting', '#transcript', /Welcome to the shop\./);
  await until('pictures', '#video', /[1-9]/, 'width');
  await goesOn('the picture to go on', '#video');
  await goesOn('the sound to go on', 'audio');
  await page.evaluate((words) => {
    const field = document
      .querySelector('visavis-avatar')!
      .shadowRoot!.querySelector<HTMLInputElement>('#text')!;
    field.value = words;
    field.form!.requestSubmit();
  }, 'How are you?');
  await until('the answer', '#transcript', /I am well/);
  await inWidget('#hang-up', 'click');
  await until('the end', '#over-reason', /You hung up\./);
  const { conversations } = await service.client.get('/v3/conversations', { query: { embed: embed.id } });
  expect(await untilEnded(service, conversations[0]!.id)).toMatchObject({ endReason: 'stopped' });
});
