/** Tests the four-step tour, which is shown at the first sign-in and never again to a user who has skipped it. */
import { expect, test } from 'vitest';
import { ConsoleVisits } from '../support/console-visits.ts';
import { SCREENS } from '../support/phone.ts';

const visits = new ConsoleVisits();

test.each(SCREENS)(
  'on %s the tour leads through four pages, also by keyboard, and can be skipped',
  async (_name, options) => {
    const page = await visits.open(options);
    const tour = page.getByRole('region', { name: 'New here?' });
    await tour.getByRole('button', { name: 'Show me around' }).press('Enter');
    for (const [step, title, heading] of [
      [1, 'Talk with somebody', 'Overview'],
      [2, 'Make an avatar of your own', 'Avatars'],
      [3, 'Give it documents', 'Knowledge'],
      [4, 'Put it on your website', 'Embeds'],
    ] as const) {
      await tour.getByText(`${step} of 4: ${title}`).waitFor();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await visits.watched.expectAccessible();
      await tour.getByRole('button', { name: step === 4 ? 'Done' : 'Next step' }).press('Enter');
    }
    await tour.waitFor({ state: 'detached' });
    await page.evaluate(() => localStorage.removeItem('visavis.console.tour'));
    await page.goto(`${visits.service.url}/console/`);
    await page.reload();
    await tour.getByRole('button', { name: 'Skip the tour' }).click();
    await tour.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(await tour.count()).toBe(0);
    expect(visits.watched.complaints).toEqual([]);
  },
);
