import { beforeAll, expect, test } from 'vitest';
import { openPath } from '../support/console-page.ts';
import { PHONE } from '../support/phone.ts';
import { makeInUse } from '../support/records-in-use.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useVisits } from '../support/visits.ts';

const PAGES = [
  ['/', 'Overview'],
  ['/avatars', 'Avatars'],
  ['/avatars/new', 'New avatar'],
  ['/knowledge', 'Knowledge'],
  ['/tools', 'Tools'],
  ['/model-servers', 'Models and voices'],
  ['/embeds', 'Embeds'],
  ['/conversations', 'Conversations'],
  ['/usage', 'Usage'],
  ['/memories', 'Memories'],
  ['/webhooks', 'Webhooks'],
  ['/start', 'Get started'],
  ['/keys', 'Keys and tokens'],
  ['/members', 'Members'],
  ['/no-such-page', 'There is no such page'],
] as const;

const { service, watched, visit } = useVisits(undefined, 'silent');

// Fills the lists.
beforeAll(async () => {
  const { client } = service;
  const { avatar } = await makeInUse(client);
  // As if somebody leaned on a key, or pasted text without spaces.
  const long = (length: number) => 'x'.repeat(length);
  await client.post('/v3/api-keys', { body: { name: long(200) } });
  await client.post('/v3/tools', {
    body: { name: long(60), description: long(400), url: `https://shop.example/${long(200)}` },
  });
  await client.post('/v3/knowledge-bases', { body: { name: long(200), description: long(400) } });
  await client.post('/v3/webhooks', {
    body: {
      url: `https://shop.example/${long(200)}`,
      eventTypes: ['conversation.started'],
      description: long(200),
    },
  });
  await client.post('/v3/webhooks', {
    body: { url: 'https://shop.example/hook', eventTypes: ['conversation.ended'] },
  });
  await client.post('/v3/model-servers', {
    body: {
      use: 'tts',
      name: 'Our voice',
      url: 'https://voice.example/v1',
      model: 'kokoro',
      voice: 'af_sky',
    },
  });
  await client.post('/v1/sessions', {
    body: { name: 'A talk', avatar: { id: avatar.id }, consumerIdentity: { identity: 'ada' } },
  });
});

test.each([
  ['desktop', {}],
  ['a phone in the dark', PHONE],
])('every page on %s: no axe violation, no error, nothing too wide', async (_name, options) => {
  const { page } = await visit(`${service.url}/console/#key=${TEST_API_KEY}`, options);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  for (const [path, title] of PAGES) {
    await openPath(watched.page, path);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.locator('main [aria-busy]').waitFor({ state: 'detached' });
    await watched.expectAccessible();
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide, path).toBeLessThanOrEqual(0);
    const outside = await page
      .locator('main')
      .locator('button, a')
      .evaluateAll((all) =>
        all
          .filter((one) => one.getBoundingClientRect().right > innerWidth)
          .map(({ textContent }) => textContent),
      );
    expect(outside, `${path}: what nobody can reach`).toEqual([]);
  }
  expect(watched.complaints).toEqual([]);
});
