/** Tests members in the console: invitations, passkeys, signing in and out, and what each role allows. */
import { createVisavisClient, type VisavisClient } from '@visavis/client';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openPath } from '../support/console-page.ts';
import { PHONE } from '../support/phone.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { useVisits } from '../support/visits.ts';

const { service, watched, visit } = useVisits(undefined, 'silent');

/** The service by host name, because browsers do not create passkeys for IP addresses. */
let url: string;
let client: VisavisClient;
beforeAll(() => {
  url = service.url.replace('127.0.0.1', 'localhost');
  client = createVisavisClient({ baseUrl: url, apiKey: TEST_API_KEY });
});

/** Adds a virtual authenticator whose user confirms every request. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const fits = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);

test('an owner is invited with a key, creates a passkey, signs out and in, and invites others', async () => {
  const { page } = await visit(`${url}/console/#key=${TEST_API_KEY}`);
  await addAuthenticator(page);
  await heading(page, 'Overview');
  await openPath(page, '/members');
  await page.getByText('Nobody yet').waitFor();
  await page.getByLabel('Name').fill('Uma Sand');
  // The first member must be an owner.
  expect(await page.getByRole('combobox', { name: 'Role' }).inputValue()).toBe('Owner');
  await button(page, 'Invite').click();
  await page.getByText('Send this link to Uma Sand.').waitFor();
  await page.getByText('Nobody yet').waitFor({ state: 'detached' });
  await page.getByText('This address works only on this machine.').waitFor();
  const link = (await page.getByLabel('The link of the invitation').textContent())!;
  await watched.expectAccessible();

  // In the same tab, the member's session replaces the API key.
  await page.goto(link);
  await heading(page, 'You are invited');
  await page.getByText('Uma Sand, you become a member of').waitFor();
  expect(page.url()).not.toContain('invitation');
  await watched.expectAccessible();
  await button(page, 'Make a passkey and sign in').click();
  await heading(page, 'Overview');
  expect(await page.evaluate(() => [sessionStorage['visavis.key'], document.cookie])).toEqual([
    undefined,
    expect.not.stringContaining('session'),
  ]);
  await page.reload();
  await heading(page, 'Overview');
  await openPath(page, '/members');
  await page.getByText('you', { exact: true }).waitFor();
  await button(page, 'Sessions of Uma Sand').click();
  await page.getByText('this browser').waitFor();
  await page.getByText(/^Chrom(?:e|ium) on \w+$/).waitFor();
  await watched.expectAccessible();

  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await heading(page, 'Sign in');
  await button(page, 'Sign in with a passkey').waitFor();
  await watched.expectAccessible();
  await button(page, 'Sign in with a passkey').click();
  await page.getByText('you', { exact: true }).waitFor();

  // The last owner cannot lose that role, and the console explains why.
  await page.getByRole('combobox', { name: 'Role of Uma Sand' }).click();
  await page.getByRole('option', { name: /^Viewer/ }).click();
  await page.getByRole('alert').filter({ hasText: 'last owner' }).waitFor();
  expect(watched.complaints.filter((one) => !/409/.test(one))).toEqual([]);
});

test('a viewer can read everything, and is offered nothing that the service would refuse', async () => {
  await client.post('/v3/knowledge-bases', { body: { name: 'Handbook' } });
  const { link } = await client.post('/v3/invitations', { body: { name: 'Vera Lund', role: 'viewer' } });
  const { page } = await visit(link);
  await addAuthenticator(page);
  await button(page, 'Make a passkey and sign in').click();
  await heading(page, 'Overview');
  await page.getByText('Vera Lund').waitFor();
  await page.getByText('Viewer: reads, changes nothing').waitFor();
  expect(await page.getByRole('link', { name: 'Talk', exact: true }).count()).toBe(0);

  await openPath(page, '/knowledge');
  await page.getByRole('link', { name: 'Handbook' }).click();
  await heading(page, 'Handbook');
  await page.getByText('No documents yet').waitFor();
  const offered = page.getByRole('main').getByRole('button');
  expect(await offered.allTextContents()).toEqual([]);
  await openPath(page, '/model-servers');
  await page.getByText('No server yet').waitFor();
  expect(await offered.allTextContents()).toEqual([]);

  await openPath(page, '/avatars');
  await page.getByRole('link', { name: 'Maya' }).waitFor();
  expect(await offered.filter({ hasText: 'Listen' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Maya' }).click();
  await heading(page, 'Maya');
  expect(await offered.filter({ hasText: 'Listen' }).count()).toBe(0);
  expect(await page.getByLabel('Greeting').isEnabled()).toBe(false);
  expect(await button(page, 'Save').count()).toBe(0);
  await watched.expectAccessible();
  expect(watched.complaints).toEqual([]);
});

test('on a phone in dark mode: a listener sees only conversations; a session that was ended asks to sign in again', async () => {
  const { link } = await client.post('/v3/invitations', { body: { name: 'Kim Lee', role: 'listener' } });
  const { page } = await visit(link, PHONE);
  await addAuthenticator(page);
  await heading(page, 'You are invited');
  await watched.expectAccessible();
  await fits(page);
  await button(page, 'Make a passkey and sign in').click();
  await heading(page, 'Conversations');
  await watched.expectAccessible();
  await fits(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  expect(await page.getByRole('navigation').getByRole('link').allTextContents()).toEqual([
    'Conversations',
    expect.any(String),
  ]);
  await openPath(page, '/conversations');

  const { members } = await client.get('/v3/members');
  const { id } = members.find(({ name }) => name === 'Kim Lee')!;
  const { sessions } = await client.get('/v3/members/{id}/sessions', { path: { id } });
  await client.delete('/v3/members/{id}/sessions/{session}', { path: { id, session: sessions[0]!.id } });
  // The list refreshes automatically.
  await page.getByText('You are signed out').waitFor();
  await watched.expectAccessible();
  await button(page, 'Sign in with a passkey').click();
  await page.getByText('You are signed out').waitFor({ state: 'detached' });
});

test('a link that was already used says so, and leads to signing in', async () => {
  const { link, id } = await client.post('/v3/invitations', { body: { name: 'Nobody', role: 'viewer' } });
  await client.delete('/v3/invitations/{id}', { path: { id } });
  const { page } = await visit(link);
  await page.getByRole('alert').filter({ hasText: 'Ask for another one' }).waitFor();
  await watched.expectAccessible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await heading(page, 'Sign in');
});

test('if the browser supports no passkeys, the console only asks for a key', async () => {
  const { page } = await visit(`${service.url.replace('localhost', '127.0.0.1')}/console/`);
  await page.getByLabel('API key').waitFor();
  await expect.poll(() => button(page, 'Sign in with a passkey').count()).toBe(0);
});
