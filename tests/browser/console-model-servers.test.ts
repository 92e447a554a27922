/** Tests model servers and provider keys in the console: adding, trying, changing, using in an avatar, deleting. */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openAddForm, openPath } from '../support/console-page.ts';
import { ConsoleVisits } from '../support/console-visits.ts';
import { SCREENS } from '../support/phone.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import { VendorSpeechServer } from '../support/providers/vendor-speech-server.ts';
import { useStarted } from '../support/use-service.ts';

const KEY = 'sk-of-the-shop';
const servers = useStarted(
  () => new PipelineServer(KEY).listen(),
  (it) => it.stop(),
);
const visits = new ConsoleVisits({
  get env() {
    // The pipeline server has a list of models, which is all that trying a key needs.
    return {
      VISAVIS_PRIVATE_ADDRESSES: 'true',
      OPENAI_BASE_URL: servers.baseUrl,
      GEMINI_API_KEY: 'of-the-operator',
      STT_BASE_URL: servers.baseUrl,
      STT_MODEL: 'whisper-of-the-operator',
    };
  },
});

/** Returns a field of a form, or of a page that has only one form. */
const fieldOf = (where: Page | Locator, name: string) => where.getByRole('textbox', { name });

interface Given {
  use: string;
  name: string;
  model: string;
  key?: string;
}

async function add(page: Page, { use, name, model, key }: Given): Promise<void> {
  await openAddForm(page);
  await page.getByRole('combobox', { name: 'What it does' }).click();
  await page.getByRole('option', { name: use }).click();
  await fieldOf(page, 'Name').fill(name);
  await fieldOf(page, 'Address').fill(servers.baseUrl.replace('http://', ''));
  await fieldOf(page, 'Model').fill(model);
  if (key) await fieldOf(page, 'API key').fill(key);
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: `Try ${name}` }).waitFor();
}

