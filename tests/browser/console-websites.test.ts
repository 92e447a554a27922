/** Tests websites in a knowledge base of the console. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { openPath } from '../support/console-page.ts';
import { ConsoleVisits } from '../support/console-visits.ts';
import { PHONE } from '../support/phone.ts';

const visits = new ConsoleVisits({ env: { VISAVIS_PRIVATE_ADDRESSES: 'true' } });

let url: string;
beforeAll(async () => {
  const pages: Record<string, string> = {
    '/': '<title>The museum</title><a href="/hours">Hours</a><p>Welcome to the museum.</p>',
    '/hours': '<title>Opening hours</title><p>The museum opens at nine.</p>',
  };
  const server = createServer((request, response) => {
    const page = pages[request.url!];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return () => void server.close();
});

test.each([
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['a phone in the dark', PHONE],
])('on %s a website is read, changed, read again and removed with its pages', async (_name, options) => {
  const { client } = visits.service;
  const { id } = await client.post('/v3/knowledge-bases', { body: { name: 'Museum' } });
  const page = await visits.open(options);
  await openPath(page, `/knowledge/${id}`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const main = page.locator('main');
  await button('Read a website').click();
  await page.getByLabel('Address of the website').fill('ftp://museum.example/');
  await button('Read it').click();
  await page.getByText('must be an address that begins with https://').first().waitFor();
  expect(visits.watched.complaints.splice(0)).toEqual([expect.stringContaining('422')]);
  await visits.watched.expectAccessible();

  // As people type it, without the scheme.
  await page.getByLabel('Address of the website').fill(url.replace('http://', ''));
  await page.getByLabel('Links away').fill('1');
  await button('Read it').click();
  await main.getByText('2 pages', { exact: false }).waitFor();
  // The text of both pages is available, under the title of each page.
  await button('Read text of The museum').waitFor();
  await button('Read text of Opening hours').waitFor();
  await main.getByRole('link', { name: `${url}hours` }).waitFor();
  await visits.watched.expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

  await button(`Change ${url}`).click();
  await page.getByLabel('Links away').fill('0');
  await button('Save').click();
  await button('Read text of Opening hours').waitFor({ state: 'detached' });
  await main.getByText('1 page', { exact: false }).waitFor();
  await button(`Read again: ${url}`).click();
  await main.getByText('1 page', { exact: false }).waitFor();

  await button(`Delete ${url}`).click();
  await openPath(page, '/knowledge');
  await expect
    .poll(async () => (await client.get('/v3/knowledge-bases/{id}', { path: { id } })).documents)
    .toEqual([]);
  expect(visits.watched.complaints).toEqual([]);
});
