/** Tests links with a key, which anybody can send: nobody is signed in to a stranger's organization without consent. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createVisavisClient } from '@visavis/client';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DEADLINE_MS } from '../support/deadlines.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useVisits } from '../support/visits.ts';
import { agreeToLinkedKey } from '../support/watched-page.ts';

/** The key of another organization. */
let strange: string;
let another: string;
const { service, watched, visit } = useVisits();
beforeAll(async () => {
  const token = await readFile(join(service.dataDir, 'admin-token'), 'utf8');
  const operator = createVisavisClient({ baseUrl: service.url, adminToken: token.trim() });
  const { id } = await operator.post('/admin/organizations', { body: { name: 'Strangers' } });
  strange = (await operator.post('/admin/organizations/{id}/keys', { path: { id }, body: {} })).key;
  another = (await service.client.post('/v3/api-keys', { body: { name: 'Another' } })).key;
});

const PATIENT = { timeout: DEADLINE_MS };
const HEADINGS = { console: 'Overview', talk: 'Who do you want to talk with?' };
const link = (path: 'console' | 'talk', key: string) => `${service.url}/${path}/#key=${key}`;
const signedInKey = (page: Page) => page.evaluate(() => sessionStorage.getItem('visavis.key'));
const shows = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

/** Waits for the question, which names the organization, and declines. */
async function refuseStrange(page: Page): Promise<void> {
  await shows(page, 'Use the key of this link?');
  await page.getByText(`The key ${strange.slice(0, 8)}… belongs to the organization Strangers.`).waitFor();
  await page.getByRole('button', { name: 'Do not use it' }).click();
}

test('the console names the organization of a key from a link, and uses the key only after a confirmation', async () => {
  const { page } = await visit(`${service.url}/docs/`);
  await page.goto(link('console', strange));
  await shows(page, 'Use the key of this link?');
  expect(page.url()).not.toContain('key');
  await page.getByText('belongs to the organization Strangers').waitFor();
  await watched.expectAccessible();
  expect(await signedInKey(page)).toBeNull();
  // The page asks again after every reload.
  await page.reload();
  await refuseStrange(page);
  await shows(page, 'Sign in');
  await page.reload();
  await shows(page, 'Sign in');
  expect(await signedInKey(page)).toBeNull();

  await page.goto('about:blank');
  await page.goto(link('console', strange));
  await agreeToLinkedKey(page);
  await shows(page, HEADINGS.console);
  expect(await signedInKey(page)).toBe(strange);
  expect(watched.complaints).toEqual([]);
});

test('the console asks about a key with which a link opened the talk page', async () => {
  const { page } = await visit(link('talk', strange));
  await page.getByText(`You are signed in with the key of a link: ${strange.slice(0, 8)}`).waitFor();
  await page.goto(`${service.url}/console/`);
  await refuseStrange(page);
  await shows(page, 'Sign in');
  expect(await signedInKey(page)).toBeNull();
  expect(watched.complaints).toEqual([]);
});

test.each(['pasted into its tab', 'opened', 'opened in a tab of its own'] as const)(
  'a link to the console that is %s replaces another key only after a confirmation',
  async (way) => {
    const { page: first } = await visit(link('console', TEST_API_KEY));
    await shows(first, HEADINGS.console);
    const page = way === 'opened in a tab of its own' ? await first.context().newPage() : first;
    if (way === 'opened') await page.goto('about:blank');
    // If the page is already open, only the fragment changes, which does not reload it.
    await page.goto(link('console', strange));
    await page.getByText(`It takes the place of your key ${TEST_API_KEY.slice(0, 8)}…`).waitFor();
    await refuseStrange(page);
    await shows(page, HEADINGS.console);
    expect(await signedInKey(page)).toBe(TEST_API_KEY);

    await page.goto(link('console', strange));
    await agreeToLinkedKey(page);
    await shows(page, HEADINGS.console);
    expect(await signedInKey(page)).toBe(strange);
    expect(watched.complaints).toEqual([]);
  },
);

test('a link with the key that the console already has asks nothing', async () => {
  const { page } = await visit(link('console', TEST_API_KEY));
  await shows(page, HEADINGS.console);
  await page.goto('about:blank');
  await page.goto(link('console', TEST_API_KEY));
  await shows(page, HEADINGS.console);
});

test.each(['pasted into its tab', 'opened'] as const)(
  'a link to the talk page that is %s replaces another key after a confirmation',
  async (way) => {
    const { page } = await visit(link('talk', TEST_API_KEY));
    await shows(page, HEADINGS.talk);
    await page.getByText('You are signed in with the key of a link').waitFor();
    const questions: string[] = [];
    let isAgreed = false;
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void (isAgreed ? dialog.accept() : dialog.dismiss());
    });
    const follow = async () => {
      if (way === 'opened') await page.goto('about:blank');
      await page.goto(link('talk', another));
    };

    await follow();
    await expect
      .poll(() => questions)
      .toEqual([
        expect.stringContaining(
          `${another.slice(0, 8)}…? It takes the place of ${TEST_API_KEY.slice(0, 8)}…`,
        ),
      ]);
    await shows(page, HEADINGS.talk);
    expect(page.url()).not.toContain('key');
    expect(await signedInKey(page)).toBe(TEST_API_KEY);

    isAgreed = true;
    await follow();
    await expect.poll(() => signedInKey(page), PATIENT).toBe(another);
    await shows(page, HEADINGS.talk);
    expect(page.url()).not.toContain('key');
    expect(questions).toHaveLength(2);
    expect(watched.complaints).toEqual([]);
  },
);

test('the talk page uses the key of a console that stays signed in, and asks before another key replaces it', async () => {
  const { page } = await visit(`${service.url}/docs/`);
  await page.evaluate((key) => localStorage.setItem('visavis.key', key), TEST_API_KEY);
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(link('talk', another));
  await shows(page, HEADINGS.talk);
  expect(questions).toEqual([expect.stringContaining(`takes the place of ${TEST_API_KEY.slice(0, 8)}…`)]);
  expect(await signedInKey(page)).toBeNull();
  expect(watched.complaints).toEqual([]);
});

test('a link with a wrong key signs nobody in, and the console says why', async () => {
  const { page } = await visit(`${service.url}/docs/`);
  await page.goto(link('console', 'vv_of_nobody'));
  await page.getByRole('alert').filter({ hasText: 'Request req_' }).waitFor();
  await page.getByRole('button', { name: 'Do not use it' }).click();
  await shows(page, 'Sign in');
  expect(await signedInKey(page)).toBeNull();
});
