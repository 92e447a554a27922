/** Links with a key, which anybody can send: what is signed in with another key stays so unless somebody agrees. */

import { beforeAll, expect, test } from 'vitest';
import { DEADLINE_MS } from '../support/deadlines.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useVisits } from '../support/visits.ts';

let another: string;
const { service, watched, visit } = useVisits();
beforeAll(async () => {
  another = (await service.client.post('/v3/api-keys', { body: { name: 'Another' } })).key;
});

const PATIENT = { timeout: DEADLINE_MS };
const HEADINGS = { console: 'Overview', talk: 'Who do you want to talk with?' };

test.each([
  ['console', 'pasted into its tab'],
  ['console', 'opened'],
  ['talk', 'pasted into its tab'],
  ['talk', 'opened'],
] as const)(
  '%s: a link that is %s takes the place of another key when somebody agrees',
  async (path, way) => {
    const link = (key: string) => `${service.url}/${path}/#key=${key}`;
    const { page } = await visit(link(TEST_API_KEY));
    const shown = page.getByRole('heading', { name: HEADINGS[path] });
    await shown.waitFor();
    await page.getByText('You are signed in with the key of a link').waitFor();
    const signedInKey = () => page.evaluate(() => sessionStorage.getItem('visavis.key'));
    const questions: string[] = [];
    let isAgreed = false;
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void (isAgreed ? dialog.accept() : dialog.dismiss());
    });
    const follow = async () => {
      if (way === 'opened') await page.goto('about:blank');
      // Where the page is open, this changes the fragment alone, which loads nothing.
      await page.goto(link(another));
    };

    await follow();
    await expect
      .poll(() => questions)
      .toEqual([
        expect.stringContaining(
          `${another.slice(0, 8)}…? It takes the place of ${TEST_API_KEY.slice(0, 8)}…`,
        ),
      ]);
    await shown.waitFor();
    expect(page.url()).not.toContain('key');
    expect(await signedInKey()).toBe(TEST_API_KEY);

    isAgreed = true;
    await follow();
    await expect.poll(signedInKey, PATIENT).toBe(another);
    await shown.waitFor();
    expect(page.url()).not.toContain('key');
    expect(questions).toHaveLength(2);
    expect(watched.complaints).toEqual([]);
  },
);

test('a link in a tab of its own signs nobody in silently who is signed in in another tab', async () => {
  const { page: first } = await visit(`${service.url}/console/#key=${TEST_API_KEY}`);
  await first.getByRole('heading', { name: HEADINGS.console }).waitFor();
  for (const way of ['console', 'talk'] as const) {
    const page = await first.context().newPage();
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto(`${service.url}/${way}/#key=${another}`);
    if (way === 'talk') {
      await page.getByText(`You are signed in with the key of a link: ${another.slice(0, 8)}`).waitFor();
      await page.getByRole('link', { name: 'console' }).click();
    }
    await expect
      .poll(() => questions, PATIENT)
      .toEqual([expect.stringContaining(`takes the place of ${TEST_API_KEY.slice(0, 8)}…`)]);
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem('visavis.key')), PATIENT)
      .toBe(TEST_API_KEY);
    await page.getByRole('heading', { name: HEADINGS.console }).waitFor();
    await page.close();
  }
  expect(watched.complaints).toEqual([]);
});

test('the talk page knows the key of a console that stays signed in, and asks before another takes its place', async () => {
  const { page } = await visit(`${service.url}/docs/`);
  await page.evaluate((key) => localStorage.setItem('visavis.key', key), TEST_API_KEY);
  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(`${service.url}/talk/#key=${another}`);
  await page.getByRole('heading', { name: HEADINGS.talk }).waitFor();
  expect(questions).toEqual([expect.stringContaining(`takes the place of ${TEST_API_KEY.slice(0, 8)}…`)]);
  expect(await page.evaluate(() => sessionStorage.getItem('visavis.key'))).toBeNull();
  expect(watched.complaints).toEqual([]);
});

test('a link with a wrong key is not said to have signed anybody in', async () => {
  const { page } = await visit(`${service.url}/console/#key=vv_of_nobody`);
  await page.getByRole('dialog', { name: 'Your key is not accepted any more' }).waitFor();
  await expect.poll(() => watched.complaints.filter((one) => one.includes('401')).length).toBeGreaterThan(0);
  expect(await page.getByText('You are signed in with the key of a link').count()).toBe(0);
});