test.each(SCREENS)(
  'on %s a model server is added, tried, given its key, chosen by an avatar, and cannot be deleted while in use',
  async (on, options) => {
    const page = await visits.open(options);
    await openPath(page, '/model-servers');
    const model = `Our model on ${on}`;
    const voice = `Our voice on ${on}`;
    await page.getByRole('heading', { level: 1, name: 'Models and voices' }).waitFor();
    await openAddForm(page);
    await fieldOf(page, 'Reasoning effort').waitFor();
    await fieldOf(page, 'Address').fill('http://192.168.1.5:11434/v1');
    await page.getByText('VISAVIS_PRIVATE_ADDRESSES=true').waitFor();
    await add(page, { use: 'Language model', name: model, model: 'our-llm' });
    await add(page, { use: 'Voice', name: voice, model: 'our-tts', key: KEY });
    // The form does not show fields of other kinds of servers.
    expect(await fieldOf(page, 'Reasoning effort').count()).toBe(0);
    await page.getByRole('button', { name: `Try ${voice}` }).click();
    await page.getByText(/^Its sound came after /).waitFor();

    await page.getByRole('button', { name: `Try ${model}` }).click();
    await page.getByRole('alert').filter({ hasText: '401' }).waitFor();
    await page.getByRole('button', { name: `Change ${model}` }).click();
    const form = page.locator('form');
    expect(await fieldOf(form, 'Model').inputValue()).toBe('our-llm');
    await fieldOf(form, 'API key').fill(KEY);
    await watchedIsFine();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${model} is saved.`).waitFor();
    await page.getByRole('button', { name: `Try ${model}` }).click();
    await page.getByText(/^After .* it answered: /).waitFor();
    await watchedIsFine();

    await openPath(page, '/avatars/new');
    await fieldOf(page, 'Name').fill(`Guide on ${on}`);
    await page.getByRole('button', { name: 'maya' }).click();
    for (const [field, name] of [
      ['Own language model', model],
      ['Own voice server', voice],
    ] as const) {
      await page.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name }).click();
    }
    expect(await page.getByLabel('Own transcription').count(), 'nothing transcribes').toBe(0);
    await page.getByRole('button', { name: 'Make the avatar' }).click();
    await page.getByRole('heading', { level: 1, name: `Guide on ${on}` }).waitFor();
    const { client } = visits.service;
    const { modelServers } = await client.get('/v3/model-servers');
    const idOf = (name: string) => modelServers.find((one) => one.name === name)!.id;
    const { avatars } = await client.get('/v1/avatars', { query: { take: 1 } });
    expect(avatars[0]!.agent).toMatchObject({ llmServerId: idOf(model), ttsServerId: idOf(voice) });
    expect(avatars[0]!.agent).not.toHaveProperty('sttServerId');

    // The form shows the saved servers, and an avatar can do without one.
    await page.reload();
    const chosen = page.getByRole('combobox', { name: 'Own language model' });
    await expect.poll(() => chosen.inputValue()).toBe(model);
    await openPath(page, '/model-servers');
    await page.getByRole('button', { name: `Delete ${model}` }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: `avatar “Guide on ${on}”` })
      .waitFor();
    await client.delete('/v1/avatars/{id}', { path: { id: avatars[0]!.id } });
    await client.delete('/v1/agents/{id}', { path: { id: avatars[0]!.agentId!.id } });
    expect(visits.watched.complaints).toEqual([]);

    async function watchedIsFine(): Promise<void> {
      await visits.watched.expectAccessible();
      const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(tooWide).toBeLessThanOrEqual(0);
    }
  },
);

test('an error about an address is shown at its field, and a new address asks for the key again', async () => {
  const page = await visits.open();
  await openPath(page, '/model-servers');
  await openAddForm(page);
  await fieldOf(page, 'Name').fill('Nowhere');
  await fieldOf(page, 'Address').fill('https://user:secret@models.example/v1');
  await fieldOf(page, 'Model').fill('m');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByText(/^Address: .*give the key as `apiKey`/).waitFor();
  const before = await visits.service.client.post('/v3/model-servers', {
    body: { use: 'llm', name: 'Moved', url: 'https://models.example/v1', model: 'm', apiKey: KEY },
  });
  await page.reload();
  await page.getByRole('button', { name: 'Change Moved' }).click();
  const form = page.locator('form');
  await fieldOf(form, 'Address').fill('https://other.example/v1');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/^API key: must be given again/).waitFor();
  await form.getByLabel('It needs no key any more').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Moved is saved.').waitFor();
  const path = { id: before.id };
  expect(await visits.service.client.get('/v3/model-servers/{id}', { path })).toMatchObject({
    url: 'https://other.example/v1',
    hasApiKey: false,
  });
});

test('a server gets a fallback, which cannot be deleted then, and limits; those that were not changed stay the service’s', async () => {
  const { client } = visits.service;
  const add = async (name: string) => {
    const body = { use: 'stt', name, url: servers.baseUrl, model: 'whisper' } as const;
    return { id: (await client.post('/v3/model-servers', { body })).id };
  };
  const [first, second] = [await add('Our ears'), await add('Other ears')];
  const page = await visits.open();
  await openPath(page, '/model-servers');
  await page.getByRole('button', { name: 'Change Our ears' }).click();
  const form = page.locator('form');
  await form.getByRole('combobox', { name: 'If it does not answer' }).click();
  await page.getByRole('option', { name: 'Other ears' }).click();
  await form.getByText('More', { exact: true }).click();
  await fieldOf(form, 'Longest pause within an answer').fill('700');
  await fieldOf(form, 'Longest time for a whole answer').fill('9000');
  await visits.watched.expectAccessible();
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'PATCH'),
    form.getByRole('button', { name: 'Save' }).click(),
  ]);
  await page.getByText('Our ears is saved.').waitFor();
  expect(request.postDataJSON()).toMatchObject({
    fallbackId: second.id,
    betweenBytesMs: 700,
    wholeMs: 9000,
  });
  expect(request.postDataJSON()).not.toHaveProperty('firstByteMs');
  await page.getByRole('button', { name: 'Delete Other ears' }).click();
  await page.getByRole('alert').filter({ hasText: 'model server “Our ears”' }).waitFor();
  for (const path of [first, second]) await client.delete('/v3/model-servers/{id}', { path });
  expect(visits.watched.complaints).toEqual([]);
});

test.each(SCREENS)(
  'on %s a provider key is set, tried, replaced, and deleted unless that is undone',
  async (_, options) => {
    const page = await visits.open(options);
    await openPath(page, '/model-servers');
    const openai = page.locator('[data-provider=openai]');
    const gemini = page.locator('[data-provider=gemini]');
    await gemini.getByText('The operator of this service has set a key: that one is used.').waitFor();
    await openai.getByText('No key yet').waitFor();
    await openai.getByRole('button', { name: 'Set the key of OpenAI' }).click();
    await fieldOf(openai, 'Key of OpenAI').fill('sk wrong');
    await openai.getByRole('button', { name: 'Save' }).click();
    await openai.getByText(/^Key: does not match the required format/).waitFor();
    await visits.watched.expectAccessible();
    await fieldOf(openai, 'Key of OpenAI').fill('sk-wrong-0123456789');
    await openai.getByRole('button', { name: 'Save' }).click();
    await openai.getByText(/^Your key, which ends with 6789, set /).waitFor();
    await openai.getByRole('button', { name: 'Try Key of OpenAI' }).click();
    await openai
      .getByRole('alert')
      .filter({ hasText: /^After .*: OpenAI refused the API key/ })
      .waitFor();
    await openai.getByRole('button', { name: 'Replace the key of OpenAI' }).click();
    await fieldOf(openai, 'Key of OpenAI').fill(KEY);
    await openai.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => openai.getByRole('alert').count()).toBe(0);
    await openai.getByRole('button', { name: 'Try Key of OpenAI' }).click();
    await openai.getByText(/^OpenAI accepted the key after /).waitFor();
    await visits.watched.expectAccessible();
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(tooWide).toBeLessThanOrEqual(0);

    const remove = openai.getByRole('button', { name: 'Delete Key of OpenAI' });
    await remove.click();
    await page.getByRole('button', { name: 'Undo: Key of OpenAI' }).click();
    await remove.click();
    await page.getByText('Deleted: Key of OpenAI').waitFor();
    // Leaving the console makes the pending deletion final at once.
    await page.goto('about:blank');
    const hasKey = async () => {
      const { providerKeys } = await visits.service.client.get('/v3/provider-keys');
      return providerKeys.find(({ provider }) => provider === 'openai')!.hasKey;
    };
    await expect.poll(hasKey).toBe(false);
  },
);

test('a server for search by meaning can be tried, embeds existing passages, and its knowledge base says so', async () => {
  const { client } = visits.service;
  const base = await client.post('/v3/knowledge-bases', { body: { name: 'Handbook' } });
  const document = { name: 'a.txt', mimeType: 'text/plain', content: 'Refunds take five days.' };
  await client.uploadDocument(base.id, document);
  const page = await visits.open();
  await openPath(page, `/knowledge/${base.id}`);
  await page.getByText(/^Its passages are found by words alone\. .*“Models and voices”\.$/).waitFor();
  await openPath(page, '/model-servers');
  await add(page, { use: 'Search by meaning', name: 'Our meaning', model: 'small', key: KEY });
  await page.getByRole('button', { name: 'Try Our meaning' }).click();
  await page.getByText(/^The vector came after .* It has 2 numbers\.$/).waitFor();
  await visits.watched.expectAccessible();
  await openPath(page, `/knowledge/${base.id}`);
  await page.getByText('Its passages are found by words and by meaning (small).').waitFor();
  await visits.watched.expectAccessible();
  expect(visits.watched.complaints).toEqual([]);
});

test.each(SCREENS)(
  "on %s a vendor's voices are offered by name with the own ones first, heard, loaded again and saved; the operator's server is shown",
  async (on, options) => {
    const account = await new VendorSpeechServer('elevenlabs', KEY).listen();
    const name = `Our account on ${on}`;
    const { client } = visits.service;
    const { id } = await client.post('/v3/model-servers', {
      body: { use: 'tts', api: 'elevenlabs', name, url: account.baseUrl, model: 'eleven', apiKey: KEY },
    });
    const page = await visits.open(options);
    await openPath(page, '/model-servers');
    const operators = page.locator('[data-operator=stt]');
    await operators.getByText('Set by the operator of this service').waitFor();
    expect(await operators.textContent()).toContain('whisper-of-the-operator');
    expect(await operators.getByRole('button').count()).toBe(0);
    await page.getByRole('button', { name: `Change ${name}` }).click();
    const form = page.locator('form');
    const voice = form.getByRole('combobox', { name: 'Voice', exact: true });
    await voice.click();
    await expect
      .poll(() => page.locator('[role=option]:visible').allTextContents())
      .toEqual(['Grandpa', 'Katie', 'Ronald']);
    await page.getByText('Own and cloned', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    account.listed = account.listed.map((one) =>
      one.voice_id === 'id-of-Grandpa' ? { ...one, name: 'Grandpa in 1980' } : one,
    );
    await form.getByText('A voice of your own is made or cloned in your account at ElevenLabs.').waitFor();
    await form.getByRole('button', { name: 'Load the list again' }).click();
    await form.getByRole('combobox', { name: 'Language of the voice' }).click();
    await page.getByRole('option', { name: 'German' }).click();
    await voice.click();
    await page.getByRole('option', { name: 'Grandpa in 1980' }).click();
    await form.getByRole('button', { name: 'Listen to the voice Grandpa in 1980' }).click();
    await form.getByText(`This is your server ${name}.`).waitFor();
    expect(account.voicesUsed).toEqual(['id-of-Grandpa']);
    expect(account.spoken).toEqual([expect.stringMatching(/^Schön, Sie zu sehen/)]);
    await visits.watched.expectAccessible();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${name} is saved.`).waitFor();
    expect(await client.get('/v3/model-servers/{id}', { path: { id } })).toMatchObject({
      voice: 'id-of-Grandpa',
    });
    await client.delete('/v3/model-servers/{id}', { path: { id } });
    await account.stop();
    expect(visits.watched.complaints).toEqual([]);
  },
);

