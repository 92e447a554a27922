/** Tests signing in to the console with OpenID Connect, with and without an invitation, and beside an open page. */
import { createVisavisClient } from '@visavis/client';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openPath } from '../support/console-page.ts';
import { CLIENT, startOpenIdServer } from '../support/open-id-server.ts';
import { PHONE } from '../support/phone.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useStarted } from '../support/use-service.ts';
import { useVisits } from '../support/visits.ts';

let url: string;
const provider = useStarted(
  () => startOpenIdServer(() => `${url}/console/`),
  (it) => it.close(),
);
const { service, watched, visit } = useVisits(
  () => ({
    env: {
      VISAVIS_OIDC_ISSUER: provider.issuer,
      VISAVIS_OIDC_CLIENT_ID: CLIENT.id,
      VISAVIS_OIDC_CLIENT_SECRET: CLIENT.secret,
      VISAVIS_OIDC_NAME: 'Museum',
    },
  }),
  'silent',
);
beforeAll(() => {
  url = service.url.replace('127.0.0.1', 'localhost');
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('an invited user continues with the provider, and can sign in again later', async () => {
  const { page } = await visit(`${url}/console/#key=${TEST_API_KEY}`);
  await heading(page, 'Overview');
  await openPath(page, '/members');
  await page.getByLabel('Name').fill('Ada Reed');
  await button(page, 'Invite').click();
  const link = (await page.getByLabel('The link of the invitation').textContent())!;
  await watched.expectAccessible();

  provider.be({ sub: 'ada' });
  await page.goto(link);
  await page.getByText('without a passkey').waitFor();
  await watched.expectAccessible();
  await button(page, 'Continue with Museum').click();
  // The member's session has replaced the API key of the tab.
  await heading(page, 'Overview');
  expect(new URL(page.url()).search).toBe('');
  expect(
    await page.evaluate(() => [sessionStorage['visavis.key'], sessionStorage['visavis.invitation']]),
  ).toEqual([undefined, undefined]);

  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await heading(page, 'Sign in');
  await watched.expectAccessible();
  await button(page, 'Continue with Museum').click();
  await heading(page, 'Overview');
  expect(watched.complaints).toEqual([]);
});

test('a user who is not invited, or does not consent, is told in their language what to do', async () => {
  provider.be({ sub: 'eve' });
  const { page } = await visit(`${url}/console/`, { ...PHONE, locale: 'de-DE' });
  await button(page, 'Weiter mit Museum').click();
  await page.getByRole('alert').filter({ hasText: 'Sie sind nicht eingeladen' }).waitFor();
  await watched.expectAccessible();
  provider.refuse();
  await page.context().clearCookies();
  await button(page, 'Weiter mit Museum').click();
  await page.getByRole('alert').filter({ hasText: 'Museum hat Sie nicht angemeldet' }).waitFor();
  expect(page.url()).not.toContain('state');
});

test('a user whose session has ended signs in in another tab, and continues', async () => {
  const client = createVisavisClient({ baseUrl: url, apiKey: TEST_API_KEY });
  const { link } = await client.post('/v3/invitations', { body: { name: 'Bo Lind', role: 'listener' } });
  provider.be({ sub: 'bo' });
  const { page } = await visit(link);
  await button(page, 'Continue with Museum').click();
  await heading(page, 'Conversations');
  const { members } = await client.get('/v3/members');
  const { id } = members.find(({ name }) => name === 'Bo Lind')!;
  const { sessions } = await client.get('/v3/members/{id}/sessions', { path: { id } });
  await client.delete('/v3/members/{id}/sessions/{session}', { path: { id, session: sessions[0]!.id } });
  // The list refreshes automatically.
  await page.getByText('You are signed out').waitFor();
  const opened = page.context().waitForEvent('page');
  await button(page, 'Continue with Museum').click();
  await heading(await opened, 'Conversations');
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await page.getByText('You are signed out').waitFor({ state: 'detached' });
});
