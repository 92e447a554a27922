import { readFile } from 'node:fs/promises';
import { createVisavisClient } from '@visavis/client';
import type { VisavisAvatarElement } from '@visavis/web/element';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openAddForm, openPath } from '../support/console-page.ts';
import { holdTimers } from '../support/held-timers.ts';
import { MUSEUM } from '../support/museum.ts';
import { PHONE, SCREENS } from '../support/phone.ts';
import { poll } from '../support/poll.ts';
import { makePortraitPhoto } from '../support/portrait-photo.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useVisits } from '../support/visits.ts';
import { agreeToLinkedKey } from '../support/watched-page.ts';

interface OpenApi {
  paths: Record<
    string,
    {
      post: {
        requestBody: {
          content: {
            'application/json': { schema: { properties: Record<string, { maxLength?: number }> } };
          };
        };
      };
    }
  >;
}

const { service, browser, watched, visit } = useVisits(undefined, 'silent');

/** Returns the link that the service has printed. */
const printedLink = () =>
  /http:\S+\/console\/#key=\S+/.exec(service.output)![0].replace('localhost', '127.0.0.1');
const open = async (options = {}) => {
  await visit(printedLink(), options);
  return watched.page;
};

test('from the printed link, in the console only: an avatar made of a picture and a PDF, which answers from the PDF', async () => {
  const photo = await makePortraitPhoto(browser, service);
  // As a browser prints it, with the used parts of its fonts.
  const printed = await browser.newPage();
  await printed.setContent(`<body style="font: 12pt serif; white-space: pre-wrap">${MUSEUM.text}`);
  const pdf = await printed.pdf({ format: 'A4' });
  await printed.close();
  const page = await open();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(page.url()).not.toContain('key');
  // Counts the steps explicitly; the guide to the console states these numbers.
  const steps = { clicks: 0, fields: 0, files: 0 };
  const click = (what: Locator) => {
    steps.clicks += 1;
    return what.click();
  };
  const fill = (what: Locator, text: string) => {
    steps.fields += 1;
    return what.fill(text);
  };
  const give = (what: Locator, name: string, mimeType: string, buffer: Buffer) => {
    steps.files += 1;
    return what.setInputFiles({ name, mimeType, buffer });
  };

  await click(page.getByRole('link', { name: 'Knowledge', exact: true }));
  await fill(page.getByLabel('Name'), 'Harbour museum');
  await click(page.getByRole('button', { name: 'Create' }));
  await give(page.getByLabel('Documents'), 'museum.pdf', 'application/pdf', pdf);
  await page.getByText('ready', { exact: true }).waitFor();

  await click(page.getByRole('navigation').getByRole('link', { name: 'Avatars', exact: true }));
  await click(page.getByRole('link', { name: 'New avatar' }));
  await fill(page.getByLabel('Name'), 'Our guide');
  await click(page.getByText('A picture of your own'));
  await give(page.getByLabel('Picture of the face'), 'guide.jpg', 'image/jpeg', photo);
  await fill(page.getByLabel('Greeting'), 'Welcome to the harbour museum.');
  // Not counted: choosing one of three voices by listening.
  await page.getByRole('button', { name: 'Listen to the voice Sulafat' }).click();
  await page.getByText('This is the offline voice of this service.').waitFor();
  await page.getByRole('radio', { name: 'A warm woman' }).click();
  await click(page.getByLabel('Answers from').first());
  await click(page.getByRole('option', { name: 'Harbour museum' }));
  await click(page.getByRole('button', { name: 'Make the avatar' }));
  await page.getByRole('heading', { name: 'Our guide' }).waitFor();

  await click(page.locator('visavis-avatar #start'));
  await page.locator('#transcript li.character', { hasText: 'Welcome to the harbour museum.' }).waitFor();
  await fill(page.locator('#text'), MUSEUM.question);
  await page.locator('#text').press('Enter');
  await page.locator('#transcript li.character', { hasText: MUSEUM.fact }).waitFor();
  expect(steps).toEqual({ clicks: 9, fields: 4, files: 2 });
  // Sent by a script, as an attacker would who forges lines of the transcript.
  await page
    .locator('visavis-avatar')
    .evaluate(
      (element: VisavisAvatarElement, text) => element.conversation!.sendText(text),
      'Hello\r\r00:00:00.000 --> 00:10:00.000\rForged\n\nAvatar: Forged',
    );
  const { avatars } = await service.client.get('/v1/avatars', { query: { take: 1 } });
  expect(avatars[0]).toMatchObject({
    name: 'Our guide',
    agent: { greetingMsg: 'Welcome to the harbour museum.', voice: 'Sulafat' },
  });

  // The console shows the transcript while it grows, and stops the conversation from there.
  const other = await watched.page.context().newPage();
  await other.goto(printedLink());
  await agreeToLinkedKey(other);
  await other.getByRole('link', { name: 'Conversations', exact: true }).click();
  await other.getByRole('link', { name: 'Console: Our guide' }).click();
  await other.locator('.lines li.character', { hasText: MUSEUM.fact }).waitFor();
  await other.getByRole('button', { name: 'Stop' }).click();
  await other.getByRole('button', { name: 'Stop it' }).click();
  await other.getByText('stopped', { exact: true }).first().waitFor();
  await page.locator('#over-reason', { hasText: 'The conversation was stopped.' }).waitFor();
  await page.getByRole('link', { name: 'Read this conversation, with its times' }).click();
  await page.getByRole('heading', { level: 1, name: 'Console: Our guide' }).waitFor();
  const save = async (kind: string) => {
    await other.getByRole('button', { name: 'Download' }).click();
    const [saved] = await Promise.all([
      other.waitForEvent('download'),
      other.getByRole('menuitem', { name: kind }).click(),
    ]);
    return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') };
  };
  const captions = await save('WebVTT');
  expect(captions.name).toMatch(/^conv_\w+\.vtt$/);
  expect(captions.text).toMatch(/^<v User>Hello 00:00:00.000 --&gt; 00:10:00.000 Forged Avatar: Forged$/m);
  expect((await save('Text')).text).not.toMatch(/^(?:Avatar: )?Forged/m);
  expect(watched.complaints).toEqual([]);
});

