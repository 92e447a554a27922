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
    if (path === 'console') await page.getByText('You are signed in with the key of a link').waitFor();
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
