/** Tests that the console's forms are generated from the contract's schemas, with one that has one more field. */
import { beforeAll, expect, test } from 'vitest';
import { type BodySchema, bundleConsole, readConsoleForms } from '../support/console-forms.ts';
import { openAddForm, openPath } from '../support/console-page.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useVisits } from '../support/visits.ts';
import { agreeToLinkedKey } from '../support/watched-page.ts';

const ADDED = {
  patienceSeconds: { type: ['integer', 'null'], minimum: 1, maximum: 60, description: 'How long it waits.' },
  accent: { type: ['string', 'null'], enum: ['northern', 'southern', null], description: 'How it sounds.' },
};

let character: string;
let page: { script: string; style: string };
const { service, watched, visit } = useVisits();
beforeAll(async () => {
  const { BODIES } = await readConsoleForms();
  const bodies: Record<string, BodySchema> = structuredClone(BODIES);
  for (const form of ['agent', 'apiKey', 'character', 'tool', 'webhook', 'embed'])
    Object.assign(bodies[form]!.properties, ADDED);
  page = await bundleConsole(bodies);
  const { faces } = await service.client.get('/v3/faces', { query: { take: 1 } });
  const body = { name: 'Waiter', faceId: faces[0]!.id };
  character = (await service.client.post('/v3/characters', { body })).id;
});

/** Opens the console built from the changed contract, with the CSP and the URL of the real one. */
async function open() {
  await visit('about:blank');
  const html =
    '<!doctype html><html lang="en"><title>Console</title><link rel="icon" href="data:,"><link rel="stylesheet" href="main.css"><div id="root"></div><script type="module" src="main.js"></script></html>';
  const files = {
    '': ['text/html', html],
    'main.js': ['text/javascript', page.script],
    'main.css': ['text/css', page.style],
  };
  for (const [name, [contentType, body]] of Object.entries(files))
    await watched.page.route(`${service.url}/console/${name}`, (route) =>
      route.fulfill({ contentType: contentType!, body: body! }),
    );
  await watched.page.goto(`${service.url}/console/#key=${TEST_API_KEY}`);
  await agreeToLinkedKey(watched.page);
  await watched.page.getByRole('heading', { name: 'Overview' }).waitFor();
  return watched.page;
}

test.each([
  {
    hash: '/avatars/new',
    path: '/v1/agents',
    fill: { Name: 'Guide' },
    face: 'maya',
    save: 'Make the avatar',
  },
  {
    hash: '/characters/ID',
    path: '/v3/characters/ID',
    method: 'PATCH',
    fill: { Name: 'Guide' },
    save: 'Save',
  },
  {
    hash: '/tools',
    path: '/v3/tools',
    fill: {
      Name: 'book_table',
      'What it does, and when to call it': 'Books.',
      Address: 'https://shop.example/tool',
    },
    save: 'Add',
  },
  { hash: '/keys', path: '/v3/api-keys', fill: { 'New API key': 'a till' }, save: 'Add' },
  { hash: '/webhooks', path: '/v3/webhooks', fill: { Address: 'https://shop.example/hook' }, save: 'Add' },
])('a field that the contract accepts is in the form at $hash, and is sent to $path', async (one) => {
  const { fill, face, save, method = 'POST' } = one;
  const [hash, path] = [one.hash, one.path].map((address) => address.replace('ID', character));
  const shown = await open();
  await openPath(shown, hash!);
  await openAddForm(shown);
  for (const [label, text] of Object.entries(fill)) await shown.getByLabel(label).first().fill(text);
  if (face) await shown.getByRole('button', { name: face }).click();
  if (face) await shown.getByText('More', { exact: true }).click();
  await shown.getByText('How long it waits.').waitFor();
  const patience = shown.getByLabel('Patience seconds');
  await patience.fill('100');
  await patience.blur();
  await shown.getByText('From 1 to 60.').waitFor();
  await patience.fill('60');
  await shown.getByText('From 1 to 60.').waitFor({ state: 'detached' });
  await shown.getByLabel('Accent').first().click();
  await shown.getByRole('option', { name: 'southern' }).click();
  await watched.expectAccessible();
  const [sent] = await Promise.all([
    shown.waitForRequest((request) => request.method() === method && request.url().endsWith(path!)),
    shown.getByRole('button', { name: save }).click(),
  ]);
  expect(sent.postDataJSON()).toMatchObject({ patienceSeconds: 60, accent: 'southern' });
  // The service rejects the unknown field, and the form keeps the input.
  await shown.getByText(/^Patience seconds: /).waitFor();
  expect(await patience.inputValue()).toBe('60 s');
});