test.each(SCREENS)(
  'on %s the voices of an own server are listed, filtered, heard and saved, and a provider with a key is not offered to be heard',
  async (on, options) => {
    servers.voices = ['af_heart', 'bm_george', 'jf_alpha'];
    const name = `Our Kokoro on ${on}`;
    const { client } = visits.service;
    const { id: ttsServerId } = await client.post('/v3/model-servers', {
      body: { use: 'tts', name, url: servers.baseUrl, model: 'kokoro', apiKey: KEY },
    });
    const page = await visits.open(options);
    await openPath(page, '/model-servers');
    await page.getByRole('button', { name: `Change ${name}` }).click();
    const form = page.locator('form');
    await form.getByRole('combobox', { name: 'Language of the voice' }).click();
    await page.getByRole('option', { name: 'Japanese' }).waitFor();
    await page.keyboard.press('Escape');
    await form.getByRole('combobox', { name: 'Kind of voice' }).click();
    await page.getByRole('option', { name: 'Men', exact: true }).click();
    await form.getByLabel('Voice', { exact: true }).first().click();
    await page.getByRole('option', { name: 'bm_george' }).waitFor();
    expect(await page.getByRole('option', { name: 'af_heart' }).count()).toBe(0);
    await page.getByRole('option', { name: 'bm_george' }).click();
    await form.getByRole('button', { name: 'Listen to the voice bm_george' }).click();
    await form.getByText(`This is your server ${name}.`).waitFor();
    expect(servers.voicesUsed.at(-1)).toBe('bm_george');
    await visits.watched.expectAccessible();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`${name} is saved.`).waitFor();
    await page.getByText('kokoro · bm_george').waitFor();

    await openPath(page, '/avatars/new');
    const provider =
      'Google Gemini Live speaks with its own voices, which can be heard only in a conversation.';
    await page.getByText(provider).waitFor();
    expect(await page.getByRole('button', { name: /^Listen/ }).count()).toBe(0);
    await visits.watched.expectAccessible();
    servers.voices = undefined;
    await client.delete('/v3/model-servers/{id}', { path: { id: ttsServerId } });
    expect(visits.watched.complaints).toEqual([]);
  },
);
