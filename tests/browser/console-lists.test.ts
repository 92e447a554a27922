/** The lists of the console: which conversations they show, what of them is kept in a file, and whose usage is told together. */
import { expect, test } from 'vitest';
import { openPath } from '../support/console-page.ts';
import { ConsoleVisits } from '../support/console-visits.ts';
import { PHONE } from '../support/phone.ts';

const visits = new ConsoleVisits();

/** A conversation that is over. */
async function talk(name: string, avatarId: string, identity: string): Promise<void> {
  const { client } = visits.service;
  const { session } = await client.post('/v1/sessions', {
    body: { name, avatar: { id: avatarId }, consumerIdentity: { identity } },
  });
  await client.patch('/v1/sessions/{id}/stop', { path: { id: session.id } });
}

test.each([
  ['desktop', { viewport: { width: 1280, height: 800 } }],
  ['a phone in the dark', PHONE],
])(
  'on %s conversations are filtered by avatar and agent, also after a reload and on the way back',
  async (name, options) => {
    const [one, other] = (await visits.service.client.get('/v1/avatars')).avatars;
    await talk(`First on ${name}`, one!.id, 'ada');
    await talk(`Second on ${name}`, other!.id, '7');
    const page = await visits.open(options);
    await openPath(page, '/conversations');
    const first = page.getByRole('link', { name: `First on ${name}` });
    const second = page.getByRole('link', { name: `Second on ${name}` });
    await second.waitFor();
    const choose = async (field: string, option: string) => {
      await page.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await choose('Avatar', one!.name);
    await second.waitFor({ state: 'detached' });
    await page.reload();
    await first.waitFor();
    expect(await second.count()).toBe(0);
    await choose('Agent', other!.agent!.name!);
    await page.getByText('No conversation fits').waitFor();
    // What is chosen once more is chosen no longer.
    await choose('Avatar', one!.name);
    await second.waitFor();
    await page.getByLabel('User').pressSequentially('7');
    await expect.poll(() => page.url()).toMatch(/#.*user=.*7/);
    await visits.watched.expectAccessible();
    await second.click();
    await page.getByRole('heading', { level: 1, name: `Second on ${name}` }).waitFor();
    await page.goBack();
    await second.waitFor();
    expect(await first.count()).toBe(0);
    expect(await page.getByLabel('User').inputValue()).toBe('7');
    expect(visits.watched.complaints).toEqual([]);
  },
);
