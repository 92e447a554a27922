/** Tests the embed snippet in Firefox, on a page of another origin; the talk page shows the same element. */
import { expect } from 'vitest';
import { launchFirefox } from '../support/firefox.ts';
import { elementsOf } from '../support/firefox-elements.ts';
import { needs } from '../support/needs.ts';
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
  const { until, click, submit, goesOn } = elementsOf(page);
  await until('the button of the loader', 'button', /./);
  await click('button');
  await until('the widget', '#start', /./);
  await click('#start');
  await until('the greeting', '#transcript', /Welcome to the shop\./);
  await until('pictures', '#video', /[1-9]/, 'width');
  await goesOn('the picture to go on', '#video');
  await goesOn('the sound to go on', 'audio');
  await submit('#text', 'How are you?');
  await until('the answer', '#transcript', /I am well/);
  await click('#hang-up');
  await until('the end', '#over-reason', /You hung up\./);
  const { conversations } = await service.client.get('/v3/conversations', { query: { embed: embed.id } });
  expect(await untilEnded(service, conversations[0]!.id)).toMatchObject({ endReason: 'stopped' });
});
