import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVisavisClient } from '@visavis/client';
import { expect, test } from 'vitest';
import { CONTENT, entryOf, startModelMirror } from '../support/model-mirror.ts';
import { PHONE } from '../support/phone.ts';
import { plantLanguageSpeed } from '../support/plant-language-speed.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useStarted } from '../support/use-service.ts';
import { useVisits } from '../support/visits.ts';

const mirror = useStarted(startModelMirror, (it) => it.close());
const { service, watched, visit } = useVisits(
  () => ({ env: { VISAVIS_MODELS_MIRROR: mirror.url } }),
  'silent',
);

test('the operator signs in with the admin token: an organization, its limits and its key', async () => {
  const { page } = await visit(`${service.url}/console/`, PHONE);
  await page.getByRole('link', { name: /Operator/ }).click();
  await page.getByLabel('Admin token').fill('wrong');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').filter({ hasText: 'not the admin token' }).waitFor();
  await watched.expectAccessible();
  const token = await readFile(join(service.dataDir, 'admin-token'), 'utf8');
  await page.getByLabel('Admin token').fill(token.trim());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New organization').fill('Harbour');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Change Harbour' }).click();
  await page.getByLabel('Conversations at a time').fill('3');
  await page.getByLabel('Longest time a month').fill('3600');
  await watched.expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('3 at a time').waitFor();
  await page.getByRole('button', { name: 'Make a key' }).first().click();
  const apiKey = (await page.getByLabel('The new key of Harbour').textContent())!;
  const harbour = createVisavisClient({ baseUrl: service.url, apiKey });
  expect(await harbour.get('/v3/organizations/concurrency')).toMatchObject({ limit: 3 });
});

test('the operator downloads models with progress, stops, verifies and removes them; the talk page offers the same', async () => {
  const own = join(service.dataDir, 'models', 'museum-voice');
  await mkdir(own, { recursive: true });
  const { files, ...facts } = entryOf('museum-voice', { purpose: 'voice', title: 'Mina: a woman' });
  await writeFile(join(own, 'model.onnx'), CONTENT);
  await writeFile(
    join(own, 'model.json'),
    JSON.stringify({ ...facts, files: files.map(({ url: _url, ...file }) => file) }),
  );
  const half = 50 * 2 ** 20;
  mirror.answer = (_request, response) => {
    response.writeHead(200);
    response.write(Buffer.alloc(half));
  };
  const { page } = await visit(`${service.url}/console/#/models`);
  const token = await readFile(join(service.dataDir, 'admin-token'), 'utf8');
  await page.getByLabel('Admin token').fill(token.trim());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Speech' }).waitFor();
  await page.getByRole('button', { name: 'Verify museum-voice' }).click();
  await page.getByText('Its files are as they were installed.').waitFor();
  await page
    .getByRole('link', { name: 'MIT (weights' })
    .or(page.getByText('MIT (recordings'))
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Add speech recognition', exact: true }).click();
  await page.getByText('Downloading runtime · 50.0 MiB of').waitFor();
  await page.getByRole('progressbar').waitFor();
  await watched.expectAccessible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('alert').filter({ hasText: 'The download was stopped' }).waitFor();
  await page.getByText('50.0 MiB of it').waitFor();

  // The tab is still signed in as the operator.
  const key = TEST_API_KEY;
  await page.goto(`${service.url}/talk/#key=${key}`);
  await page.getByRole('button', { name: /^Download speech recognition \([\d.]+ MiB\)$/ }).click();
  await page.getByText('runtime: 50.0 MiB of').waitFor();
  await watched.expectAccessible();
  mirror.answer = (_request, response) => response.writeHead(404).end();
  const operator = createVisavisClient({ baseUrl: service.url, adminToken: token.trim() });
  await operator.post('/admin/models/stop');
  await page.getByText('The download was stopped').waitFor();

  await page.goto(`${service.url}/console/#/models`);
  await page.getByRole('button', { name: 'Add voice-joe' }).click();
  await page.getByText(/answered 404 for .*VISAVIS_MODELS_MIRROR/).waitFor();
  await page.setViewportSize(PHONE.viewport);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Remove museum-voice' }).click();
  const deleted = page.getByRole('button', { name: 'Deleted', exact: true });
  await deleted.waitFor();
  await deleted.waitFor({ state: 'detached' });
  expect(await page.getByRole('button', { name: 'Remove museum-voice' }).count()).toBe(0);
  expect(watched.complaints).toEqual([]);
});

test('the operator learns which language model suits the machine, and adds it', async () => {
  const token = await readFile(join(service.dataDir, 'admin-token'), 'utf8');
  const { page } = await visit(`${service.url}/console/#/models`, PHONE);
  await page.getByLabel('Admin token').fill(token.trim());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(/^Recommended for this machine: /).waitFor();
  await page.getByText('This is an estimate from the cores and memory of this machine.').waitFor();

  const model = 'smollm2-135m';
  const operator = createVisavisClient({ baseUrl: service.url, adminToken: token.trim() });
  const { models } = await operator.get('/admin/models');
  const { bytes } = models.find(({ name }) => name === model)!;
  await plantLanguageSpeed(service.dataDir, { model, bytes, tokensPerSecond: 1 });
  await page.reload();
  await page.getByText('No language model is fast enough on this machine').waitFor();
  await page
    .getByText(
      `With ${model}, the first clause of an answer takes about 8.2 s. Conversations need at most 1.2 s.`,
    )
    .waitFor();
  await watched.expectAccessible();
  const guide = await page.getByRole('link', { name: 'Read how' }).getAttribute('href');
  expect(await (await fetch(guide!)).text()).toContain('id="which-model-for-which-machine"');

  await plantLanguageSpeed(service.dataDir, { model, bytes });
  await page.reload();
  await page.getByText(`Recommended for this machine: ${model}`).waitFor();
  await page.getByText('The first clause of an answer comes after about 0.7 s.').waitFor();
  await page.getByText(`Measured on Nov 30, 2026`).waitFor();
  await watched.expectAccessible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  mirror.answer = (_request, response) => response.writeHead(404).end();
  await page
    .getByRole('button', { name: `Add ${model}` })
    .first()
    .click();
  await expect.poll(() => mirror.asked.at(-1)!.path).toMatch(/^\/language-runtime\//);
  await page.getByText(/answered 404 for \S+\.tgz\..*VISAVIS_MODELS_MIRROR/).waitFor();
  expect(watched.complaints).toEqual([]);
});