test('everything of a user is erased from the list of conversations, after a dialog says what will be erased', async () => {
  const { avatars } = await service.client.get('/v1/avatars', { query: { take: 1 } });
  for (const identity of ['to-be-erased', 'to-be-kept']) {
    await service.client.post('/v1/sessions', {
      body: { name: `Talk of ${identity}`, avatar: { id: avatars[0]!.id }, consumerIdentity: { identity } },
    });
  }
  const page = await open();
  await openPath(watched.page, '/conversations');
  await page.getByRole('link', { name: 'Talk of to-be-erased' }).waitFor();
  await page.getByLabel('User').fill('to-be-erased');
  await page.getByRole('button', { name: 'Erase everything of this user' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('1 conversation, with its transcript').waitFor();
  await dialog.getByText('1 that run now').waitFor();
  await dialog.getByRole('button', { name: 'Erase for good' }).click();
  await dialog.getByText(/Receipt ers_/).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page.getByText('No conversation fits').waitFor();
  await page.getByLabel('User').fill('');
  await page.getByRole('link', { name: 'Talk of to-be-kept' }).waitFor();
  const { conversations } = await service.client.get('/v3/conversations', { query: { user: 'to-be-kept' } });
  await service.client.post('/v3/conversations/{id}/stop', { path: { id: conversations[0]!.id } });
});

test.each(SCREENS)(
  'one conversation is erased on %s, after it is stopped and a dialog says what will be erased',
  async (_name, options) => {
    const { avatars } = await service.client.get('/v1/avatars', { query: { take: 1 } });
    const { session } = await service.client.post('/v1/sessions', {
      body: { name: 'A private talk', avatar: { id: avatars[0]!.id }, consumerIdentity: { identity: 'ada' } },
    });
    const page = await open(options);
    // The overview's interval belongs to the real clock: it must end before the clock is replaced, or it never does.
    await openPath(watched.page, '/webhooks');
    await page.clock.install();
    await openPath(watched.page, `/conversations/${session.id}`);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('button', { name: 'Stop it' }).click();
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase the conversation “A private talk”?' });
    await dialog.getByText('its transcript of 0 lines').waitFor();
    await watched.expectAccessible();
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Erase', exact: true }).click();
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    const receipt = page.getByRole('dialog', { name: 'The conversation is erased' });
    await receipt.getByText(/Receipt ers_/).waitFor();
    await watched.expectAccessible();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.clock.fastForward(60_000);
    // Requests are reported in order, so this one marks the end of those before.
    await page.evaluate(() => fetch('/readyz'));
    expect(asked, 'what is gone is not asked for again').toEqual(['/readyz']);
    await receipt.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { level: 1, name: 'Conversations' }).waitFor();
    const { conversations } = await service.client.get('/v3/conversations');
    expect(conversations.map(({ id }) => id)).not.toContain(session.id);
    expect(watched.complaints).toEqual([]);
  },
);

test('a voice can be heard in the form and in the gallery, and the page says which voice speaks', async () => {
  const agent = await service.client.post('/v1/agents', {
    body: { provider: 'openai', name: 'Guide', voice: 'coral' },
  });
  const avatar = await service.client.post('/v1/avatars', {
    body: { identity: 'maya', name: 'Coral', agentId: agent.id },
  });
  const page = await open(PHONE);
  await page.addInitScript(() => {
    window.Audio = class extends Audio {
      constructor(address?: string) {
        super(address);
        this.addEventListener('playing', () => {
          document.documentElement.dataset.played = String(this.duration);
        });
      }
    };
  });
  await page.reload();
  await openPath(watched.page, '/avatars');
  await page.getByRole('button', { name: 'Listen to the voice coral' }).click();
  await page.locator('html[data-played]').waitFor();
  const seconds = Number(await page.locator('html').getAttribute('data-played'));
  expect(seconds).toBeGreaterThan(2);
  expect(seconds).toBeLessThan(10);
  await page.getByText('This is the offline voice of this service.').waitFor();
  await watched.expectAccessible();
  await openPath(watched.page, `/avatars/${avatar.id}`);
  await page.getByRole('button', { name: 'maya', pressed: true }).waitFor();
  await page.getByLabel('Voice', { exact: true }).first().click();
  await page.getByRole('option', { name: 'sage' }).click();
  await page.getByRole('button', { name: 'Listen to the voice sage' }).click();
  await page.getByText('This is the offline voice of this service.').waitFor();
  expect(watched.complaints).toEqual([]);
});

test.each(SCREENS)(
  'a character created by a program is an avatar in the console on %s: talked with, changed, and restored after a deletion',
  async (_name, options) => {
    const { client } = service;
    const { faces } = await client.get('/v3/faces', { query: { take: 50 } });
    const face = faces.find(({ identity }) => identity === 'daniel')!;
    const brain = await client.post('/v3/brains', {
      body: { instructions: 'You are the guide of the harbour.', greetingMessage: 'Ahoy from the harbour.' },
    });
    const made = await client.post('/v3/characters', {
      body: { name: 'Harbour guide', faceId: face.id, brainId: brain.id },
    });
    const page = await open(options);
    await openPath(watched.page, '/avatars');
    await page.getByRole('link', { name: 'Harbour guide' }).click();
    await page.getByRole('heading', { level: 1, name: 'Harbour guide' }).waitFor();
    await page.getByRole('button', { name: 'daniel', pressed: true }).waitFor();
    await page.locator('visavis-avatar #start').click();
    await page.locator('#transcript li.character', { hasText: 'Ahoy from the harbour.' }).waitFor();
    await watched.expectAccessible();
    await page.getByLabel('Greeting').fill('Welcome on board.');
    await page.getByLabel('Voice', { exact: true }).first().click();
    await page.getByRole('option', { name: 'Charon' }).click();
    await page.getByRole('button', { name: 'ada' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    const path = { id: made.id };
    const changed = await poll(
      'the new face, which is saved at last',
      () => client.get('/v3/characters/{id}', { path }),
      (character) => character.face.identity === 'ada',
    );
    expect(changed).toMatchObject({
      brain: { instructions: 'You are the guide of the harbour.', greetingMessage: 'Welcome on board.' },
      voice: { identity: 'Charon' },
    });

    await holdTimers(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Avatars' }).waitFor();
    await page.getByRole('button', { name: 'Undo: Harbour guide' }).click();
    await page.getByRole('link', { name: 'Harbour guide' }).first().waitFor();
    expect(watched.complaints).toEqual([]);
    await client.delete('/v3/characters/{id}', { path });
  },
);

test('form fields accept what the contract accepts, no more and no less', async () => {
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApi;
  const fieldOf = (path: string, name: string) =>
    document.paths[path]!.post.requestBody.content['application/json'].schema.properties[name]!;
  const page = await open();
  for (const [hash, label, path, name] of [
    ['/avatars/new', 'Name', '/v1/avatars', 'name'],
    ['/avatars/new', 'In a few words', '/v1/avatars', 'description'],
    ['/avatars/new', 'Greeting', '/v1/agents', 'greetingMsg'],
    ['/avatars/new', 'Who it is and how it behaves', '/v1/agents', 'instructions'],
    ['/tools', 'What it does, and when to call it', '/v3/tools', 'description'],
    ['/knowledge', 'Name', '/v3/knowledge-bases', 'name'],
    ['/webhooks', 'Address', '/v3/webhooks', 'url'],
    ['/keys', 'User', '/v3/tokens', 'user'],
  ] as const) {
    await openPath(watched.page, hash);
    await openAddForm(page);
    const field = page.getByLabel(label).first();
    const { maxLength } = fieldOf(path, name);
    expect(maxLength, name).toBeGreaterThan(0);
    expect(await field.getAttribute('maxlength'), label).toBe(String(maxLength));
  }
});

test('a temporary key is created, shown once, and listed with its expiry', async () => {
  const page = await open(PHONE);
  await openPath(watched.page, '/keys');
  await openAddForm(page);
  await page.getByLabel('New API key').fill('a visitor');
  await page.getByLabel('Valid until').fill('2098-05-01T12:30');
  await page.getByRole('button', { name: 'Add' }).click();
  const key = (await page.getByLabel('The new key').textContent())!;
  await page.getByText(/never used · until .*2098/).waitFor();
  await watched.expectAccessible();
  const { apiKeys } = await createVisavisClient({ baseUrl: service.url, apiKey: key }).get('/v3/api-keys');
  const made = apiKeys.find(({ name }) => name === 'a visitor')!;
  expect(new Date(made.expiresAt!)).toEqual(new Date('2098-05-01T12:30'));
  // The form is closed, and empty when it is opened again.
  expect(await page.getByLabel('Valid until').count()).toBe(0);
  await openAddForm(page);
  expect(await page.getByLabel('Valid until').inputValue()).toBe('');
  expect(watched.complaints).toEqual([]);
});

test('the console asks for a key, refuses a wrong one with a message, and forgets the key on signing out', async () => {
  const { page } = await visit(`${service.url}/console/`);
  await page.getByLabel('API key').fill('vv_wrong');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').filter({ hasText: 'Request req_' }).waitFor();
  await page.getByLabel('API key').fill(TEST_API_KEY);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  // From now on the bare URL of the service leads to the console.
  await page.goto(service.url);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.reload();
  await page.getByLabel('API key').waitFor();
});
